//! The search for models in folders.

use std::fs;

use md2_assets::{find_models, list_files};
use md2_testdata::TempFolder;

/// Returns the models found below `start`; `!` marks errors.
fn found(folder: &TempFolder, start: &str) -> Vec<String> {
    let items = find_models(&folder.path(start)).take(100);
    items
        .map(|item| match item {
            Ok(path) => folder.name_of(&path),
            Err(error) => format!("!{}", folder.name_of(error.path())),
        })
        .collect()
}

#[test]
fn finds_models_by_name_or_content_in_natural_order() {
    let folder = TempFolder::from_list("tank10.md2 tank2.MD2 tank2/b.mdl skin.png Zebra.md3");
    folder.write("tank3", b"IDP2 and more");
    folder.write("tank4.bak", b"IDP3");
    folder.write("tank5.bin", b"IDS2");
    let expected = ["tank2/b.mdl", "tank2.MD2", "tank3", "tank4.bak", "tank10.md2", "Zebra.md3"];
    assert_eq!(found(&folder, ""), expected);
    assert_eq!(found(&folder, "tank2"), ["tank2/b.mdl"]);
    assert_eq!(found(&folder, "nowhere"), ["!nowhere"]);
}

#[test]
fn lists_files_in_natural_order() {
    let folder = TempFolder::from_list("run10.obj run9.OBJ a/b.obj Zebra");
    let names: Vec<_> =
        list_files(&folder.path("")).expect("a folder").iter().map(|path| folder.name_of(path)).collect();
    assert_eq!(names, ["run9.OBJ", "run10.obj", "Zebra"]);
    assert!(list_files(&folder.path("none")).is_err());
}

#[test]
fn lists_folders_on_demand() {
    let folder = TempFolder::from_list("a.md2 b/c.md2");
    let mut models = find_models(&folder.path(""));
    assert!(models.next().is_some_and(|first| first.is_ok_and(|path| path.ends_with("a.md2"))));
    folder.write("b/d.md2", b"");
    assert_eq!(models.count(), 2, "the subfolder is listed on demand");
}

#[cfg(unix)]
#[test]
fn follows_links_but_visits_no_folder_twice() {
    use std::os::unix::fs::symlink;
    let folder = TempFolder::from_list("game/a/x.md2 game/b/y.md2 other/z.md2");
    symlink("..", folder.path("game/a/up")).expect("links can be made");
    symlink("../a", folder.path("game/b/again")).expect("links can be made");
    symlink("../other", folder.path("game/link")).expect("links can be made");
    symlink("nothing", folder.path("game/m.md2")).expect("links can be made");
    assert_eq!(found(&folder, "game"), ["game/a/x.md2", "game/b/y.md2", "game/link/z.md2", "game/m.md2"]);
}

#[cfg(unix)]
#[test]
fn reports_unreadable_folders_and_continues() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempFolder::from_list("a/x.md2 b/y.md2");
    let closed = folder.path("a");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).expect("the test owns the folder");
    let is_refused = fs::read_dir(&closed).is_err();
    let names = found(&folder, "");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).expect("the test owns the folder");
    // The superuser can list all folders.
    assert_eq!(names, [if is_refused { "!a" } else { "a/x.md2" }, "b/y.md2"]);
}
