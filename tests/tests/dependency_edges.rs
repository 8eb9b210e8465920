//! Which crate may use which: the layers of ARCHITECTURE.md, held.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

/// The workspace crates each package may depend on outside its tests.
const EDGES: &[(&str, &[&str])] = &[
    ("md2-common", &[]),
    ("md2-format", &["md2-common"]),
    ("mdl-format", &["md2-common"]),
    ("md3-format", &["md2-common"]),
    ("md2-anim", &[]),
    ("md2-mesh", &["md2-common"]),
    ("md2-load", &["md2-common", "md2-format", "mdl-format", "md3-format", "md2-anim", "md2-mesh"]),
    ("md2-assets", &["md2-common", "md3-format"]),
    ("md2-render", &["md2-common", "md2-mesh"]),
    (
        "md2-viewer",
        &["md2-common", "md2-format", "md2-anim", "md2-load", "md2-mesh", "md2-assets", "md2-render"],
    ),
    ("md2-testdata", &[]),
    ("md2-tests", &[]),
    ("xtask", &[]),
    ("build-shaders", &[]),
    ("build-assets", &["md2-format"]),
];

/// Outside crates that a package must not use, because its layer has no business there.
const FORBIDDEN: &[(&str, &[&str])] = &[
    ("md2-mesh", &["ash", "winit", "image"]),
    ("md2-load", &["ash", "winit", "image"]),
    ("md2-assets", &["ash", "winit", "egui"]),
    ("md2-render", &["winit", "egui", "image"]),
];

/// Packages reused alone elsewhere, with every outside crate they may use.
const ALONE: &[(&str, &[&str])] = &[
    ("md2-common", &["zerocopy", "serde"]),
    ("md2-format", &["md2-common", "nom", "zerocopy", "serde"]),
    ("mdl-format", &["md2-common", "nom", "zerocopy", "serde"]),
    ("md3-format", &["md2-common", "nom", "zerocopy", "serde"]),
    ("md2-anim", &[]),
];

/// For each package of the workspace, what it depends on outside its tests and build scripts.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(md2_tests::root())
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
    let packages = metadata["packages"].as_array().expect("there are packages");
    let name = |value: &Value| value["name"].as_str().expect("a name is a string").to_owned();
    packages
        .iter()
        .map(|package| {
            let all = package["dependencies"].as_array().expect("a list");
            (name(package), all.iter().filter(|dependency| dependency["kind"].is_null()).map(name).collect())
        })
        .collect()
}

fn allowed<'a>(table: &'a [(&str, &'a [&'a str])], package: &str) -> Option<&'a [&'a str]> {
    table.iter().find(|(name, _)| *name == package).map(|(_, list)| *list)
}

#[test]
fn crates_use_only_the_layers_below_them() {
    let packages = dependencies();
    for (package, used) in &packages {
        let edges = allowed(EDGES, package).unwrap_or_else(|| panic!("{package} has no entry in EDGES"));
        for dependency in used.iter().filter(|name| packages.contains_key(*name)) {
            assert!(edges.contains(&dependency.as_str()), "{package} must not use {dependency}");
        }
    }
}

#[test]
fn layers_keep_away_from_what_is_not_theirs() {
    let packages = dependencies();
    for (package, forbidden) in FORBIDDEN {
        let used = packages.get(*package).unwrap_or_else(|| panic!("there is no {package}"));
        assert!(
            !forbidden.iter().any(|name| used.iter().any(|u| u == name)),
            "{package} uses one of {forbidden:?}"
        );
    }
    for (package, outside) in ALONE {
        let used = packages.get(*package).unwrap_or_else(|| panic!("there is no {package}"));
        let extra: Vec<_> = used.iter().filter(|name| !outside.contains(&name.as_str())).collect();
        assert!(extra.is_empty(), "{package} uses {extra:?}");
    }
}
