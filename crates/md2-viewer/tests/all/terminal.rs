//! Tests that text from files and arguments cannot control the terminal.

#![cfg(unix)]

use std::path::Path;

use crate::common::{TempFolder, viewer};
use md2_testdata::hostile::{EVIL, assert_harmless, evil, files};

fn commands(path: &Path, out: &Path) -> Vec<Vec<String>> {
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let render = |more: &[&str]| {
        let mut all = words(&["render", "--force", "--size", "16x16", "-o", &text(out), &text(path)]);
        all.extend(words(more));
        all
    };
    vec![
        render(&[]),
        render(&["--sequence", EVIL]),
        render(&["--skin", EVIL]),
        render(&["--weapon", EVIL]),
        render(&["--device", EVIL]),
        render(&["--time", EVIL]),
        words(&[&text(path)]),
        words(&["--sequence", EVIL, &text(path)]),
        words(&[EVIL, EVIL]),
        words(&["render", "-o", &format!("{EVIL}/a.png"), &text(path)]),
        words(&["render", "-o", EVIL, "--frobnicate", EVIL]),
    ]
}

#[test]
fn escapes_control_characters() {
    let folder = TempFolder::new();
    let out = folder.join(evil("out"));
    for path in files(&folder) {
        for command in commands(&path, &out) {
            let output = viewer().args(&command).current_dir(&folder).output().unwrap();
            // Without Vulkan the program prints a message as well.
            assert_harmless(&output, &format!("{command:?}"));
        }
    }
}
