//! Folders of tests.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

/// A picture that can be decoded.
pub(crate) const PICTURE: &[u8] = include_bytes!("../../../../assets/wanderer/moss.png");

/// A folder of a test's own, removed when it ends.
#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(test: &str) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        // Two tests of the same name run at the same time.
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("md2-scene-{test}-{}-{number}", process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder");
        Self(folder)
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    pub(crate) fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("the folder is ours");
        fs::write(path, bytes).expect("the folder is ours");
    }

    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.path(path)).expect("it was there");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Left behind is better than a panic while another one unwinds.
        let _ = fs::remove_dir_all(&self.0);
    }
}
