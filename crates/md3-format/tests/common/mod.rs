//! What several test files need.

#![allow(dead_code, reason = "each test file uses its own part of this")]

use std::path::{Path, PathBuf};

/// The folder of real MD3 models and their texts.
pub(crate) fn corpus_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/md3")
}

/// The real models, by path, or none with a message where the corpus is absent.
pub(crate) fn corpus() -> Vec<(PathBuf, Vec<u8>)> {
    corpus_files("md3")
}

/// The files of the corpus with this extension, by path, or none with a message where the corpus is absent.
pub(crate) fn corpus_files(extension: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let root = corpus_root();
    let mut files = Vec::new();
    collect(&root, extension, &mut files);
    if files.is_empty() {
        eprintln!("skipped: no {extension} files under {}", root.display());
    }
    files.sort();
    files
}

fn collect(folder: &Path, wanted: &str, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, wanted, files);
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted)) {
            let bytes = std::fs::read(&path).expect("a file that was just listed can be read");
            files.push((path, bytes));
        }
    }
}
