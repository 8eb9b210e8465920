//! Tests that the README of each library shows its main uses in short snippets, which are compiled.

use std::fs;
use std::path::PathBuf;

use md2_tests::root;

use crate::tidy::files;

/// The maximum number of code lines in a snippet, without empty lines.
const MOST_LINES: usize = 30;

/// The calls that the snippets in the README of each package must contain.
const SHOWN: &[(&str, &[&str])] = &[
    ("md2-common", &["FileKind::detect", "nearest_normal("]),
    ("md2-format", &["Md2::parse", "::check(", "::salvage(", "to_model()", "to_bytes()", "stripify("]),
    ("mdl-format", &["Mdl::parse", "::check(", "Palette::", "to_model()", "to_bytes()"]),
    ("md3-format", &["Md3::parse", "::check(", "SkinFile::new"]),
    ("md2-anim", &["detect(", "Playback::for_sequence", "Script::parse", "CrossFade::new("]),
    ("md2-mesh", &["Mesh::from_parts", "blend::blend_vertex"]),
    ("md2-load", &["load(", "check(", "Playback::for_sequence", "blend::blend_vertex"]),
    ("md2-steady", &["restore_watched("]),
    ("md2-edit", &["Model::parse", "rename_frames(", "transform(", "to_bytes()"]),
    ("md2-assets", &["read_model(", "find_skins(", "load_image(", "find_models("]),
    ("md2-kit", &["open(", ".play(", ".blended(", ".skins("]),
    ("md2-gltf", &["glb::read(", "from_json("]),
    ("md2-export", &["to_glb()", "PosedModel::new", "import_gltf("]),
    (
        "md2-render",
        &[
            "Renderer::headless",
            "render_image(",
            "Renderer::for_window",
            ".draw(",
            "AliasPass::new(",
            ".set_view(",
        ],
    ),
    ("md2-testdata", &["one_triangle()", "set_u16(", "run_rounds(", "heap::peak("]),
];

/// Packages that are not published, so that the snippets must not use them.
const FOR_TESTS: [&str; 6] =
    ["md2_testdata", "md2-testdata", "md2_tests", "md2-tests", "build_assets", "build_shaders"];

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
fn every_readme_shows_the_main_uses_in_short_snippets() {
    let libraries = libraries();
    assert_eq!(libraries.len(), SHOWN.len(), "{libraries:?}");
    for name in &libraries {
        let (_, calls) =
            SHOWN.iter().find(|(library, _)| library == name).unwrap_or_else(|| panic!("{name}"));
        let readme = read(&folder(name).join("README.md"));
        let blocks = blocks(&readme);
        // rustdoc treats a block without words as Rust.
        let snippets: Vec<_> =
            blocks.iter().filter(|(words, _)| words.is_empty() || words.starts_with("rust")).collect();
        for (words, lines) in &snippets {
            assert!(!words.contains("ignore") && !words.is_empty(), "{name}: a snippet is not compiled");
            let code = lines.iter().filter(|line| !line.trim().is_empty()).count();
            assert!(code <= MOST_LINES, "{name}: {code} lines, allowed {MOST_LINES}: {}", lines[0]);
            // Hidden lines are visible in a README, unlike in generated documentation.
            assert!(!lines.iter().any(|line| line.starts_with("# ")), "{name}: a hidden line");
        }
        for call in *calls {
            let is_shown = snippets.iter().any(|(_, lines)| lines.iter().any(|line| line.contains(call)));
            assert!(is_shown, "{name}: no snippet of its README has {call}");
        }
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
fn every_readme_is_compiled() {
    for name in libraries() {
        let library = read(&folder(&name).join("src/lib.rs"));
        let is_compiled = library.contains("#[doc = include_str!(\"../README.md\")]");
        assert!(is_compiled, "{name}: the examples of its README are no tests");
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

#[test]
fn documents_do_not_mention_packages_for_tests() {
    for name in libraries() {
        let test_package = |line: &str| {
            FOR_TESTS
                .into_iter()
                .find(|other| *other != name.replace('-', "_") && *other != name && line.contains(other))
        };
        for path in files(&format!("crates/{name}/src"), "rs") {
            for (number, line) in (1..).zip(read(&path).lines()) {
                let line = line.trim_start();
                let text = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
                // Lines of an example that start with `# ` are not shown.
                let shown = text.filter(|text| !text.trim_start().starts_with("# "));
                let found = shown.and_then(test_package);
                assert!(found.is_none(), "{}:{number}: mentions {}", path.display(), found.unwrap_or(""));
            }
        }
        for page in files(&format!("crates/{name}"), "md") {
            let text = read(&page);
            // Only the examples of a page are for users.
            let found = blocks(&text).into_iter().flat_map(|(_, lines)| lines).find_map(test_package);
            assert!(found.is_none(), "{}: mentions {}", page.display(), found.unwrap_or(""));
        }
    }
}
