//! Folders for the files of one test.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

/// A folder of its own for one test, removed when the value is dropped.
#[derive(Debug)]
pub struct TempFolder(PathBuf);

impl TempFolder {
    /// An empty folder.
    ///
    /// # Panics
    /// If the folder cannot be made.
    #[must_use]
    #[allow(clippy::new_without_default, reason = "it makes a folder")]
    pub fn new() -> Self {
        Self::with_files(&[])
    }

    /// A folder with empty files at these paths.
    ///
    /// # Panics
    /// If the folder or a file cannot be made.
    #[must_use]
    pub fn with_files(files: &[&str]) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = Self(env::temp_dir().join(format!("md2-test-{}-{number}", process::id())));
        fs::create_dir_all(&folder.0).expect("temporary folders can be made");
        for file in files {
            folder.write(file, b"");
        }
        folder
    }

    /// A folder with empty files, whose paths stand apart by spaces.
    ///
    /// # Panics
    /// If the folder or a file cannot be made.
    #[must_use]
    pub fn from_list(files: &str) -> Self {
        Self::with_files(&files.split_whitespace().collect::<Vec<_>>())
    }

    /// The path of a file in the folder.
    #[must_use]
    pub fn path(&self, file: &str) -> PathBuf {
        self.0.join(file)
    }

    /// Writes a file, and makes the folders on the way to it.
    ///
    /// # Panics
    /// If it cannot be written.
    pub fn write(&self, file: &str, bytes: &[u8]) {
        let _ = self.file(file, bytes);
    }

    /// Writes a file as [`write`](Self::write) does, and returns its path.
    ///
    /// # Panics
    /// If it cannot be written.
    #[allow(clippy::must_use_candidate, reason = "it writes a file")]
    pub fn file(&self, file: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(file);
        fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("folders can be made");
        fs::write(&path, bytes).expect("files can be written");
        path
    }

    /// The path of a file relative to the folder, with slashes.
    ///
    /// # Panics
    /// If the path leads outside the folder.
    #[must_use]
    pub fn name_of(&self, path: &Path) -> String {
        let inside = path.strip_prefix(&self.0).expect("nothing outside the folder is found");
        inside.to_str().expect("test files have plain names").replace('\\', "/")
    }
}

/// The names of a folder's entries, in alphabetical order.
///
/// # Panics
/// If it cannot be read, or a name is no text.
#[must_use]
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("it can be read").file_name();
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
        // A folder that stays behind is no reason to fail.
        let _ = fs::remove_dir_all(&self.0);
    }
}
