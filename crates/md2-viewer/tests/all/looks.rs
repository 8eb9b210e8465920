//! Tests of the pictures of unusual models, and of the notes that `render` and `info` print about them.

use std::path::Path;

use crate::common::{TempFolder, code, picture_of, stderr, viewer};
use image::RgbaImage;
use md2_testdata::{block, seamed_quad};

fn draw(model: &Path, arguments: &[&str]) -> Option<(RgbaImage, String)> {
    let mut command = viewer();
    command.args(["render", "--force", "--size", "200x150", "--pitch", "40"]).args(arguments).arg(model);
    picture_of(command.env("MD2_VALIDATION", "1"), &model.with_file_name("out.png"))
}

fn info(model: &Path) -> serde_json::Value {
    let output = viewer().args(["info", "--json"]).arg(model).output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Writes a skin of 64 x 32 texels for [`seamed_quad`]: pink and transparent where `is_clear` returns true for the column and the row,
/// green elsewhere.
fn skin(folder: &TempFolder, is_clear: impl Fn(u32, u32) -> bool) {
    let texel = |x, y| image::Rgba(if is_clear(x, y) { [255, 0, 255, 0] } else { [20, 120, 30, 255] });
    RgbaImage::from_fn(64, 32, texel).save(folder.join("quad.png")).unwrap();
}

#[test]
fn skins_have_holes_by_content_or_by_option() {
    let folder = TempFolder::new();
    let model = folder.file("quad.md2", seamed_quad().build().bytes());
    let is_pink = |picture: &RgbaImage| {
        let mut colors = picture.pixels().map(|pixel| [0, 1, 2].map(|i| u32::from(pixel[i])));
        colors.any(|[r, g, b]| r > 60 && r > 2 * g && b > 2 * g)
    };
    skin(&folder, |x, _| x % 8 < 4);
    let Some((auto, messages)) = draw(&model, &[]) else { return };
    assert!(!messages.contains("alpha"), "{messages}");
    let [on, off] = ["on", "off"].map(|alpha| draw(&model, &["--alpha", alpha]).unwrap().0);
    assert!(!is_pink(&auto) && is_pink(&off), "without holes the transparent texels show");
    assert!(auto == on && auto != off);
}

#[test]
fn recomputes_normals_that_point_inwards() {
    let folder = TempFolder::new();
    let [sound, inverted] = [false, true].map(|inverted| {
        folder.file(if inverted { "in.md2" } else { "out.md2" }, block(inverted).build().bytes())
    });
    let json = info(&inverted);
    assert_eq!((&json["normals_inverted"], &json["normals_recomputed"]), (&true.into(), &true.into()));
    assert!(json["notes"].to_string().contains("point inwards"), "{json}");
    assert_eq!(info(&sound)["normals_inverted"], false);

    let Some((anew, messages)) = draw(&inverted, &[]) else { return };
    assert!(messages.contains("in.md2: Normals point inwards"), "{messages}");
    let (own, _) = draw(&inverted, &["--own-normals"]).unwrap();
    assert!(anew != own);
}
