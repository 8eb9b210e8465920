//! The order of the skins of a model whose skin names match no file.

use md2_assets::MatchReason;
use md2_testdata::png::{chunk, png, zeros};
use md2_testdata::{Md2Spec, TempFolder};

use crate::common::{describe, search, search_files};

/// Creates `files`, whose first file is a model with the skin names `names`. Asserts that the best skin is `expected`,
/// in the form `path: reason`, or that there is none if `expected` is empty. `reason` explains a failure.
#[track_caller]
fn check_named(files: &str, names: &[&str], expected: &str, reason: &str) {
    let (folder, found) = search_files(files, names);
    assert_eq!(describe(&folder, found.best()), expected, "{reason}");
}

#[track_caller]
fn check(files: &str, expected: &str, reason: &str) {
    check_named(files, &[], expected, reason);
}

/// Creates `files`, whose first file is a model. Asserts that the files found as its skins are `expected`, in this order.
#[track_caller]
fn check_list(files: &str, expected: &str) {
    let (folder, found) = search_files(files, &[]);
    let list: Vec<_> = found.found.iter().map(|skin| folder.name_of(&skin.path)).collect();
    assert_eq!(list.join(" "), expected);
}

#[test]
fn does_not_choose_by_the_folder_or_common_words_alone() {
    for (files, reason) in [
        ("m/x.md2 m/photo.png", "the only image: half of such images are wrong"),
        ("m/x.md2 m/photo.png m/letter.png", "two images"),
        ("m/x.md2 m/skins/photo.png", "in `skins`, but without a matching name"),
        ("m/x.md2 m/y.md2 m/photo.png", "one image for two models"),
        ("m/tank.md2 m/tank_boss.md2 m/boss_tank.png", "another model matches more words"),
        ("things/crate.md2 things/barrel.md2 things/things_new.png", "the folder's words fit both models"),
    ] {
        check(files, "", reason);
        let (_folder, found) = search_files(files, &[]);
        assert!(!found.found.is_empty(), "it is a candidate: {reason}");
        assert!(found.found.iter().all(|skin| skin.reason == MatchReason::Beside), "{reason}");
    }
}

#[test]
fn chooses_by_matching_names() {
    for (model_and_image, expected, reason) in [
        ("m/tank.md2 m/tank.png", "named like the model", "the name of the model"),
        ("m/tank.md2 m/tank3.png", "named like a skin of the model", "the name of the model and a number"),
        ("m/tank.md2 m/skin.png", "named like a skin of the model", "a skin for all models of the folder"),
        (
            "tank/tris.md2 tank/Tank.PNG",
            "named like the model's folder",
            "models of the game are called tris",
        ),
        (
            "tank.obj/tris.md2 tank.obj/tank.bmp",
            "named like the model's folder",
            "a folder with an extension",
        ),
        ("m/tris.md2 m/red.pcx", "has a menu icon, as player skins do", "skins of players have icons"),
    ] {
        let (_, image) = model_and_image.split_once(' ').expect("two files");
        let files = format!("{model_and_image} m/red_i.pcx m/zebra.png");
        check(&files, &format!("{image}: {expected}"), reason);
    }
}

fn write_md2(folder: &TempFolder, model: &str, names: &[&str]) {
    let skins = names.iter().map(|name| name.as_bytes().to_vec()).collect();
    let spec = Md2Spec { skin_size: [256, 128], skins, ..md2_testdata::one_triangle() };
    folder.write(model, spec.build().bytes());
}

/// Asserts that the skins found for a model with a skin size of 256 x 128 texels are `expected`. `images` contains items of
/// the form `file:WIDTHxHEIGHT`, separated by spaces. `others` contains the path and the skin name of each other model.
#[track_caller]
fn check_sizes(model: &str, names: &[&str], images: &str, others: &[(&str, &str)], expected: &str) {
    let folder = TempFolder::new();
    write_md2(&folder, model, names);
    for image in images.split(' ') {
        let (file, size) = image.split_once(':').expect("a size");
        let (width, height) = size.split_once('x').expect("two sides");
        let size = [width, height].map(|side| side.parse().expect("a number"));
        folder.write(file, &png(size, &[], &zeros(1)));
    }
    others.iter().for_each(|(other, name)| write_md2(&folder, other, &[name]));
    let search = search(&folder, model, names);
    assert_eq!(describe(&folder, &search.found), expected);
    let is_shown = !expected.is_empty() && !search.found[0].reason.is_guess();
    assert_eq!(search.best().is_some(), is_shown);
}

#[test]
fn matching_words_need_the_shape_of_the_skin() {
    let reason = "name and aspect ratio match the model";
    for (model, name, image) in [
        ("m/tank_boss.md2", "", "m/tank.png"),
        ("m/tank2.md2", "", "m/tankskin.png"),
        ("tank/tris.md2", "", "tank/big_tank.png"),
        ("m/tris.md2", "models/monsters/guard.pcx", "m/old_guard.png"),
    ] {
        // The image has the size that the model states, or twice the width and height.
        for size in ["256x128", "512x256"] {
            check_sizes(model, &[name], &format!("{image}:{size}"), &[], &format!("{image}: {reason}"));
        }
        // An image with another aspect ratio probably belongs to another model.
        let expected = format!("{image}: a guess: only the name matches the model");
        check_sizes(model, &[name], &format!("{image}:256x256"), &[], &expected);
    }
}

#[test]
fn ranks_guesses_by_size_and_leaves_images_of_other_models() {
    let gone = &["models/m/gone.pcx"];
    check_sizes(
        "m/x.md2",
        gone,
        "m/a.png:64x64 m/b.png:512x256 m/c.png:256x128",
        &[],
        "m/c.png: a guess: an image in the model's folder; m/b.png: a guess: an image in the model's folder; m/a.png: a guess: an image in the model's folder",
    );
    // `c.png` belongs to the model that contains its name, even with another format and folder in the name. `gun.png` belongs to the
    // model with the same name.
    for name in ["models/m/c.pcx", "c", "C:\\work\\C.tga"] {
        check_sizes("m/x.md2", gone, "m/c.png:256x128 m/gun.png:256x128", &[("m/gun.md2", name)], "");
    }
    check_sizes(
        "m/x.md2",
        &["c.pcx"],
        "m/c.png:256x128",
        &[("m/gun.md2", "c.pcx")],
        "m/c.png: skin 1 of the model, in another format",
    );
}

#[test]
fn icons_are_no_skins() {
    // A player whose skins are missing. The only images are the icons in menus, which have 32 x 32 pixels.
    for (icon, expected) in [
        ("doom_i.png:32x32", ""),
        ("doom_i.png:256x128", ""),
        ("doom_icon.png:32x32", ""),
        // An image of this size is a skin if the model contains its name.
        ("doom.png:32x32", "players/doom/doom.png: skin 1 of the model, in another format"),
    ] {
        let (names, image) = (&["players/doom/doom.pcx"], format!("players/doom/{icon}"));
        check_sizes("players/doom/tris.md2", names, &image, &[], expected);
    }
    check_sizes("players/doom/tris.md2", &["gone.pcx"], "players/doom/doom.png:32x32", &[], "");
}

#[test]
fn copies_have_the_skins_of_the_original() {
    for copy in ["tris (1)", "copy of tris", "Tris - Copy (2)", "tris copy"] {
        let model = format!("players/doom/{copy}.md2");
        let images =
            "players/doom/grunt.pcx:256x128 players/doom/grunt_i.pcx:32x32 players/doom/tris.png:64x64";
        let original = [("players/doom/tris.md2", "gone.pcx")];
        let expected = "players/doom/tris.png: named like the model; players/doom/grunt.pcx: has a menu icon, as player skins do";
        check_sizes(&model, &["gone.pcx"], images, &original, expected);
        check_sizes("players/doom/tris.md2", &["gone.pcx"], images, &[(&model, "gone.pcx")], expected);
    }
}

#[test]
fn prefers_an_image_with_transparent_pixels() {
    let folder = TempFolder::from_list("m/x.md2 m/a.pcx m/b.pcx");
    // The decoder makes an image opaque if alpha is 0 everywhere. Therefore one pixel is opaque here.
    let tga = |alpha: [u8; 2]| {
        let mut file = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 32, 8];
        alpha.iter().for_each(|alpha| file.extend([9, 9, 9, *alpha]));
        file
    };
    folder.write("m/a.tga", &tga([0, 255]));
    folder.write("m/b.tga", &tga([255, 255]));
    let found = |name: &str| {
        let search = search(&folder, "m/x.md2", &[name]);
        search.best().map(|skin| folder.name_of(&skin.path))
    };
    assert_eq!(found("a.pcx").as_deref(), Some("m/a.tga"), "only the TGA has transparent pixels");
    assert_eq!(found("b.pcx").as_deref(), Some("m/b.pcx"), "both are opaque, and the model uses this name");
    // The opaque image has a format that usually comes first.
    folder.write("m/x.png", b"");
    folder.write("m/x.tga", &tga([0, 255]));
    assert_eq!(found("gone").as_deref(), Some("m/x.tga"));
}

#[test]
fn sorts_by_reason() {
    check_list(
        "tank/tris.md2 tank/aaa.png tank/big_tank.png tank/ctf_r.pcx tank/ctf_r_i.pcx tank/grunt.pcx \
         tank/grunt_i.pcx tank/pain.pcx tank/skin.png tank/tank.png tank/tris.png tank/tris_pain.png \
         tank/tris0.png",
        "tank/tris.png tank/skin.png tank/tris0.png tank/tank.png tank/grunt.pcx \
         tank/ctf_r.pcx tank/tris_pain.png tank/big_tank.png tank/aaa.png tank/pain.pcx",
    );
}

#[test]
fn ignores_material_layers_and_icons() {
    for stem in ["tank", "tris", "skin", "other"] {
        check_list(&format!("tank/tris.md2 tank/{stem}_normal.png tank/{stem}_icon.png"), "");
    }
    check_list("p/tris.md2 p/red.pcx p/red_i.pcx", "p/red.pcx");

    check("m/icon.md2 m/icon.png", "m/icon.png: named like the model", "the name of the model");
    check("m/tree_n.md2 m/tree_n.png", "m/tree_n.png: named like the model", "the name of the model");
    let expected = "m/wall_s.png: skin 1 of the model, in another format";
    check_named("m/x.md2 m/wall_s.png", &["wall_s.pcx"], expected, "the model names it");
}

#[test]
fn ignores_images_with_the_name_of_another_model() {
    for extension in ["md2", "mdl", "md3", "MD3"] {
        check_list(&format!("m/x.md2 m/gun.{extension} m/gun.png"), "");
        check_list(&format!("m/x.md2 m/gun.{extension} m/gun_red.png"), "");
        // Both models have this name: it is one model in two formats.
        check_list(&format!("m/x.md2 m/x.{extension} m/x.png"), "m/x.png");
    }
    check_list("m/tree.md2 m/tree2.md2 m/tree2_bark.png m/tree_bark.png", "m/tree_bark.png");
    check_list("m/tree2.md2 m/tree.md2 m/tree2_bark.png m/tree_bark.png", "m/tree2_bark.png");
}

#[test]
fn uses_icons_for_players_only() {
    let iconic = "p/red.pcx: has a menu icon, as player skins do";
    check("p/tris.md2 p/flag.md2 p/red.pcx p/red_i.pcx", iconic, "the player");
    check("p/flag.md2 p/tris.md2 p/red.pcx p/red_i.pcx", "", "the icon belongs to a skin of the player");
    check("p/ogre.md2 p/w_axe.md2 p/red.pcx p/red_i.pcx", iconic, "the only model that is not a weapon");
}

#[test]
fn finds_a_skin_in_the_parent_folder() {
    let above = "s/packages/models/armor/green/tris.md2 s/packages/models/armor/skin.jpg";
    let expected = "s/packages/models/armor/skin.jpg: in the folder above the model";
    check(above, expected, "as in Sauerbraten, if the model's folder has none");
    let beside = "s/packages/models/armor/green/skin.png";
    check_list(&format!("{above} {beside}"), beside);
    for (files, reason) in [
        ("s/packages/models/armor/green/tris.md2 s/packages/models/skin.jpg", "two levels up"),
        ("s/packages/models/armor/green/tris.md2 s/packages/models/armor/other.jpg", "another name"),
        ("s/packages/models/armor/green/tris.md2 s/packages/models/armor/green/deep/skin.jpg", "a subfolder"),
        ("s/models/tris.md2 s/skin.jpg", "the root of the game"),
        ("s/armor/green/tris.md2 s/armor/skin.jpg", "not a folder of a game's models"),
    ] {
        assert_eq!(search_files(files, &[]).1.found, [], "{reason}");
    }
    check(
        "s/models/tank/big/tris.md2 s/models/tank/skin.png s/models/tank/big/photo.png",
        "s/models/tank/skin.png: in the folder above the model",
        "preferred to a guess",
    );
}

#[test]
fn lists_the_64_likeliest_guesses() {
    let folder = TempFolder::from_list("m/tank_boss.md2 m/zz_boss.png m/tank_boss7.png");
    for number in 0..1000 {
        folder.write(&format!("m/p{number:03}.png"), b"");
    }
    let found = search(&folder, "m/tank_boss.md2", &[]).found;
    let found: Vec<_> = found.iter().map(|skin| (folder.name_of(&skin.path), skin.reason)).collect();
    // The name of the model makes the first no guess. The shared word makes the second likelier than the others.
    assert_eq!(found.len(), 65);
    assert_eq!(found[0], ("m/tank_boss7.png".into(), MatchReason::SimilarName));
    assert_eq!(found[1], ("m/zz_boss.png".into(), MatchReason::SharedWords));
    assert!(found[2..].iter().all(|(_, reason)| *reason == MatchReason::Beside));
}

#[test]
fn ignores_pictures_of_the_viewer() {
    let png = |software: &str| {
        png([1; 2], &chunk(b"tEXt", &[b"Software\0", software.as_bytes()].concat()), &zeros(1))
    };
    let pictures = ["m/m.png", "m/m-run-001.png", "m/skin.png", "m/other.png"];
    for (software, expected) in [("GIMP", 4), (md2_assets::VIEWER_SOFTWARE, 0)] {
        let folder = TempFolder::from_list("m/m.md2");
        pictures.iter().for_each(|picture| folder.write(picture, &png(software)));
        let found = search(&folder, "m/m.md2", &[]).found;
        assert_eq!(found.len(), expected, "by {software}: {found:?}");
        let named = search(&folder, "m/m.md2", &["models/m/m-run-001.pcx"]);
        let expected = "m/m-run-001.png: skin 1 of the model, in another format";
        assert_eq!(describe(&folder, named.best()), expected);
    }
    let above = TempFolder::from_list("packages/models/a/b/m.md2");
    above.write("packages/models/a/skin.png", &png(md2_assets::VIEWER_SOFTWARE));
    assert_eq!(search(&above, "packages/models/a/b/m.md2", &[]).found, []);
}
