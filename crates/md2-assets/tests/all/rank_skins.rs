//! The order of the skins of a model whose skin names match no file.

use md2_assets::MatchReason;
use md2_testdata::TempFolder;

use crate::common::search;

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
