//! Operations on files and folders. Their errors contain the path.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Converts an I/O error to a message that begins with the path.
pub(crate) fn named<T>(path: &Path, result: io::Result<T>) -> Result<T, Failure> {
    result.map_err(|error| format!("{}: {error}", path.display()))
}

pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    named(path, fs::read_to_string(path))
}

pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut paths = Vec::new();
    for entry in named(folder, fs::read_dir(folder))? {
        paths.push(named(folder, entry)?.path());
    }
    paths.sort();
    Ok(paths)
}

/// Returns all files below a folder, sorted. If the folder does not exist, returns no files.
pub(crate) fn files_below(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in if folder.is_dir() { entries(folder)? } else { Vec::new() } {
        if path.is_dir() {
            files.extend(files_below(&path)?);
        } else {
            files.push(path);
        }
    }
    Ok(files)
}

pub(crate) fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    make_folder(path.parent().unwrap_or(path))?;
    named(path, fs::write(path, bytes))
}

pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    make_folder(to.parent().unwrap_or(to))?;
    named(from, fs::copy(from, to).map(drop))
}

pub(crate) fn make_folder(path: &Path) -> Result<(), Failure> {
    named(path, fs::create_dir_all(path))
}

pub(crate) fn remove_folder(folder: &Path) -> Result<(), Failure> {
    if folder.exists() { named(folder, fs::remove_dir_all(folder)) } else { Ok(()) }
}
