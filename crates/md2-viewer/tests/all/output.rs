//! Tests of the output files of `render`: they are complete or missing, and never replace a source file.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Output;

use crate::common::{TempFolder, code, lacks_vulkan, stderr, triangle, viewer};
use md2_testdata::names;

fn render(model: &Path, out: &Path, arguments: &[&str]) -> Output {
    let mut command = viewer();
    command.args(["render", "--size", "96x96"]).args(arguments).arg(model).arg("-o").arg(out);
    command.output().unwrap()
}

fn skin() -> Vec<u8> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/wanderer/weapon.png");
    fs::read(path).unwrap()
}

#[test]
fn sources_of_the_picture_are_not_overwritten() {
    let folder = TempFolder::new();
    let at = |name: &str| folder.join(name);
    // The format is detected by content, so a model may have any name.
    let model = folder.file("model.png", &triangle());
    let skin_file = folder.file("skin.png", &skin());
    let script = folder.file("model.cfg", b"");
    symlink("model.cfg", at("script.png")).unwrap();
    let before = names(&folder);
    for (out, named) in [("model.png", "model.png"), ("skin.png", "skin.png"), ("script.png", "model.cfg")] {
        let output = render(&model, &at(out), &["--skin", skin_file.to_str().unwrap(), "--force"]);
        assert_eq!(code(&output), 2, "{out}: {}", stderr(&output));
        assert!(stderr(&output).contains(named), "{out}: {}", stderr(&output));
        assert_eq!(fs::read(&model).unwrap(), triangle(), "{out}");
        assert_eq!(fs::read(&skin_file).unwrap(), skin(), "{out}");
        assert_eq!(fs::read(&script).unwrap(), b"", "{out}");
    }
    assert_eq!(names(&folder), before);
}

#[test]
fn skins_that_are_not_applied_are_not_overwritten() {
    let folder = TempFolder::new();
    let model = folder.file("m.md2", &triangle());
    folder.file("skin.png", &skin());
    let other = folder.file("m2.png", &skin());
    assert_eq!(code(&render(&model, &other, &["--force"])), 2);
    let photo = folder.file("photo.png", &skin());
    let chosen = render(&model, &photo, &["--force", "--skin", "photo"]);
    assert_eq!(code(&chosen), 2, "an applied guess: {}", stderr(&chosen));
}

#[test]
fn rendered_pictures_are_not_taken_for_skins() {
    let folder = TempFolder::new();
    let model = folder.file("m.md2", &triangle());
    let skins = || {
        let output = viewer().args(["info", "--json"]).arg(&model).output().unwrap();
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        json["skins"].as_array().unwrap().len()
    };
    for name in ["m.png", "m-stand-001.png", "photo.png"] {
        let output = render(&model, &folder.join(name), &[]);
        if lacks_vulkan(&output) {
            return;
        }
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert_eq!(skins(), 0, "{name}");
    }
    folder.file("m.png", &skin());
    assert_eq!(skins(), 1, "an image of another program with the same name is a skin");
}
