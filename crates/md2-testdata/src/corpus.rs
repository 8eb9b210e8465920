//! Real models for tests, if the machine has them, in the folder `shared/corpus` next to the repository.
//!
//! The project does not contain these models. Without the folder, tests that need them print a note and pass:
//!
//! ```
//! for (path, bytes) in md2_testdata::corpus::files("md2") {
//!     assert!(bytes.starts_with(b"IDP2"), "{}", path.display());
//! }
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use crate::skip::skip;

/// Returns the folder of real models. Prints a note and returns `None` if the folder is missing.
pub fn root() -> Option<PathBuf> {
    let root = folder();
    if root.is_dir() {
        return Some(root);
    }
    skip(format_args!("there is no {}", root.display()));
    None
}

/// Returns the sorted paths of all files with this extension (in any case) in [`root`] and its subfolders.
/// Prints a note if there are no such files.
pub fn paths(extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(&folder(), extension, &mut found);
    found.sort();
    if found.is_empty() {
        skip(format_args!("there are no {extension} files under {}", folder().display()));
    }
    found
}

pub fn files(extension: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let read = |path: PathBuf| match fs::read(&path) {
        Ok(bytes) => (path, bytes),
        Err(error) => panic!("{}: {error}", path.display()),
    };
    paths(extension).into_iter().map(read).collect()
}

/// Returns the bytes of the file at `path`, relative to [`root`]. Prints a note and returns `None` if the file is
/// missing.
pub fn file(path: impl AsRef<Path>) -> Option<Vec<u8>> {
    let path = folder().join(path);
    let bytes = fs::read(&path).ok();
    if bytes.is_none() {
        skip(format_args!("there is no {}", path.display()));
    }
    bytes
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus")
}

fn collect(folder: &Path, wanted: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, wanted, found);
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted)) {
            found.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_files_in_all_folders_ignoring_case() {
        let folder = crate::TempFolder::with_files(&["a/b/one.md2", "two.MD2", "a/three.mdl", "four"]);
        let mut found = Vec::new();
        collect(&folder, "md2", &mut found);
        found.sort();
        assert_eq!(found, [folder.join("a/b/one.md2"), folder.join("two.MD2")]);
    }
}
