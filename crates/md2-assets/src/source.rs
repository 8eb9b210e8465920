//! The trait for sources of files.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::read::{ReadAs, ReadError};

/// A file or folder in the list of a [`FileSource`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceEntry {
    /// Name of the file or folder.
    pub name: OsString,
    /// Whether the entry is a folder or a link to a folder.
    pub is_folder: bool,
    /// Whether the entry is a link.
    pub is_link: bool,
}

/// A source of files, in which searches list folders and read files: the file system ([`Disk`](crate::Disk)), files in memory
/// ([`MemoryFiles`](crate::MemoryFiles)), or the files of an engine.
///
/// Archives look like folders: the path `pak0.pak/players/male` leads to a folder in the archive `pak0.pak`. A source without archives
/// lists them as files.
///
/// A source must accept any path. The promises of this crate about names in models hold for every source: a search requests only
/// paths that [`list`](Self::list) returned, the path that the caller of the search passes, and the folders that contain it. The folder
/// that contains `players` is the empty path.
pub trait FileSource: fmt::Debug {
    /// Lists at most `most` files and subfolders of a folder, of an archive, or of a folder in an archive, in any order.
    fn list(&self, folder: &Path, most: usize) -> io::Result<Vec<SourceEntry>>;

    /// Reads a file of at most [`max_bytes`](ReadAs::max_bytes) of `kind`.
    fn read(&self, path: &Path, kind: ReadAs) -> Result<Vec<u8>, ReadError>;

    /// Reads the first `length` bytes of a file of any size, or the whole file if it is shorter.
    fn read_start(&self, path: &Path, length: u64) -> Result<Vec<u8>, ReadError>;

    /// Whether the path is a folder. An archive is a file, but a folder in an archive is a folder.
    fn is_folder(&self, path: &Path) -> bool;

    /// Returns the path that identifies a folder: two paths to the same folder should have the same identity. Searches compare and list
    /// only identities.
    fn identity(&self, folder: &Path) -> PathBuf;

    /// Whether a folder can be the root of a game, so that a search for the files of a model may list it. A source for the file system
    /// should exclude folders such as home folders.
    fn may_be_game(&self, folder: &Path) -> bool;
}
