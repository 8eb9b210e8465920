//! Temporary folders for tests.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

/// A temporary folder for one test, removed when the value is dropped.
#[derive(Debug)]
pub struct TempFolder(PathBuf);

impl TempFolder {
    #[allow(clippy::new_without_default, reason = "it creates a folder")]
    pub fn new() -> Self {
        Self::with_files(&[])
    }

    pub fn with_files(files: &[&str]) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = Self(env::temp_dir().join(format!("md2-test-{}-{number}", process::id())));
        fs::create_dir_all(&folder.0).expect("temporary folders can be created");
        for file in files {
            folder.write(file, b"");
        }
        folder
    }

    /// Creates a folder with empty files at the paths in `files`, which are separated by spaces.
    pub fn from_list(files: &str) -> Self {
        Self::with_files(&files.split_whitespace().collect::<Vec<_>>())
    }

    pub fn path(&self, file: &str) -> PathBuf {
        self.0.join(file)
    }

    pub fn write(&self, file: &str, bytes: &[u8]) {
        let _ = self.file(file, bytes);
    }

    pub fn file(&self, file: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(file);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("folders can be created");
        fs::write(&path, bytes).expect("files can be written");
        path
    }

    /// Returns the path of a file relative to the folder, with forward slashes.
    pub fn name_of(&self, path: &Path) -> String {
        let inside = path.strip_prefix(&self.0).expect("the path is inside the folder");
        inside.to_str().expect("test files have plain names").replace('\\', "/")
    }
}

/// Returns a relative path as programs display it on this system: with backslashes on Windows.
pub fn native(path: &str) -> String {
    path.replace('/', std::path::MAIN_SEPARATOR_STR)
}

/// Returns the names of all entries in a folder, in alphabetical order.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("the entry can be read").file_name();
    let mut names: Vec<_> = entries.map(|entry| name(entry).into_string().expect("plain names")).collect();
    names.sort();
    names
}

impl Deref for TempFolder {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl AsRef<Path> for TempFolder {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        // Ignored: a test must not fail because a folder cannot be removed.
        let _ = fs::remove_dir_all(&self.0);
    }
}
