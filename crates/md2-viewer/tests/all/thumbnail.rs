//! Thumbnails: of any model, on a machine without Vulkan, under exactly the name that was asked for.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{Folder, code, stderr, triangle, viewer};

/// The program where no driver is found.
fn without_vulkan() -> Command {
    let mut command = viewer();
    command.env("VK_DRIVER_FILES", "/nonexistent").env("VK_ICD_FILENAMES", "/nonexistent");
    command
}

fn thumbnail(model: &Path, out: &Path, arguments: &[&str]) -> Output {
    without_vulkan().arg("thumbnail").arg(model).arg("-o").arg(out).args(arguments).output().unwrap()
}

fn figure() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/wanderer/tris.md2")
}

#[test]
fn a_thumbnail_needs_neither_vulkan_nor_an_extension() {
    let folder = Folder::new("thumbnail");
    let out = folder.0.join("gnome-thumbnail.XY12");
    let drawn = without_vulkan().args(["render", "-o"]).arg(folder.0.join("a.png")).output().unwrap();
    assert_eq!(code(&drawn), 4, "the test's machine is one without Vulkan");
    let output = thumbnail(&figure(), &out, &["--size", "128"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    let bytes = std::fs::read(&out).unwrap();
    let picture = image::load_from_memory_with_format(&bytes, image::ImageFormat::Png).unwrap().to_rgba8();
    assert_eq!(picture.dimensions(), (128, 128));
    let opaque: Vec<_> = picture.enumerate_pixels().filter(|(_, _, pixel)| pixel[3] == 255).collect();
    let (top, bottom) = (opaque[0].1, opaque[opaque.len() - 1].1);
    assert!(top <= 8 && bottom >= 119, "it fills the picture: rows {top} to {bottom}");
    assert!(opaque.iter().any(|(_, _, p)| p[0] > 120 && p[1] < 60 && p[2] < 60), "the scarf is red");
    assert_eq!(picture.get_pixel(2, 2)[3], 0, "nothing is behind it");
}

#[test]
fn sizes_backdrops_and_models_without_skins() {
    let folder = Folder::new("thumbnail-size");
    let model = folder.file("m", &triangle());
    let out = folder.0.join("out");
    assert_eq!(code(&thumbnail(&model, &out, &["--size", "160x90", "--backdrop"])), 0);
    let picture = image::load_from_memory(&std::fs::read(&out).unwrap()).unwrap().to_rgba8();
    assert_eq!(picture.dimensions(), (160, 90));
    assert!(picture.pixels().all(|pixel| pixel[3] == 255));
    // Clay has no color, but for that of the light.
    let colorful = picture.pixels().filter(|p| p[0].abs_diff(p[1]) > 40 || p[1].abs_diff(p[2]) > 40).count();
    assert_eq!(colorful, 0);
    let existing = thumbnail(&model, &out, &[]);
    assert_eq!(code(&existing), 1);
    assert!(stderr(&existing).contains("--force"), "{}", stderr(&existing));
    assert_eq!(code(&thumbnail(&model, &out, &["--force"])), 0);
    assert_eq!(code(&thumbnail(&model, &model, &["--force"])), 2, "it is the model itself");
    for wrong in ["0", "9999", "x", "12x"] {
        assert_eq!(code(&thumbnail(&model, &folder.0.join("b"), &["--size", wrong])), 2, "{wrong}");
    }
}

#[test]
fn no_thumbnail_is_an_exit_code() {
    let folder = Folder::new("thumbnail-none");
    let out = folder.0.join("out");
    let broken = folder.file("broken.md2", b"IDP2 and nothing else");
    let empty = folder.file(
        "empty.md2",
        &md2_testdata::Spec { triangles: Vec::new(), ..md2_testdata::one_triangle() }.build().into_bytes(),
    );
    for model in [&broken, &empty, &folder.0.join("none.md2")] {
        let output = thumbnail(model, &out, &[]);
        assert_eq!(code(&output), 1, "{}: {}", model.display(), stderr(&output));
        assert!(!out.exists());
    }
}

#[test]
fn a_model_may_come_from_standard_input() {
    let folder = Folder::new("thumbnail-stdin");
    let out = folder.0.join("out.png");
    let model = std::fs::File::open(figure()).unwrap();
    let mut command = without_vulkan();
    let output = command.args(["thumbnail", "-", "-o"]).arg(&out).stdin(model).output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let picture = image::open(&out).unwrap().to_rgba8();
    let gray = picture.pixels().filter(|p| p[3] == 255 && p[0].abs_diff(p[2]) < 40).count();
    assert!(gray > 5000, "it comes without a skin: {gray} gray pixels");
}

/// File managers put in the names, and some make the file that is written beforehand.
#[cfg(unix)]
#[test]
fn what_file_managers_are_told_makes_a_thumbnail() {
    let folder = Folder::new("thumbnailer");
    let entry = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/desktop/md2-viewer.thumbnailer");
    let entry = std::fs::read_to_string(entry).unwrap();
    let line = entry.lines().find_map(|line| line.strip_prefix("Exec=")).unwrap();
    let out = folder.file("gnome-desktop-thumbnailer.png", b"");
    let words: Vec<String> = line
        .split(' ')
        .map(|word| match word {
            "%s" => String::from("128"),
            "%i" => figure().display().to_string(),
            "%o" => out.display().to_string(),
            word => word.to_owned(),
        })
        .collect();
    assert_eq!(words[0], "md2-viewer");
    let output = without_vulkan().args(&words[1..]).output().unwrap();
    assert_eq!(code(&output), 0, "{line}: {}", stderr(&output));
    assert_eq!(image::open(&out).unwrap().to_rgba8().dimensions(), (128, 128));
}
