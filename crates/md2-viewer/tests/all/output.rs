//! What is written: whole files or none, and never what was read.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Output;

use crate::common::{TempFolder, code, draw_with_short_files, lacks_vulkan, stderr, triangle, viewer};
use md2_testdata::names;

/// Draws a small picture of a model into `out`.
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
fn a_write_that_fails_midway_leaves_the_old_picture() {
    let folder = TempFolder::new();
    let model = folder.file("m.md2", &triangle());
    let out = folder.join("a.png");
    let first = render(&model, &out, &[]);
    if lacks_vulkan(&first) {
        return;
    }
    assert_eq!(code(&first), 0, "{}", stderr(&first));
    let old = fs::read(&out).unwrap();
    assert!(old.len() > 512, "a picture that the limit cuts");
    for size in ["96x96", "128x128"] {
        // Also where it may be overwritten.
        let mut command = viewer();
        command.args(["render", "--force", "--size", size]).arg(&model).arg("-o").arg(&out);
        let Some(output) = draw_with_short_files(&command, 1) else { break };
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        assert!(stderr(&output).contains("cannot write"), "{}", stderr(&output));
        assert!(fs::read(&out).unwrap() == old, "the old picture is whole");
        assert_eq!(names(&folder), ["a.png", "m.md2"], "nothing else is left");
    }
    let full = render(&model, Path::new("/dev/full"), &[]);
    assert_eq!(code(&full), 1, "{}", stderr(&full));
    // A picture replaces another if that is asked for.
    let kept = render(&model, &out, &["--no-floor"]);
    assert_eq!(code(&kept), 1, "{}", stderr(&kept));
    assert!(stderr(&kept).ends_with("the file exists; --force overwrites it\n"), "{}", stderr(&kept));
    assert!(fs::read(&out).unwrap() == old);
    assert_eq!(code(&render(&model, &out, &["--no-floor", "--force"])), 0);
    assert!(fs::read(&out).unwrap() != old);
}

#[test]
fn what_the_picture_is_made_from_is_not_overwritten() {
    let folder = TempFolder::new();
    let at = |name: &str| folder.join(name);
    // A model is told by its content, so it may bear any name.
    let model = folder.file("model.png", &triangle());
    let skin_file = folder.file("skin.png", &skin());
    let script = folder.file("model.cfg", b"");
    symlink("model.png", at("soft.png")).unwrap();
    symlink("skin.png", at("soft-skin")).unwrap();
    symlink("model.cfg", at("script.png")).unwrap();
    fs::hard_link(&model, at("hard.png")).unwrap();
    fs::hard_link(&skin_file, at("hard-skin.png")).unwrap();
    let before = names(&folder);
    for (index, (out, named)) in [
        ("model.png", "model.png"),
        ("./model.png", "model.png"),
        ("soft.png", "model.png"),
        ("hard.png", "model.png"),
        ("skin.png", "skin.png"),
        ("soft-skin", "skin.png"),
        ("hard-skin.png", "skin.png"),
        ("script.png", "model.cfg"),
    ]
    .into_iter()
    .enumerate()
    {
        let force: &[&str] = if index % 2 == 0 { &["--force"] } else { &[] };
        let output = render(&model, &at(out), &[&["--skin", skin_file.to_str().unwrap()], force].concat());
        assert_eq!(code(&output), 2, "{out}: {}", stderr(&output));
        assert!(stderr(&output).contains(named), "{out}: {}", stderr(&output));
        assert_eq!(fs::read(&model).unwrap(), triangle(), "{out}");
        assert_eq!(fs::read(&skin_file).unwrap(), skin(), "{out}");
        assert_eq!(fs::read(&script).unwrap(), b"", "{out}");
    }
    assert_eq!(names(&folder), before);
}

/// Whatever has the name that was asked for is replaced by `--force`, unless it is a skin of the model's.
#[test]
fn what_only_lies_beside_the_model_is_replaced() {
    let folder = TempFolder::new();
    let model = folder.file("m.md2", &triangle());
    for (out, old) in [("photo.png", skin()), ("photo.png", Vec::new()), ("m.png", b"a stump".to_vec())] {
        let out = folder.file(out, &old);
        let kept = render(&model, &out, &[]);
        assert_eq!(code(&kept), 1, "{}: {}", out.display(), stderr(&kept));
        assert!(fs::read(&out).unwrap() == old);
        let output = render(&model, &out, &["--force"]);
        if lacks_vulkan(&output) {
            return;
        }
        assert_eq!(code(&output), 0, "{}: {}", out.display(), stderr(&output));
        assert!(fs::read(&out).unwrap() != old);
        fs::remove_file(&out).unwrap();
    }
    // One that is not worn, but could be.
    folder.file("skin.png", &skin());
    let other = folder.file("m2.png", &skin());
    assert_eq!(code(&render(&model, &other, &["--force"])), 2);
    let photo = folder.file("photo.png", &skin());
    let chosen = render(&model, &photo, &["--force", "--skin", "photo"]);
    assert_eq!(code(&chosen), 2, "a guess that is worn: {}", stderr(&chosen));
}

#[test]
fn a_picture_beside_the_model_is_not_worn_next_time() {
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
    assert_eq!(skins(), 1, "a picture of somebody else's by the same name is a skin");
}
