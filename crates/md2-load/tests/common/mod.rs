//! Models that several tests need.

#![allow(dead_code, reason = "each test binary uses its own part")]

use std::fs;
use std::path::{Path, PathBuf};

use md2_format::Md2;
use md2_load::LoadOptions;
use md2_mesh::Mesh;
use md2_testdata::Spec;

/// The mesh of a fixture.
pub(crate) fn mesh(spec: &Spec, options: &LoadOptions) -> Mesh {
    let file = spec.build();
    let md2 = Md2::parse(file.bytes()).expect("the fixture is sound");
    md2_load::md2::mesh(&md2, options).expect("the fixture makes a mesh")
}

/// Real models, by path; none, with a message, where they are not at hand.
pub(crate) fn corpus() -> Vec<(PathBuf, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md2")) {
                let bytes = fs::read(&path).expect("a listed file can be read");
                found.push((path, bytes));
            }
        }
    }
    if found.is_empty() {
        eprintln!("skipped: no models in {}", root.display());
    }
    found.sort();
    found
}
