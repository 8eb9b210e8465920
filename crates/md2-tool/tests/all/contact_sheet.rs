//! Tests the layout of contact sheets. The [transcripts](crate::transcripts) test models that cannot be drawn.

use std::path::Path;
use std::process::Output;

use crate::common::{TempFolder, code, md2, stderr};
use image::RgbaImage;

/// Draws a sheet without any Vulkan driver.
fn sheet(arguments: &[&str], out: &Path) -> Output {
    let mut command = md2();
    command.env("VK_DRIVER_FILES", "/nonexistent").env("VK_ICD_FILENAMES", "/nonexistent");
    command.arg("contact-sheet").args(arguments).arg("-o").arg(out).output().unwrap()
}

fn read(path: &Path) -> RgbaImage {
    image::open(path).unwrap().to_rgba8()
}

/// Returns the number of pixels in a rectangle that have the warm color of the built-in model's coat. The background has cold colors.
fn warm(image: &RgbaImage, [left, top]: [u32; 2], [width, height]: [u32; 2]) -> usize {
    let pixels = (left..left + width).flat_map(|x| (top..top + height).map(move |y| image.get_pixel(x, y).0));
    pixels.filter(|[r, _, b, _]| *r > b.saturating_add(25)).count()
}

#[test]
fn every_sequence_has_a_row_of_pictures() {
    let folder = TempFolder::new();
    let out = folder.join("a.png");
    let output = sheet(&["--each", "3", "--cell", "64x80", "--columns", "1"], &out);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(stderr(&output), "", "no progress bar without a terminal");
    let image = read(&out);
    // A margin of 9 pixels; a title of 22 rows and a gap; 21 groups with a label of 20 rows, pictures of 80 rows, and a gap.
    assert_eq!(image.dimensions(), (9 + 3 * 64 + 9, 22 + 9 + 9 + 21 * (20 + 80 + 9)));
    for group in 0..21 {
        for place in 0..3 {
            let corner = [9 + place * 64, 40 + group * 109 + 20];
            let warm = warm(&image, corner, [64, 80]);
            assert!(warm > 200, "sequence {group}, picture {place}: {warm} pixels");
        }
    }
}

#[test]
fn levels_of_detail_are_one_model() {
    let folder = TempFolder::new();
    for name in ["gun/gun.md3", "gun/gun_1.md3", "gun/gun_2.md3"] {
        folder.file(name, md2_testdata::md3::one_triangle().build().bytes());
    }
    let out = folder.join("levels.png");
    let output = sheet(&["--cell", "64", folder.join("gun").to_str().unwrap()], &out);
    assert_eq!((code(&output), read(&out).dimensions()), (0, (9 + 73, 9 + 93)), "{}", stderr(&output));
}
