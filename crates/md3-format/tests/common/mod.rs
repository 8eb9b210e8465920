//! What several test files need.

#![allow(dead_code, reason = "each test file uses its own part of this")]

use std::path::PathBuf;

/// The real models, by path, or none with a message where the corpus is absent.
pub(crate) fn corpus() -> Vec<(PathBuf, Vec<u8>)> {
    corpus_files("md3")
}

/// The files of the corpus with this extension, by path, or none with a message where the corpus is absent.
pub(crate) fn corpus_files(extension: &str) -> Vec<(PathBuf, Vec<u8>)> {
    md2_testdata::corpus::files(extension)
}
