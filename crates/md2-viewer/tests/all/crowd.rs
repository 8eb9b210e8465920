//! Tests of pictures of `render --crowd`, and of crowds that the command rejects.

use std::path::Path;

use crate::common::{TempFolder, code, picture_of, viewer};
use image::RgbaImage;
use md2_testdata::one_triangle;

fn draw(folder: &TempFolder, name: &str, arguments: &[&str], files: &[&Path]) -> Option<(RgbaImage, String)> {
    let mut command = viewer();
    command.args(["render", "--size", "320x200"]).args(arguments).args(files);
    picture_of(&mut command, &folder.join(name))
}

fn different(a: &RgbaImage, b: &RgbaImage) -> usize {
    a.pixels().zip(b.pixels()).filter(|(a, b)| a != b).count()
}

#[test]
fn skips_broken_files_with_a_message() {
    let folder = TempFolder::new();
    let model = folder.file("triangle.md2", one_triangle().build().bytes());
    let broken = folder.file("broken.md2", b"IDP2 and nothing else");
    let Some((alone, _)) = draw(&folder, "a.png", &["--crowd", "40", "--no-floor"], &[&model]) else {
        return;
    };
    let (mixed, messages) =
        draw(&folder, "b.png", &["--crowd", "40", "--no-floor"], &[&model, &broken]).unwrap();
    assert!(messages.contains("broken.md2") && messages.contains("crowd of 40"), "{messages}");
    assert_eq!(different(&alone, &mixed), 0, "the broken file changes nothing");

    let output =
        viewer().args(["render", "--crowd", "40", "-o"]).arg(folder.join("c.png")).arg(&broken).output();
    assert_eq!(code(&output.unwrap()), 1, "no model is left");
}
