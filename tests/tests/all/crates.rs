//! Tests the number of crates in a build of the viewer, and which crates occur in two versions.
//!
//! Every crate adds seconds to the first build. So each new crate must be a deliberate decision, which is recorded in this file.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// The maximum number of crates in a build of the viewer on Linux, including build scripts and the crates of the workspace.
const MAX_CRATES: usize = 230;

/// The crates of which a build may contain two versions, each with the dependency that needs the older version.
const TWICE: &[(&str, &str)] = &[
    ("getrandom", "ahash, egui's hasher"),
    ("linux-raw-sys", "rustix 0.38"),
    ("miniz_oxide", "png, which flate2 is ahead of"),
    ("rustix", "calloop 0.13, winit's Wayland side"),
    ("syn", "thiserror 1"),
    ("thiserror", "calloop 0.13, winit's Wayland side"),
    ("thiserror-impl", "thiserror 1"),
];

fn tree() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--package", "md2-viewer", "--edges", "normal,build", "--prefix", "none"])
        .args(["--format", "{p}", "--target", "x86_64-unknown-linux-gnu", "--offline", "--locked"])
        .current_dir(md2_tests::root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut tree: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in String::from_utf8(output.stdout).expect("names are text").lines() {
        let mut words = line.split_whitespace();
        let (Some(name), Some(version)) = (words.next(), words.next()) else { continue };
        tree.entry(name.to_owned()).or_default().insert(version.to_owned());
    }
    tree
}

#[test]
fn the_viewer_depends_on_no_more_crates_than_allowed() {
    let tree = tree();
    let count: usize = tree.values().map(BTreeSet::len).sum();
    assert!(tree.contains_key("md2-format") && tree.contains_key("winit"), "{tree:?}");
    assert!(
        count <= MAX_CRATES,
        "{count} crates, allowed {MAX_CRATES}; `cargo tree -p md2-viewer` shows the dependents"
    );
    let twice: Vec<&str> = tree.iter().filter(|(_, is)| is.len() > 1).map(|(name, _)| &**name).collect();
    let allowed: Vec<&str> = TWICE.iter().map(|(name, _)| *name).collect();
    assert_eq!(twice, allowed, "crates in two versions, found and allowed");
}
