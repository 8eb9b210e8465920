//! The file system as a source of files.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::{env, fs, io};

use crate::read::{self, ReadAs, ReadError};
use crate::source::{FileSource, SourceEntry};

const HOMES: [&str; 2] = ["home", "users"];

/// The file system, with folders and archives.
///
/// Only regular files are read: see [`read_file`](crate::read_file). The root of a game is never the root of a file system, a home folder,
/// or a folder that contains home folders.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl FileSource for Disk {
    fn list(&self, folder: &Path, most: usize) -> io::Result<Vec<SourceEntry>> {
        let entry = |entry: fs::DirEntry| {
            let kind = entry.file_type();
            let is_link = kind.as_ref().is_ok_and(|kind| kind.is_symlink());
            let is_folder = match kind {
                Ok(kind) if !is_link => kind.is_dir(),
                _ => entry.path().is_dir(),
            };
            SourceEntry { name: entry.file_name(), is_folder, is_link }
        };
        match fs::read_dir(folder) {
            Ok(listed) => Ok(listed.flatten().take(most).map(entry).collect()),
            Err(error) => {
                let listed = read::listed(folder).ok_or(error)?.into_iter().take(most);
                let entry = |(name, is_folder): (String, bool)| SourceEntry {
                    name: name.into(),
                    is_folder,
                    is_link: false,
                };
                Ok(listed.map(entry).collect())
            }
        }
    }

    fn read(&self, path: &Path, kind: ReadAs) -> Result<Vec<u8>, ReadError> {
        read::read_file(path, kind).map(|content| content.bytes)
    }

    fn read_start(&self, path: &Path, length: u64) -> Result<Vec<u8>, ReadError> {
        read::read_start(path, length)
    }

    fn is_folder(&self, path: &Path) -> bool {
        read::is_folder(path)
    }

    /// Returns the absolute path. If it contains `..`, links are resolved.
    fn identity(&self, folder: &Path) -> PathBuf {
        // An empty path has no absolute form.
        let whole = std::path::absolute(Path::new(".").join(folder)).unwrap_or_else(|_| folder.to_path_buf());
        // If the path contains `..`, its parents may not be the real parent folders.
        if whole.components().any(|part| part == Component::ParentDir) {
            return dunce::canonicalize(&whole).unwrap_or(whole);
        }
        whole
    }

    fn may_be_game(&self, folder: &Path) -> bool {
        may_be_game(folder, env::home_dir().as_deref())
    }
}

pub(crate) fn folder_of(path: &Path) -> PathBuf {
    Disk.identity(path.parent().unwrap_or(Path::new("")))
}

fn may_be_game(folder: &Path, home: Option<&Path>) -> bool {
    let is_root = |folder: &Path| folder.parent().is_none();
    let is_homes_name = |name: &OsStr| HOMES.iter().any(|homes| name.eq_ignore_ascii_case(homes));
    let holds_homes =
        |folder: &Path| folder.parent().is_some_and(is_root) && folder.file_name().is_some_and(is_homes_name);
    let is_home = folder == Path::new("/root")
        || home.is_some_and(|home| home.starts_with(folder))
        || folder.parent().is_some_and(holds_homes);
    !is_root(folder) && !holds_homes(folder) && !is_home
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_home_folders_as_games() {
        let check = |folder: &str, expected: bool| {
            let home = Some(Path::new("/data/people/ann"));
            assert_eq!(may_be_game(Path::new(folder), home), expected, "{folder}");
        };
        for folder in ["/", "/home", "/home/bob", "/Users/bob", "/Users", "/root", "/data", "/data/people"] {
            check(folder, false);
        }
        check("/data/people/ann", false);
        for folder in
            ["/home/bob/quake2", "/data/people/ann/q", "/data/games", "/q", "/games/home", "/games/home/q"]
        {
            check(folder, true);
        }
    }
}
