//! Listing of folders and archives.

use md2_assets::{FolderListing, ItemKind, browsing_folder, list_folder};
use md2_testdata::TempFolder;
use md2_testdata::archive::{ZipFile, pak, zip};

fn names(listing: &FolderListing) -> Vec<String> {
    let name = |item: &md2_assets::FolderItem| {
        let slash = if item.kind <= ItemKind::Archive { "/" } else { "" };
        format!("{}{}{slash}", if item.refused.is_some() { "!" } else { "" }, item.name)
    };
    listing.items.iter().map(name).collect()
}

#[test]
fn lists_folders_archives_models_and_images_in_natural_order() {
    let list = "tank10.md2,Tank2.MD2,b/x.txt,a.wav,skin.PCX,pak0.pak,odd.txt,Copy of tank2.md2,tank2 (1).md2";
    let files: Vec<&str> = list.split(',').collect();
    let folder = TempFolder::with_files(&files);
    let listing = list_folder(&folder.path(""), 100).expect("the folder exists");
    let models = ["Tank2.MD2", "Copy of tank2.md2", "tank2 (1).md2", "tank10.md2"];
    assert_eq!(names(&listing), [&["b/", "pak0.pak/"], &models[..], &["skin.PCX"]].concat());
    assert!(!listing.is_figure && !listing.is_cut && listing.names == 9);
    assert!(list_folder(&folder.path(""), 3).is_ok_and(|cut| cut.is_cut && cut.names == 3));
    assert!(list_folder(&folder.path("none"), 3).is_err());
    let broken = list_folder(&folder.path("pak0.pak"), 3).expect_err("the archive is empty");
    assert!(broken.reason().contains("not an archive"), "{broken}");
}

#[test]
fn lists_an_archive_and_its_refused_entries() {
    let folder = TempFolder::with_files(&[]);
    let files: [(&[u8], &[u8]); 3] =
        [(b"players/male/tris.md2", b"x"), (b"../evil.md2", b"x"), (b"a.pcx", b"x")];
    folder.write("pak0.pak", &pak(&files));
    let listing = list_folder(&folder.path("pak0.pak"), 100).expect("the archive is valid");
    assert_eq!(names(&listing), ["players/", "!../evil.md2", "a.pcx"]);
    let inside = list_folder(&folder.path("pak0.pak/players/male"), 100).expect("the archive is valid");
    assert!(inside.is_figure && names(&inside) == ["tris.md2"]);
    folder.write("x.pk3", &zip(&[ZipFile::stored("in.pk3", b"PK"), ZipFile::stored("m.md3", b"x")]));
    let listing = list_folder(&folder.path("x.pk3"), 100).expect("the archive is valid");
    assert_eq!(names(&listing), ["!in.pk3/", "m.md3"]);
}

#[test]
fn recognizes_folders_whose_models_belong_together() {
    let check = |folder: &str, files: &[&str], expected: bool| {
        let files: Vec<String> = files.iter().map(|file| format!("{folder}/{file}")).collect();
        let temp = TempFolder::with_files(&files.iter().map(String::as_str).collect::<Vec<_>>());
        let listing = list_folder(&temp.path(folder), 100).expect("the folder exists");
        assert_eq!(listing.is_figure, expected, "{folder}: {files:?}");
    };
    check("players/male", &["tris.md2", "weapon.md2", "w_bfg.md2", "a_grenades.md2", "grunt.pcx"], true);
    check("monsters/tank", &["tris.md2", "skin.pcx"], true);
    check("props", &["tris.md2", "tris2.md2"], false);
    check("players/sarge", &["lower.md3", "upper.md3", "head.md3", "head_1.md3"], true);
    check("players/elf", &["elf_lower.md3", "Elf_Upper.md3", "elf_head.md3", "elf_head_1.md3"], true);
    check("players/sarge", &["lower.md3", "upper.md3"], false);
    check("weapons2/bfg", &["bfg.md3", "bfg_flash.md3", "bfg_1.md3"], true);
    check("debris", &["debris.md2", "wheel.md2"], false);
    check("skins", &["a.pcx"], false);
    // Copies belong to the object of their original.
    check("monsters/tank", &["tris.md2", "tris (1).md2", "Copy of tris.md2", "weapon - Copy.md2"], true);
    check("players/sarge", &["lower.md3", "upper.md3", "head.md3", "lower (1).md3", "head copy.md3"], true);
    check("weapons2/bfg", &["bfg.md3", "bfg_flash - Copy.md3", "bfg(2).md3"], true);
    check("monsters/tank", &["tris.md2", "other (1).md2"], false);
}

#[test]
fn returns_the_folder_that_shows_neighbors() {
    let files = "players/male/tris.md2 players/female/tris.md2 alone/tank/tris.md2 many/a.md2 many/b.md2";
    let folder = TempFolder::from_list(files);
    let shelf = |path: &str| folder.name_of(&browsing_folder(&folder.path(path)));
    assert_eq!(shelf("players/male/tris.md2"), "players");
    assert_eq!(shelf("players/male"), "players");
    assert_eq!(shelf("alone/tank/tris.md2"), "alone/tank");
    assert_eq!(shelf("many/a.md2"), "many");
}
