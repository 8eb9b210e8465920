//! Files in memory as a source of files.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::archive::{Archive, is_archive};
use crate::read::{FOLDER, ReadAs, ReadError, entry_error};
use crate::source::{FileSource, SourceEntry};

/// Files in memory, for programs without a file system, and for tests.
///
/// Paths are relative to an imaginary folder, which can be the root of a game. Archives can be listed and read like folders, with the
/// same limits as on disk.
#[derive(Debug, Default)]
pub struct MemoryFiles {
    files: BTreeMap<PathBuf, MemoryFile>,
}

#[derive(Debug)]
struct MemoryFile {
    bytes: Vec<u8>,
    archive: Option<Archive>,
}

impl MemoryFiles {
    /// Adds a file, or replaces the file at the same path.
    pub fn insert(&mut self, path: impl AsRef<Path>, bytes: impl Into<Vec<u8>>) {
        let bytes = bytes.into();
        let archive = if is_archive(&bytes) { Archive::from_bytes(&bytes).ok() } else { None };
        self.files.insert(normal(path.as_ref()), MemoryFile { bytes, archive });
    }

    /// Returns the archive that contains `path`, and the rest of the path, which is empty for the archive itself.
    fn archive(&self, path: &Path) -> Option<(&MemoryFile, &Archive, String)> {
        path.ancestors().find_map(|above| {
            let file = self.files.get(above)?;
            let names = path.strip_prefix(above).ok()?.iter().map(|name| name.to_str());
            Some((file, file.archive.as_ref()?, names.collect::<Option<Vec<_>>>()?.join("/")))
        })
    }

    fn start(&self, path: &Path, length: u64) -> Result<Vec<u8>, ReadError> {
        let path = &normal(path);
        if let Some(MemoryFile { bytes, .. }) = self.files.get(path) {
            let length = usize::try_from(length).unwrap_or(usize::MAX).min(bytes.len());
            return Ok(bytes[..length].to_vec());
        }
        if let Some((file, archive, name)) = self.archive(path) {
            let entry =
                archive.find(&name).and_then(|entry| Archive::read_start(&&*file.bytes, entry, length));
            return entry.map_err(|error| entry_error(path, archive, &name, error));
        }
        let path = path.clone();
        Err(match self.is_folder(&path) {
            true => ReadError::NotAFile(path, FOLDER),
            false => ReadError::NotFound(path),
        })
    }
}

fn normal(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut normal, part| {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(normal.pop()),
            part => normal.push(part),
        }
        normal
    })
}

impl FileSource for MemoryFiles {
    fn list(&self, folder: &Path, most: usize) -> io::Result<Vec<SourceEntry>> {
        let folder = &normal(folder);
        let entry = |(name, is_folder)| SourceEntry { name, is_folder, is_link: false };
        if let Some((_, archive, name)) = self.archive(folder) {
            let listed = archive.list(&name).ok_or(io::ErrorKind::NotFound)?.into_iter().take(most);
            return Ok(listed.map(|(name, is_folder)| entry((name.into(), is_folder))).collect());
        }
        let below = self.files.range(folder.clone()..).take_while(|(path, _)| path.starts_with(folder));
        let names = below.filter_map(|(path, _)| {
            let mut rest = path.strip_prefix(folder).ok()?.iter();
            Some((rest.next()?.to_owned(), rest.next().is_some()))
        });
        let names: BTreeSet<_> = names.collect();
        if names.is_empty() {
            return Err(io::ErrorKind::NotFound.into());
        }
        Ok(names.into_iter().take(most).map(entry).collect())
    }

    fn read(&self, path: &Path, kind: ReadAs) -> Result<Vec<u8>, ReadError> {
        let allowed = kind.max_bytes();
        let bytes = self.start(path, allowed.saturating_add(1))?;
        if u64::try_from(bytes.len()).is_ok_and(|length| length > allowed) {
            return Err(ReadError::TooLong(path.to_path_buf(), allowed));
        }
        Ok(bytes)
    }

    fn read_start(&self, path: &Path, length: u64) -> Result<Vec<u8>, ReadError> {
        self.start(path, length)
    }

    fn is_folder(&self, path: &Path) -> bool {
        !self.files.contains_key(&normal(path)) && self.list(path, 1).is_ok()
    }

    fn identity(&self, folder: &Path) -> PathBuf {
        normal(folder)
    }

    fn may_be_game(&self, _: &Path) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use md2_testdata::archive::pak;

    use super::*;

    #[test]
    fn lists_and_reads_folders_and_archives() {
        let mut files = MemoryFiles::default();
        files.insert("q/a.txt", b"one");
        files.insert("./q/sub/../sub/b.txt", b"two");
        files.insert("q/p.pak", pak(&[(b"sub/c.txt", b"three")]));
        let list = |folder: &str| {
            let listed = files.list(Path::new(folder), 10).map_err(|error| error.kind())?;
            let name = |entry: SourceEntry| (entry.name.into_string().expect("a name"), entry.is_folder);
            Ok(listed.into_iter().map(name).collect::<Vec<_>>())
        };
        let entry = |name: &str, is_folder| (name.to_owned(), is_folder);
        assert_eq!(list(""), Ok(vec![entry("q", true)]));
        assert_eq!(list("q"), Ok(vec![entry("a.txt", false), entry("p.pak", false), entry("sub", true)]));
        assert_eq!(list("q/p.pak"), Ok(vec![entry("sub", true)]));
        assert_eq!(list("q/p.pak/SUB"), Ok(vec![entry("c.txt", false)]));
        for missing in ["q/none", "q/a.txt", "q/p.pak/none"] {
            assert_eq!(list(missing), Err(io::ErrorKind::NotFound), "{missing}");
        }
        let read = |path: &str| files.read(Path::new(path), ReadAs::Text);
        assert_eq!(read("q/sub/b.txt").expect("a file"), b"two");
        assert_eq!(read("q/p.pak/sub/C.txt").expect("a file in an archive"), b"three");
        assert_eq!(files.read_start(Path::new("q/p.pak/sub/c.txt"), 2).expect("a file"), b"th");
        assert!(matches!(read("q/p.pak/sub"), Err(ReadError::NotAFile(_, FOLDER))));
        assert!(matches!(read("q"), Err(ReadError::NotAFile(_, FOLDER))));
        assert!(matches!(read("q/none"), Err(ReadError::NotFound(_))));
        let is_folder = |path: &str| files.is_folder(Path::new(path));
        assert!(is_folder("q") && is_folder("q/p.pak/sub") && !is_folder("q/p.pak") && !is_folder("q/a.txt"));
    }

    #[test]
    fn rejects_files_over_the_limit() {
        let mut files = MemoryFiles::default();
        let allowed = usize::try_from(ReadAs::Text.max_bytes()).expect("a small limit");
        files.insert("a", vec![0; allowed]);
        files.insert("b", vec![0; allowed + 1]);
        let long = vec![0; allowed + 1];
        files.insert("p.pak", pak(&[(b"c", &long)]));
        assert!(files.read(Path::new("a"), ReadAs::Text).is_ok());
        for path in ["b", "p.pak/c"] {
            let error = files.read(Path::new(path), ReadAs::Text).expect_err("too long");
            assert!(matches!(error, ReadError::TooLong(..)), "{path}: {error}");
        }
    }
}
