//! The search for skins by the names in a model.

use std::path::Path;

use md2_assets::{FolderCache, SkinSearch, find_skins};
use md2_testdata::TempFolder;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::common::{describe, search, search_sized_files};

#[test]
fn finds_the_skins_of_the_table() {
    let table = include_str!("skins.txt").replace('\r', "");
    for case in table.split("\n\n") {
        let mut lines = case.lines().filter(|line| !line.starts_with('#'));
        let Some(files) = lines.next() else { continue };
        let (names, skins): (Vec<&str>, Vec<&str>) =
            lines.map(str::trim).partition(|line| line.starts_with("names "));
        let names: Vec<&str> = names.iter().flat_map(|line| line.split(' ').skip(1)).collect();
        let (folder, search) = search_sized_files(files, &names);
        assert_eq!(describe(&folder, &search.found), skins.join("; "), "{files}");
        let best = skins.first().filter(|skin| !skin.contains(": a guess: "));
        assert_eq!(describe(&folder, search.best()), best.copied().unwrap_or_default(), "{files}");
    }
}

#[test]
fn names_images_in_formats_that_are_not_read() {
    let folder =
        TempFolder::from_list("q/models/a/x.md3 q/models/a/skin.KTX q/textures/b/wall.crn q/models/a/c.txt");
    let unread = |name: &str| {
        let model = folder.path("q/models/a/x.md3");
        md2_assets::find_unread_image(&FolderCache::default(), &model, name.as_bytes())
    };
    assert_eq!(unread("models/b/skin.tga").as_deref(), Some("skin.KTX"));
    assert_eq!(unread("textures/b/wall").as_deref(), Some("wall.crn"));
    assert_eq!([unread("c"), unread("")], [None, None]);
}

#[test]
fn ignores_names_that_lead_out() {
    let model = "q/models/a/tris.md2";
    let folder =
        TempFolder::from_list(&format!("{model} outside.pcx secret.pcx q/secret.pcx q/models/secret.pcx"));
    let absolute = folder.path("outside.pcx").display().to_string();
    let climbing =
        ["../../../secret.pcx", "models/../../secret.pcx", "../secret.pcx", "models/../secret.pcx"];
    let search = search(&folder, model, &[&[&*absolute], &climbing[..]].concat());
    assert_eq!(search.found, []);
    assert_eq!(search.missing, [0, 1, 2, 3, 4]);
}

#[test]
fn ignores_folders_before_parent_components() {
    let folder = TempFolder::from_list("q/models/x.md2 q/models/skin.pcx left/deep/skin.pcx");
    let search =
        search(&folder, "left/deep/../../q/models/x.md2", &["left/deep/skin.pcx", "models/skin.pcx"]);
    let found: Vec<_> = search.found.iter().map(|skin| &skin.path).collect();
    assert_eq!(found, [&dunce::canonicalize(folder.path("q/models/skin.pcx")).expect("the image exists")]);
}

#[test]
fn finds_nothing_in_empty_folders() {
    let folder = TempFolder::from_list("x.md2");
    for model in ["x.md2", "no/such/folder/x.md2"] {
        let search = search(&folder, model, &["skin.pcx", ""]);
        assert_eq!((search.found.len(), search.missing), (0, vec![0, 1]));
        assert_eq!(find_skins(&FolderCache::default(), &folder.path(model), &[""; 0]), SkinSearch::default());
    }
}

#[test]
fn searches_the_current_folder_for_a_bare_file_name() {
    // Tests run in the folder of the crate.
    let search = find_skins(&FolderCache::default(), Path::new("x.md2"), &["src/nothing.pcx"]);
    assert_eq!(search, SkinSearch { found: vec![], missing: vec![0] });
}

fn real_skins(model: &Path) -> Vec<String> {
    let bytes = md2_assets::read_model(model).expect("the model exists");
    let md2 = md2_format::Md2::parse(&bytes).expect("the model is valid");
    let names: Vec<_> = md2.skins().to_vec();
    let search = find_skins(&FolderCache::default(), model, &names);
    assert_eq!(search.best(), search.found.first());
    let describe = |skin: &md2_assets::SkinCandidate| {
        md2_assets::load_image(&skin.path).expect("the image is valid");
        let name = skin.path.file_name().expect("a file has a name").display();
        format!("{name}: {}", skin.reason)
    };
    search.found.iter().map(describe).collect()
}

#[test]
fn finds_the_skins_of_real_models() {
    let Some(corpus) = md2_testdata::corpus::root() else { return };
    for (model, expected) in [
        ("warrior/warrior.md2", &["warrior.jpg: skin 1 of the model, in another format"][..]),
        ("alientank/alientank.md2", &["alientank.png: skin 1 of the model"]),
        (
            "bloodspider/bloodspider.md2",
            &["bloodspider.jpg: skin 1 of the model", "bloodspider2.png: skin 2 of the model"],
        ),
        ("debris/tris.md2", &["skin.png: named like a skin of the model"]),
        (
            "druid.obj/tris.md2",
            &["tris0.png: named like a skin of the model", "tris0.bmp: named like a skin of the model"],
        ),
        (
            "archway.obj/arch.MD2",
            &[
                // Only the PNG has transparent pixels, so the PNG comes before the other formats.
                "tris0.png: skin 1 of the model, in another format",
                "tris0.PCX: skin 1 of the model",
                "tris0.bmp: skin 1 of the model, in another format",
            ],
        ),
    ] {
        assert_eq!(real_skins(&corpus.join(model)), expected, "{model}");
    }
}

#[test]
fn no_name_leaves_the_folders_of_the_model() {
    let folder = TempFolder::from_list("m/s/m.md2 m/s/m.png m/m.png s.png");
    let byte =
        prop_oneof![Just(b'/'), Just(b'\\'), Just(b'.'), Just(b':'), Just(b'm'), Just(b's'), any::<u8>()];
    let check = |name: Vec<u8>| {
        for skin in find_skins(&FolderCache::default(), &folder.path("m/s/m.md2"), &[&name]).found {
            // `m` is the folder of the game. Files next to `m` must not be found.
            let found = folder.name_of(&skin.path);
            prop_assert!(["m/s/m.png", "m/m.png"].contains(&&*found), "{found}");
        }
        Ok(())
    };
    TestRunner::default().run(&prop::collection::vec(byte, 0..64), check).expect("no name leads out");
}

#[test]
fn handles_many_names_and_images_quickly() {
    let folder = TempFolder::from_list("q/models/m/tris.md2");
    for number in 0..500 {
        folder.write(&format!("q/models/m/tank_{number}.pcx"), b"");
        folder.write(&format!("q/models/m/wheel{number}.md2"), b"");
    }
    // All names share a word with all images. Their folders exist for some names only.
    let names: Vec<String> =
        (0..8_000).map(|n| format!("models/m/{}tank_{n}_left.pcx", "no/".repeat(n % 5))).collect();
    let folders = FolderCache::default();
    let start = std::time::Instant::now();
    let search = find_skins(&folders, &folder.path("q/models/m/tris.md2"), &names);
    // Without an index the search takes minutes. With an index it takes less than a second in an optimized build.
    assert!(start.elapsed() < std::time::Duration::from_secs(20), "{:?}", start.elapsed());
    // Shared words are guesses, of which at most 64 are listed.
    assert_eq!((search.found.len(), search.missing.len()), (64, 8_000));
    // The model's folder and its parents up to the root.
    assert!(folders.listed_count() < 1100, "{} names were listed", folders.listed_count());
}
