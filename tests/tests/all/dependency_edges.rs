//! Tests that crates depend only on the layers below them, as described in ARCHITECTURE.md.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

/// The crates of this workspace on which each package may depend. Dependencies of tests do not count.
const EDGES: &[(&str, &str)] = &[
    ("md2-common", ""),
    ("md2-format", "md2-common"),
    ("mdl-format", "md2-common"),
    ("md3-format", "md2-common"),
    ("md2-anim", "md2-common"),
    ("md2-mesh", "md2-common"),
    ("md2-salvage", "md2-common"),
    ("md2-load", "md2-common md2-format mdl-format md3-format md2-salvage md2-anim md2-mesh"),
    ("md2-steady", "md2-common md2-mesh"),
    ("md2-edit", "md2-common mdl-format md2-format md3-format md2-anim md2-mesh"),
    ("md2-assets", "md2-common md3-format"),
    ("md2-kit", "md2-common md2-format mdl-format md3-format md2-anim md2-mesh md2-load md2-assets"),
    ("md2-gltf", ""),
    ("md2-picture", "md2-common mdl-format md2-mesh"),
    (
        "md2-export",
        "md2-common md2-format mdl-format md3-format md2-gltf md2-anim md2-mesh md2-load md2-picture",
    ),
    ("md2-render", "md2-common md2-mesh"),
    ("md2-scene", "md2-common md2-anim md2-load md2-mesh md2-assets md2-picture md2-task"),
    ("md2-task", ""),
    ("md2-browse", "md2-assets md2-picture md2-load md2-scene md2-task"),
    (
        "md2-tool",
        "md2-anim md2-assets md2-edit md2-export md2-load md2-mesh md2-picture md2-scene md2-steady md2-task",
    ),
    ("md2-stage", "md2-anim md2-mesh md2-picture md2-render md2-scene md2-steady md2-task"),
    ("md2-panels", "md2-anim md2-assets md2-browse md2-load md2-mesh md2-scene md2-task"),
    (
        "md2-viewer",
        "md2-assets md2-browse md2-load md2-mesh md2-panels md2-picture md2-render md2-scene \
         md2-stage md2-task md2-tool",
    ),
    ("md2-testdata", ""),
    ("md2-tests", "md2-testdata"),
    ("xtask", ""),
    ("build-shaders", ""),
    ("build-assets", "md2-format"),
];

/// External crates that a package must not depend on, because they belong to another layer of the architecture.
const FORBIDDEN: &[(&str, &str)] = &[
    ("md2-mesh", "ash winit image"),
    ("md2-load", "ash winit image"),
    ("md2-steady", "ash winit image"),
    ("md2-edit", "ash winit image"),
    ("md2-assets", "ash winit egui"),
    ("md2-kit", "ash winit egui"),
    ("md2-picture", "ash winit egui"),
    ("md2-export", "ash winit egui"),
    ("md2-render", "winit egui image"),
    ("md2-scene", "ash winit egui"),
    ("md2-task", "ash winit egui"),
    ("md2-browse", "ash winit egui"),
    ("md2-tool", "ash winit egui"),
    ("md2-stage", "winit egui"),
    ("md2-panels", "ash winit"),
];

/// Packages that other projects use without the rest of the toolkit, each with the only crates on which it may depend.
const ALONE: &[(&str, &str)] = &[
    ("md2-common", "bytemuck"),
    ("md2-format", "md2-common nom"),
    ("mdl-format", "libm md2-common nom"),
    ("md3-format", "md2-common nom"),
    ("md2-anim", "libm md2-common"),
];

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

fn has(list: &str, name: &str) -> bool {
    list.split(' ').any(|listed| listed == name)
}

#[test]
fn crates_use_only_the_layers_below_them() {
    let packages = dependencies();
    for (package, used) in &packages {
        let edges = EDGES.iter().find(|(name, _)| name == package);
        let (_, edges) = edges.unwrap_or_else(|| panic!("{package} has no entry in EDGES"));
        for dependency in used.iter().filter(|name| packages.contains_key(*name)) {
            assert!(has(edges, dependency), "{package} must not use {dependency}");
        }
    }
}

#[test]
fn crates_use_only_external_crates_of_their_layer() {
    let packages = dependencies();
    for (package, forbidden) in FORBIDDEN {
        let used = packages.get(*package).unwrap_or_else(|| panic!("no package {package}"));
        assert!(!used.iter().any(|name| has(forbidden, name)), "{package} uses one of {forbidden}");
    }
    for (package, outside) in ALONE {
        let used = packages.get(*package).unwrap_or_else(|| panic!("no package {package}"));
        let extra: Vec<_> = used.iter().filter(|name| !has(outside, name)).collect();
        assert!(extra.is_empty(), "{package} uses {extra:?}");
    }
}

/// Texts that must not occur in the `vk` module of `md2-render`, since they refer to items outside of it. The module must remain
/// independent, so that it could become a crate.
const OUTSIDE_THE_VULKAN_LAYER: &[&str] =
    &["crate::", "super::super", "md2_", "glam", "egui", "winit", "include"];

#[test]
fn the_vulkan_layer_could_be_a_crate() {
    let folder = md2_tests::root().join("crates/md2-render/src/vk");
    let mut files = 0;
    for entry in std::fs::read_dir(&folder).expect("the layer exists") {
        let path = entry.expect("a readable folder").path();
        assert!(path.is_file(), "{}: this test checks only files, without subfolders", path.display());
        files += 1;
        let text = std::fs::read_to_string(&path).expect("source is text");
        for (number, line) in (1..).zip(text.lines()) {
            let code = line.split("//").next().unwrap_or(line);
            let outside = OUTSIDE_THE_VULKAN_LAYER.iter().find(|outside| code.contains(**outside));
            assert!(outside.is_none(), "{}:{number}: {outside:?} in: {line}", path.display());
        }
    }
    assert!(files > 10, "only {files} files in {}", folder.display());
}
