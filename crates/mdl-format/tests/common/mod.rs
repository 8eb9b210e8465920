//! What several test files need.

#![allow(dead_code, reason = "each test file uses its own part of this")]

use std::path::{Path, PathBuf};

/// The real models, by path, or none with a message where the corpus is absent.
pub(crate) fn corpus() -> Vec<(PathBuf, Vec<u8>)> {
    md2_testdata::corpus::files("mdl")
}

/// One file of the corpus, or `None` with a message where it is absent.
pub(crate) fn real(path: &str) -> Option<Vec<u8>> {
    md2_testdata::corpus::file(Path::new("mdl").join(path))
}
