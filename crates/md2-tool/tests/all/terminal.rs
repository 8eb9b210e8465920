//! Tests that texts from files are escaped and shortened before they are printed to a terminal.

#![cfg(unix)]

use std::path::Path;

use crate::common::{TempFolder, code, md2, stderr, stdout};
use md2_testdata::hostile::{EVIL, assert_harmless, evil, files};
use md2_testdata::one_triangle;

fn commands(path: &Path, out: &Path) -> Vec<Vec<String>> {
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    vec![
        words(&["info", &text(path)]),
        words(&["info", "--json", &text(path)]),
        words(&["info", "--brief", &text(path), &text(path)]),
        words(&["check", "--explain", &text(path)]),
        words(&["check", "--json", &text(path)]),
        words(&["check", "--format", "sarif", &text(path)]),
        words(&["check", &text(path), EVIL]),
        words(&["check", "--engine", EVIL, &text(path)]),
        words(&["repair", "--force", "-o", &text(out), &text(path)]),
        words(&["diff", &text(path), "scripted/a.md2"]),
        words(&["diff", "--json", &text(path), &text(path)]),
        words(&[EVIL, EVIL]),
        words(&["info", EVIL]),
        words(&["thumbnail", "-o", &format!("{EVIL}/a.png"), &text(path)]),
        words(&["export", "--force", "--skin", EVIL, "-o", &text(out), "--to", "glb", &text(path)]),
        words(&["export", "-o", EVIL, "--frobnicate", EVIL]),
        words(&["catalog", "--force", "--size", "16", "-o", "catalog", &text(path)]),
    ]
}

#[test]
fn escapes_texts_from_files() {
    let folder = TempFolder::new();
    let out = folder.join(evil("out"));
    let paths = files(&folder);
    let output = md2().arg("info").arg(paths.last().unwrap()).output().unwrap();
    let text = stdout(&output);
    for shown in
        ["lower.md3", "animation.cfg: ", "\\u{1b}]0;t\\u{7}\\u{9b}31m\\u{7f}\\u{202e}\\u{2066}\\n\\r"]
    {
        assert!(code(&output) == 0 && text.contains(shown), "{shown} in {text}");
    }
    for path in paths {
        for command in commands(&path, &out) {
            let output = md2().args(&command).current_dir(&folder).output().unwrap();
            assert_harmless(&output, &format!("{command:?}"));
        }
    }
}

#[test]
fn shortens_a_name_of_70_000_characters() {
    let folder = TempFolder::new();
    let long = "long".repeat(17_500);
    let model = folder.file("m.md2", one_triangle().build().bytes());
    folder.file("m.anm", format!("{long} 0 1 10\nshort 0 1 10\n").as_bytes());
    let out = folder.join("a.png");
    for command in commands(&model, &out) {
        let command: Vec<String> = command.iter().map(|word| word.replace(EVIL, &long)).collect();
        let output = md2().args(&command).current_dir(&folder).output().unwrap();
        let shown = command.iter().map(|word| word.chars().take(40).collect::<String>()).collect::<Vec<_>>();
        if command.iter().any(|word| word == "--json") {
            // JSON contains the whole name, each time it occurs.
            assert!(output.stdout.len() < 10 * long.len() && code(&output) == 0, "{}", stderr(&output));
            continue;
        }
        assert_harmless(&output, &format!("{shown:?}"));
        assert!(output.stderr.len() < 10_000, "{shown:?}: {} bytes", output.stderr.len());
    }
    let text = stdout(&md2().arg("info").arg(&model).output().unwrap());
    let short = text.lines().find(|line| line.contains("short")).unwrap();
    assert!(short.len() < 120, "a long name does not widen the column for others: {short}");
}
