//! Folders of the workspace and of tests.

use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::failure::Failure;

/// The workspace's root folder.
#[must_use]
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// A new empty folder for one test, named after it.
///
/// # Errors
/// If the folder cannot be made.
pub fn temporary_folder(name: &str) -> Result<PathBuf, Failure> {
    let folder = env::temp_dir().join(format!("md2-tests-{name}-{}", std::process::id()));
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}
