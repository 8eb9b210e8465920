//! Tests that each library has a README with short snippets, which are compiled, and the files of a package.

use std::fs;
use std::path::PathBuf;

use md2_tests::root;

/// The maximum number of code lines in a snippet, without empty lines.
const MOST_LINES: usize = 30;

fn folder(name: &str) -> PathBuf {
    root().join("crates").join(name)
}

fn read(path: &std::path::Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn libraries() -> Vec<String> {
    let folders = fs::read_dir(root().join("crates")).expect("the crates exist");
    let names = folders.map(|entry| entry.expect("a readable folder").file_name().into_string().unwrap());
    let is_published = |name: &String| {
        let manifest = read(&folder(name).join("Cargo.toml"));
        !manifest.lines().any(|line| line.trim() == "publish = false")
    };
    names.filter(is_published).collect()
}

fn blocks(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut found: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut is_inside = false;
    for line in text.lines() {
        match (line.strip_prefix("```"), is_inside) {
            (Some(words), false) => {
                found.push((words, Vec::new()));
                is_inside = true;
            }
            (Some(_), true) => is_inside = false,
            (None, true) => found.last_mut().expect("a block is open").1.push(line),
            (None, false) => {}
        }
    }
    assert!(!is_inside, "a block of code does not end");
    found
}

#[test]
fn every_readme_has_short_snippets_that_are_compiled() {
    for name in libraries() {
        let readme = read(&folder(&name).join("README.md"));
        let blocks = blocks(&readme);
        // rustdoc treats a block without words as Rust.
        let snippets: Vec<_> =
            blocks.iter().filter(|(words, _)| words.is_empty() || words.starts_with("rust")).collect();
        assert!(!snippets.is_empty(), "{name}: no snippet");
        for (words, lines) in snippets {
            assert!(!words.contains("ignore") && !words.is_empty(), "{name}: a snippet is not compiled");
            let code = lines.iter().filter(|line| !line.trim().is_empty()).count();
            assert!(code <= MOST_LINES, "{name}: {code} lines, allowed {MOST_LINES}: {}", lines[0]);
            // Hidden lines are visible in a README, unlike in generated documentation.
            assert!(!lines.iter().any(|line| line.starts_with("# ")), "{name}: a hidden line");
        }
        let library = read(&folder(&name).join("src/lib.rs"));
        let is_compiled = library.contains("[doc = include_str!(\"../README.md\")]");
        assert!(is_compiled, "{name}: the examples of its README are no tests");
    }
}

#[test]
fn every_library_has_the_fields_and_files_of_a_package() {
    for name in libraries() {
        let manifest = read(&folder(&name).join("Cargo.toml"));
        for field in ["description", "version", "license", "rust-version", "keywords", "categories"] {
            assert!(manifest.lines().any(|line| line.starts_with(field)), "{name}: no {field}");
        }
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(folder(&name).join(file).is_file(), "{name}: no {file}");
        }
    }
}

#[test]
fn every_readme_states_the_rust_version_the_features_and_the_need_of_the_standard_library() {
    let workspace = read(&root().join("Cargo.toml"));
    let version = workspace.lines().find_map(|line| line.strip_prefix("rust-version = "));
    let version = format!("Rust {} or later", version.expect("a version").trim_matches('"'));
    for name in libraries() {
        let [readme, library, manifest] =
            ["README.md", "src/lib.rs", "Cargo.toml"].map(|file| read(&folder(&name).join(file)));
        assert!(readme.contains(&version), "{name}: no \"{version}\"");
        let is_no_std = library.contains("#![no_std]") || library.contains("no_std)]");
        assert_eq!(readme.contains("`no_std`"), is_no_std, "{name}: `no_std`");
        assert_eq!(readme.contains("with the standard library"), !is_no_std, "{name}: standard library");
        let features =
            manifest.split("[features]\n").nth(1).map(|rest| rest.split("\n[").next().unwrap_or(rest));
        let lines = features.into_iter().flat_map(str::lines);
        let names = lines.filter_map(|line| line.split_once(" = ")).map(|(feature, _)| feature);
        for feature in names.filter(|feature| *feature != "default") {
            assert!(readme.contains(&format!("`{feature}`")), "{name}: the feature `{feature}` is not named");
        }
        assert!(features.is_some() || readme.contains("no features"), "{name}: \"no features\"");
    }
}
