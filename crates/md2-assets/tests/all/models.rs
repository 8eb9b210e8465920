//! The search for models in folders.

use std::fs;

use md2_assets::{find_models, list_files};
use md2_testdata::TempFolder;
use md2_testdata::archive::{ZipFile, zip};

/// Returns the paths of the models in the folder `start` and its subfolders. A leading `!` marks the path of an error.
pub(crate) fn found(folder: &TempFolder, start: &str) -> Vec<String> {
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
    folder.write("Copy of tank2.md2", b"");
    folder.write("tank3", b"IDP2 and more");
    folder.write("tank4.bak", b"IDP3");
    folder.write("tank5.bin", b"IDS2");
    // Archives of many games are ZIP files, whatever their extension. An archive's extension alone makes it an archive, too.
    folder.write("tank6.iwd", &zip(&[ZipFile::stored("m/a.md3", b"")]));
    folder.write("tank7.PK4", b"no archive");
    let models = "tank2/b.mdl,tank2.MD2,Copy of tank2.md2,tank3,tank4.bak,tank6.iwd/m/a.md3";
    assert_eq!(found(&folder, "").join(","), format!("{models},!tank7.PK4,tank10.md2,Zebra.md3"));
    let files = list_files(&folder.path("")).expect("a folder");
    let names: Vec<_> = files.iter().map(|path| folder.name_of(path)).collect();
    assert_eq!(names[..3], ["skin.png", "tank2.MD2", "Copy of tank2.md2"]);
    assert_eq!(names[7..], ["tank7.PK4", "tank10.md2", "Zebra.md3"]);
    assert!(list_files(&folder.path("nowhere")).is_err());
    assert_eq!(found(&folder, "tank2"), ["tank2/b.mdl"]);
    assert_eq!(found(&folder, "nowhere"), ["!nowhere"]);
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
fn follows_links_below_the_folder_and_visits_no_folder_twice() {
    use md2_assets::SkippedEntries;
    use std::os::unix::fs::symlink;
    let folder = TempFolder::from_list("game/a/x.md2 game/b/y.md2 other/z.md2 other/pak0.pak");
    let links = [
        ("..", "a/up"),
        ("../a", "b/again"),
        ("../other", "link"),
        ("nothing", "m.md2"),
        ("b/y.md2", "n.md2"),
        ("../other/z.md2", "o.md2"),
        ("../other/pak0.pak", "p.pak"),
        // The folders in /proc are on another device, and contain links to all parts of the file system.
        ("/proc/self", "q"),
    ];
    for (target, link) in links {
        symlink(target, folder.path("game").join(link)).expect("links can be made");
    }
    let inside = ["game/a/x.md2", "game/b/y.md2", "game/m.md2", "game/n.md2"];
    assert_eq!(found(&folder, "game"), inside);
    let mut models = find_models(&folder.path("game"));
    models.by_ref().for_each(drop);
    // The links `link`, `o.md2`, `p.pak` and `q` lead out of the folder. `a/up` leads to the folder itself, which the
    // search has already visited.
    assert_eq!(models.skipped(), SkippedEntries { links: 4, other_devices: 0 });
    let mut models = find_models(&folder.path("game")).follow_links();
    let all: Vec<_> = models.by_ref().map(|item| item.is_ok_and(|path| path.ends_with("z.md2"))).collect();
    // With `follow_links`, the search also finds `link/z.md2` and `o.md2`, and returns errors for the empty archives
    // `link/pak0.pak` and `p.pak`.
    assert_eq!((all.len(), all.iter().filter(|is_z| **is_z).count()), (inside.len() + 4, 1));
    let has_proc = fs::exists("/proc/self").is_ok_and(|exists| exists);
    assert_eq!(models.skipped(), SkippedEntries { links: 0, other_devices: has_proc.into() });
}

// Wine cannot list folders whose paths are this long.
#[cfg(unix)]
#[test]
fn ends_below_256_folders_and_continues_beside_them() {
    let folder = TempFolder::from_list("z.md2");
    let deep = |count: usize| format!("{}m.md2", "d/".repeat(count));
    folder.write(&deep(256), b"");
    folder.write(&deep(257), b"");
    let errors_or_depths: Vec<_> =
        find_models(&folder.path("")).map(|item| item.map_err(|error| error.reason())).collect();
    let expected = [
        Err(String::from("more than 256 folders deep")),
        Ok(folder.path(&deep(256))),
        Ok(folder.path("z.md2")),
    ];
    assert_eq!(errors_or_depths, expected);
}

#[cfg(target_os = "linux")]
#[test]
fn does_not_search_folders_of_the_system() {
    for folder in ["/proc", "/sys/", "/proc/self/../self/fd"] {
        let items: Vec<_> = find_models(folder.as_ref()).take(9).collect();
        let [Err(error)] = &*items else { panic!("{items:?}") };
        assert_eq!(error.reason(), "the system generates this folder, so it contains no models");
    }
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
