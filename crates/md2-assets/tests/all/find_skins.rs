//! The search for skins by the names in a model.

use std::path::Path;

use md2_assets::{FolderCache, SkinSearch, find_skins};
use md2_testdata::TempFolder;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::common::{describe, search, search_files};

/// Creates `files`, whose first file is a model with the skin names `names`. Asserts that the skins found for it are
/// `expected`, in the form `path: reason`.
#[track_caller]
fn check(files: &str, names: &[&str], expected: &str) {
    let (folder, search) = search_files(files, names);
    assert_eq!(describe(&folder, &search.found), expected);
}

#[test]
fn ignores_names_that_lead_out() {
    let model = "q/models/a/tris.md2";
    let folder = TempFolder::from_list(&format!("{model} secret.pcx q/secret.pcx q/models/secret.pcx"));
    let absolute = folder.path("secret.pcx").display().to_string();
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
fn finds_files_of_names_in_other_folders_and_formats() {
    for (files, names, expected) in [
        // A skin name is a path from the root of the game. The search ignores case and accepts backslashes.
        (
            "q/models/Tank/tris.md2 q/models/Tank/SKIN.PCX",
            &["MODELS\\TANK\\skin.PCX"][..],
            "q/models/Tank/SKIN.PCX: skin 1 of the model",
        ),
        // A name may contain `..` if it does not lead out of its root.
        (
            "q/models/monsters/tank/tris.md2 q/models/monsters/ctank/skin.pcx",
            &["models/monsters/tank/../ctank/skin.pcx"],
            "q/models/monsters/ctank/skin.pcx: skin 1 of the model",
        ),
        // An absolute path from another computer. Only its file name is used.
        ("m/x.md2 m/Skin.pcx", &["C:\\other\\place\\skin.pcx"], "m/Skin.pcx: skin 1 of the model"),
        // The folder `skins` is searched too.
        (
            "m/x.md2 m/Skins/red.pcx m/Skins/blue.tga m/blue.tga",
            &["blue.tga", "red.pcx"],
            "m/blue.tga: skin 1 of the model; m/Skins/red.pcx: skin 2 of the model; \
             m/Skins/blue.tga: skin 1 of the model",
        ),
        // A path may begin at the model's folder.
        (
            "m/x.md2 m/textures/red.png m/red.png",
            &["textures/red.png"],
            "m/textures/red.png: skin 1 of the model; m/red.png: skin 1 of the model",
        ),
        // Other extensions match.
        (
            "m/x.md2 m/skin.jpg m/skin.tga m/skin.bmp m/skin.PNG",
            &["skin.pcx"],
            "m/skin.PNG: skin 1 of the model, in another format; m/skin.tga: named like a skin of the model; \
             m/skin.jpg: named like a skin of the model; m/skin.bmp: named like a skin of the model",
        ),
        (
            "m/x.md2 m/a.pcx m/a.png",
            &["a.pcx"],
            "m/a.pcx: skin 1 of the model; m/a.png: skin 1 of the model, in another format",
        ),
        // The names in the model have no extension, or start with a dot.
        (
            "m/x.md2 m/alien.jpg m/alien2.png",
            &[".alien", "models/m/alien2"],
            "m/alien.jpg: skin 1 of the model; m/alien2.png: skin 2 of the model",
        ),
        // No file has the name that the model contains, so files with similar names are found.
        (
            "m/tris.md2 m/tris.png m/tris0.png m/tris_red.png m/trisha.png m/skin.png",
            &["gone.pcx"],
            "m/tris.png: named like the model; m/skin.png: named like a skin of the model; \
             m/tris0.png: named like a skin of the model; m/tris_red.png: named like a skin of the model; \
             m/trisha.png: a guess: an image in the model's folder",
        ),
    ] {
        check(files, names, expected);
    }
}

#[test]
fn finds_the_skins_of_a_player_and_of_carried_weapons() {
    let player = "p/male/tris.md2 p/male/weapon.md2 p/male/w_railgun.md2 p/male/grunt.pcx p/male/grunt_i.pcx \
                  p/male/claymore.pcx p/male/claymore_i.pcx p/male/weapon.pcx p/male/w_railgun.pcx \
                  p/male/odd_i.pcx";
    for (model, names, expected) in [
        (
            "tris",
            &["grunt.pcx"][..],
            "p/male/grunt.pcx: skin 1 of the model; p/male/claymore.pcx: has a menu icon, as player skins do",
        ),
        ("w_railgun", &["missing.pcx"], "p/male/w_railgun.pcx: named like the model"),
        ("weapon", &[], "p/male/weapon.pcx: named like the model"),
    ] {
        check(&format!("p/male/{model}.md2 {player}"), names, expected);
    }
    let files = "p/w_bfg.md2 p/tris.md2 p/weapon.pcx p/grunt.pcx";
    check(files, &[], "p/weapon.pcx: named like a skin of the model");
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
fn finds_the_skins_of_the_projects_own_model() {
    let figure = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/wanderer/tris.md2");
    let expected = ["wanderer.pcx", "ember.pcx", "moss.pcx"];
    let expected: Vec<_> =
        (1..).zip(expected).map(|(i, name)| format!("{name}: skin {i} of the model")).collect();
    assert_eq!(real_skins(&figure)[..3], expected);
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

/// Checks that the search lists each folder once and does not compare all pairs of names and files.
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
