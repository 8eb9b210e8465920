//! Folders and pictures that several tests need.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

/// A folder of its own for one test, gone when the test is over.
pub(crate) struct TempFolder(PathBuf);

impl TempFolder {
    /// The folder with empty files at these paths.
    pub(crate) fn with_files(files: &[&str]) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = Self(env::temp_dir().join(format!("md2-assets-test-{}-{number}", process::id())));
        fs::create_dir_all(&folder.0).expect("temporary folders can be made");
        for file in files {
            folder.write(file, b"");
        }
        folder
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.0.join(file)
    }

    pub(crate) fn write(&self, file: &str, bytes: &[u8]) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("folders can be made");
        fs::write(path, bytes).expect("files can be written");
    }

    /// A path in the folder as a test writes it.
    pub(crate) fn name_of(&self, path: &Path) -> String {
        let inside = path.strip_prefix(&self.0).expect("nothing outside the folder is found");
        inside.to_str().expect("test files have plain names").replace('\\', "/")
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        // A folder that stays behind is no reason to fail.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A PCX, built field by field.
#[derive(Clone)]
pub(crate) struct Pcx {
    pub(crate) size: [u16; 2],
    pub(crate) bits: u8,
    pub(crate) planes: u8,
    pub(crate) bytes_per_line: u16,
    /// What follows the header: pixels, mark, palette.
    pub(crate) body: Vec<u8>,
}

impl Pcx {
    pub(crate) fn build(&self) -> Vec<u8> {
        let mut file = vec![0x0a, 5, 1, self.bits];
        for value in [0, 0, self.size[0].wrapping_sub(1), self.size[1].wrapping_sub(1), 72, 72] {
            file.extend(value.to_le_bytes());
        }
        // Sixteen colors: red grows with the index.
        file.extend((0..16).flat_map(|index| [index * 10, 0, 0]));
        file.extend([0, self.planes]);
        file.extend(self.bytes_per_line.to_le_bytes());
        file.extend([1, 0]);
        file.resize(128, 0);
        file.extend(&self.body);
        file
    }
}

/// 256 colors: index `i` is (i, 255 - i, 7).
pub(crate) fn palette() -> Vec<u8> {
    (0..=u8::MAX).flat_map(|index| [index, u8::MAX - index, 7]).collect()
}

/// Bytes as runs of one, so that every value is allowed.
pub(crate) fn encode(pixels: &[u8]) -> Vec<u8> {
    pixels.iter().flat_map(|&pixel| [0xc1, pixel]).collect()
}
