//! What several test files need.

#![allow(dead_code, reason = "each test file uses its own part of this")]

use std::path::{Path, PathBuf};

/// The real models, by path, or none with a message where the corpus is absent.
pub(crate) fn corpus() -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    collect(&root(), &mut files);
    if files.is_empty() {
        eprintln!("skipped: no models under {}", root().display());
    }
    files.sort();
    files
}

/// One file of the corpus, or `None` with a message where it is absent.
pub(crate) fn real(path: &str) -> Option<Vec<u8>> {
    let path = root().join(path);
    let file = std::fs::read(&path).ok();
    if file.is_none() {
        eprintln!("skipped: there is no {}", path.display());
    }
    file
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/mdl")
}

fn collect(folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("mdl")) {
            let bytes = std::fs::read(&path).expect("a file that was just listed can be read");
            files.push((path, bytes));
        }
    }
}
