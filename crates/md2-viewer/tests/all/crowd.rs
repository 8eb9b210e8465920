//! `render --crowd`: a picture full of figures, the same each time, and what is refused.

use std::path::Path;

use crate::common::{TempFolder, code, lacks_vulkan, stderr, viewer};
use image::RgbaImage;
use md2_testdata::one_triangle;

/// Draws a crowd small; the picture, and what was said. `None` without Vulkan.
fn draw(folder: &TempFolder, name: &str, arguments: &[&str], files: &[&Path]) -> Option<(RgbaImage, String)> {
    let out = folder.join(name);
    let output = viewer()
        .args(["render", "--size", "320x200", "-o"])
        .arg(&out)
        .args(arguments)
        .args(files)
        .output()
        .unwrap();
    if lacks_vulkan(&output) {
        return None;
    }
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    Some((image::open(&out).unwrap().to_rgba8(), stderr(&output)))
}

fn different(a: &RgbaImage, b: &RgbaImage) -> usize {
    a.pixels().zip(b.pixels()).filter(|(a, b)| a != b).count()
}

#[test]
fn a_crowd_is_seen_and_is_the_same_each_time() {
    let folder = TempFolder::new();
    let Some((crowd, said)) = draw(&folder, "a.png", &["--crowd", "100"], &[]) else { return };
    assert!(said.starts_with("100 figures: ") && said.contains(" triangles; "), "{said}");
    let (again, _) = draw(&folder, "b.png", &["--crowd", "100"], &[]).unwrap();
    assert_eq!(different(&crowd, &again), 0);

    // Coats of three colors, besides the gray of floor and background.
    let is_colored = |pixel: &&image::Rgba<u8>| pixel[0].abs_diff(pixel[2]) > 40;
    let colored = crowd.pixels().filter(is_colored).count();
    assert!(colored > 1500, "{colored} of {} pixels", 320 * 200);

    let (later, _) = draw(&folder, "c.png", &["--crowd", "100", "--time", "0.35"], &[]).unwrap();
    assert!(different(&crowd, &later) > 500, "they move");
    let (other, _) = draw(&folder, "d.png", &["--crowd", "100", "--yaw", "120"], &[]).unwrap();
    assert!(different(&crowd, &other) > 5000, "seen from another side");
}

#[test]
fn several_files_are_mixed_and_what_cannot_join_is_told() {
    let folder = TempFolder::new();
    let model = folder.file("triangle.md2", one_triangle().build().bytes());
    let broken = folder.file("broken.md2", b"IDP2 and nothing else");
    let Some((alone, _)) = draw(&folder, "a.png", &["--crowd", "40", "--no-floor"], &[&model]) else {
        return;
    };
    let (mixed, said) = draw(&folder, "b.png", &["--crowd", "40", "--no-floor"], &[&model, &broken]).unwrap();
    assert!(said.contains("broken.md2") && said.contains("40 figures"), "{said}");
    assert_eq!(different(&alone, &mixed), 0, "the others form it");

    let output =
        viewer().args(["render", "--crowd", "40", "-o"]).arg(folder.join("c.png")).arg(&broken).output();
    assert_eq!(code(&output.unwrap()), 1, "nobody is left");
}

#[test]
fn what_is_no_crowd_is_wrong_usage() {
    let folder = TempFolder::new();
    let out = folder.join("out.png");
    for arguments in [
        &["--crowd", "0"][..],
        &["--crowd", "1000000000"],
        &["--crowd", "-3"],
        &["--crowd", "10", "--sequence", "run"],
        &["a.md2", "b.md2"],
    ] {
        let output = viewer().args(["render", "-o"]).arg(&out).args(arguments).output().unwrap();
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
        assert!(!out.exists());
    }
}

#[test]
fn a_player_of_several_parts_is_refused_in_a_sentence() {
    let folder = TempFolder::new();
    for (name, bytes) in [
        ("lower.md3", md2_testdata::md3::player_lower()),
        ("upper.md3", md2_testdata::md3::player_upper()),
        ("head.md3", md2_testdata::md3::player_head()),
    ] {
        folder.file(name, bytes.build().bytes());
    }
    let output =
        viewer().args(["render", "--crowd", "9", "-o"]).arg(folder.join("out.png")).arg(&*folder).output();
    let output = output.unwrap();
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(
        stderr(&output).contains("of 3 parts; a crowd is of figures of one model each"),
        "{}",
        stderr(&output)
    );
}
