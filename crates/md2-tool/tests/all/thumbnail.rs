//! Tests that `thumbnail` works without Vulkan, and that it accepts any output name.

use std::path::{Path, PathBuf};
use std::process::Output;

use crate::common::{TempFolder, code, md2, stderr, triangle};

fn thumbnail(model: &Path, out: &Path, arguments: &[&str]) -> Output {
    md2().arg("thumbnail").arg(model).arg("-o").arg(out).args(arguments).output().unwrap()
}

fn figure() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/wanderer/tris.md2")
}

#[test]
fn a_thumbnail_needs_no_extension() {
    let folder = TempFolder::new();
    let out = folder.join("gnome-thumbnail.XY12");
    let output = thumbnail(&figure(), &out, &["--size", "128"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    let bytes = std::fs::read(&out).unwrap();
    let picture = image::load_from_memory_with_format(&bytes, image::ImageFormat::Png).unwrap().to_rgba8();
    assert_eq!(picture.dimensions(), (128, 128));
    let opaque: Vec<_> = picture.enumerate_pixels().filter(|(_, _, pixel)| pixel[3] == 255).collect();
    let (top, bottom) = (opaque[0].1, opaque[opaque.len() - 1].1);
    assert!(top <= 8 && bottom >= 119, "the player fills the picture: rows {top} to {bottom}");
    assert!(opaque.iter().any(|(_, _, p)| p[0] > 120 && p[1] < 60 && p[2] < 60), "the scarf is red");
    assert_eq!(picture.get_pixel(2, 2)[3], 0, "the background is transparent");
}

#[test]
fn draws_any_size_with_a_background_and_without_a_skin() {
    let folder = TempFolder::new();
    let model = folder.file("m", &triangle());
    let out = folder.join("out");
    assert_eq!(code(&thumbnail(&model, &out, &["--size", "160x90", "--backdrop"])), 0);
    let picture = image::load_from_memory(&std::fs::read(&out).unwrap()).unwrap().to_rgba8();
    assert_eq!(picture.dimensions(), (160, 90));
    assert!(picture.pixels().all(|pixel| pixel[3] == 255));
    // Without a skin, the model is gray, with a slight tint from the light.
    let colorful = picture.pixels().filter(|p| p[0].abs_diff(p[1]) > 40 || p[1].abs_diff(p[2]) > 40).count();
    assert_eq!(colorful, 0);
}
