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
fn draws_a_crowd_from_a_side_at_a_time() {
    let folder = TempFolder::new();
    let Some((crowd, messages)) = draw(&folder, "a.png", &["--crowd", "100"], &[]) else { return };
    assert!(messages.starts_with("crowd of 100: ") && messages.contains(" triangles, "), "{messages}");
    // The coats have colors; floor and background are gray.
    let is_colored = |pixel: &&image::Rgba<u8>| pixel[0].abs_diff(pixel[2]) > 40;
    let colored = crowd.pixels().filter(is_colored).count();
    assert!(colored > 1500, "{colored} of {} pixels", 320 * 200);

    let (later, _) = draw(&folder, "c.png", &["--crowd", "100", "--time", "0.35"], &[]).unwrap();
    assert!(different(&crowd, &later) > 500, "they move");
    let (other, _) = draw(&folder, "d.png", &["--crowd", "100", "--yaw", "120"], &[]).unwrap();
    assert!(different(&crowd, &other) > 5000, "seen from another side");
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
