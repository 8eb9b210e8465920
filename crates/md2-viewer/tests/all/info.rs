//! `info` of several models: it goes on past what cannot be read, and scripts can read it.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Output, Stdio};

use crate::common::{Folder, code, stderr, triangle, viewer};
use md2_testdata::{md3, mdl};
use serde_json::Value;

fn info(arguments: &[&str], folder: &Path) -> Output {
    viewer().arg("info").args(arguments).current_dir(folder).output().unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    let text = std::str::from_utf8(&output.stdout).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

/// Three models of three formats, one that is none, and one that is cut off.
fn models(folder: &Folder) {
    folder.file("a/one.md2", &triangle());
    folder.file("a/b/lamp.mdl", mdl::frame_group().build().bytes());
    folder.file("a/b/head.md3", md3::player_head().build().bytes());
    folder.file("a/bad.md2", b"This is not a model, but a letter to the one who opens it.");
    folder.file("a/cut.md2", &triangle()[..60]);
}

#[test]
fn several_models_are_told_of_and_broken_ones_passed_over() {
    let folder = Folder::new("info-many");
    models(&folder);
    let told = info(&["--brief", "a"], &folder.0);
    let text = String::from_utf8(told.stdout.clone()).unwrap();
    assert_eq!(code(&told), 1, "{}", stderr(&told));
    assert_eq!(
        text.lines().find(|line| line.contains("one.md2")),
        Some(
            "a/one.md2: MD2, 3 vertices, 1 triangle, 2 frames, 1 sequence, 0 skins and 1 not found, 31.9 x 31.9 x 39.9 units"
        )
    );
    assert_eq!((text.lines().count(), stderr(&told).lines().count()), (3, 2), "{text}{}", stderr(&told));
    assert!(stderr(&told).contains("bad.md2") && stderr(&told).contains("cut.md2"), "{}", stderr(&told));

    let json = lines(&info(&["--json", "a"], &folder.0));
    let files: Vec<_> = json.iter().map(|report| report["file"].as_str().unwrap()).collect();
    assert_eq!(files.len(), 5);
    for file in ["a/one.md2", "a/b/lamp.mdl", "a/b/head.md3", "a/bad.md2", "a/cut.md2"] {
        let report = &json[files.iter().position(|found| *found == file).unwrap()];
        let is_broken = ["a/bad.md2", "a/cut.md2"].contains(&file);
        assert_eq!(report["error"].is_string(), is_broken, "{report}");
        assert_eq!(report["header"].is_object(), !is_broken, "{report}");
    }
    let brief = lines(&info(&["--json", "--brief", "a/one.md2", "a/b/lamp.mdl"], &folder.0));
    assert_eq!((&brief[0]["triangles"], &brief[1]["format"]), (&1.into(), &"MDL".into()));
    let sound = info(&["a/one.md2", "a/b"], &folder.0);
    assert_eq!((code(&sound), stderr(&sound).as_str()), (0, ""));
}

#[test]
fn the_header_is_told_as_it_stands_in_the_file() {
    let folder = Folder::new("info-header");
    models(&folder);
    let header = |file: &str| {
        let output = info(&["--json", file], &folder.0);
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["header"].clone()
    };
    let md2 = header("a/one.md2");
    assert_eq!((&md2["num_xyz"], &md2["ofs_end"]), (&3.into(), &triangle().len().into()));
    assert_eq!(header("a/b/head.md3")["num_surfaces"], 1);
    let mdl = header("a/b/lamp.mdl");
    assert!(mdl["scale"].as_array().unwrap().len() == 3 && mdl["size"].is_number(), "{mdl}");
    let text = String::from_utf8(info(&["a/one.md2"], &folder.0).stdout).unwrap();
    assert!(text.contains("  header     version 8, "), "{text}");
}

#[test]
fn standard_input_is_a_model_among_others() {
    let folder = Folder::new("info-stdin");
    models(&folder);
    let mut child = viewer()
        .args(["info", "--json", "-", "a/one.md2"])
        .current_dir(&folder.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&triangle()).unwrap();
    let json = lines(&child.wait_with_output().unwrap());
    assert_eq!(json[0]["file"], "standard input");
    assert_eq!(json[0]["header"], json[1]["header"]);
}

/// As with `| head`.
#[test]
fn who_stops_reading_ends_it_without_a_word() {
    let folder = Folder::new("info-head");
    models(&folder);
    let mut child = viewer()
        .arg("info")
        .args(vec!["a/one.md2"; 400])
        .current_dir(&folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut start = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_a_sentence() {
    let folder = Folder::new("info-full");
    models(&folder);
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = viewer().args(["info", "a/one.md2"]).current_dir(&folder.0).stdout(full).output().unwrap();
    assert_eq!(code(&output), 1);
    assert!(
        stderr(&output).starts_with("md2-viewer: cannot write to standard output: "),
        "{}",
        stderr(&output)
    );
    assert_eq!(stderr(&output).lines().count(), 1);
}
