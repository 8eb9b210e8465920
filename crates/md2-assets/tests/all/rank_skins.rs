//! The order of the skins of a model whose skin names match no file.

use md2_assets::MatchReason;
use md2_testdata::png::{chunk, png, zeros};
use md2_testdata::{Md2Spec, TempFolder};

use crate::common::{describe, search};

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
fn the_size_of_the_skin_beats_a_nearer_name() {
    let icon = "has a menu icon, as player skins do";
    let check = |images: &str, expected: &str| {
        let images = images.replace("@", "players/doom/");
        check_sizes(
            "players/doom/tris.md2",
            &["gone.pcx"],
            &images,
            &[],
            &expected.replace("@", "players/doom/"),
        );
    };
    // An advertisement has the name of the player.
    check(
        "@doom.png:512x512 @grunt.pcx:256x128 @grunt_i.pcx:32x32",
        &format!("@grunt.pcx: {icon}; @doom.png: named like the model's folder"),
    );
    check(
        "@tris.png:640x480 @grunt.pcx:256x128",
        "@grunt.pcx: has the size of the model's skin; @tris.png: named like the model",
    );
    // A better version of the skin keeps its place.
    check(
        "@tris.png:512x256 @grunt.pcx:256x128",
        "@tris.png: named like the model; @grunt.pcx: a guess: an image in the model's folder",
    );
    // Two images have the size.
    check(
        "@doom.png:512x512 @a.pcx:256x128 @b.pcx:256x128",
        "@doom.png: named like the model's folder; @a.pcx: a guess: an image in the model's folder; @b.pcx: a guess: an image in the model's folder",
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
            "players/doom/grunt.pcx:256x128 players/doom/grunt_i.pcx:32x32 players/doom/tris.png:512x256";
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
