//! Reading of files in archives.
//!
//! The directories of the most recently used archives are cached. A directory is the list of an archive's entries. If the stamp of an
//! archive has changed, its directory is read again.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rawzip::FileReader;

use super::{FOLDER, FileContent, ReadError, open};
use crate::archive::{self, Archive, ArchiveError, EntryError, RefusedEntry};
use crate::archive_path::split;
use crate::stamp::FileStamp;

/// The largest number of cached directories. It is greater than the number of archives that searches use in a folder.
const MAX_CACHED: usize = 160;
/// The largest total memory in bytes of all cached directories except the most recently used directory.
const MAX_CACHED_BYTES: usize = 32 << 20;

type ReadDirectory = Result<Arc<Archive>, ArchiveError>;

struct CacheEntry {
    path: PathBuf,
    stamp: FileStamp,
    archive: ReadDirectory,
}

/// The cached directories, the most recently used last.
static CACHE: Mutex<Vec<CacheEntry>> = Mutex::new(Vec::new());

struct OpenArchive {
    archive: Arc<Archive>,
    source: FileReader,
    stamp: FileStamp,
}

fn open_archive(path: &Path) -> Result<OpenArchive, ReadError> {
    let (file, metadata) = open(path)?;
    let stamp = FileStamp::new(&metadata);
    let source = FileReader::from(file);
    // Holds the lock while reading, so that other threads wait for this directory instead of reading it again.
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    let archive = match cache.iter().position(|entry| entry.path == path && entry.stamp == stamp) {
        Some(index) => {
            let found = cache.remove(index);
            let archive = found.archive.clone();
            cache.push(found);
            archive
        }
        None => {
            cache.retain(|entry| entry.path != path);
            let archive = Archive::read(&source, metadata.len()).map(Arc::new);
            cache.push(CacheEntry { path: path.to_owned(), stamp, archive: archive.clone() });
            remove_oldest(&mut cache);
            archive
        }
    };
    drop(cache);
    let archive = archive.map_err(|source| ReadError::Archive(path.to_owned(), source))?;
    Ok(OpenArchive { archive, source, stamp })
}

fn remove_oldest(cache: &mut Vec<CacheEntry>) {
    let cost = |entry: &CacheEntry| entry.archive.as_ref().map_or(0, |archive| archive.cost());
    let mut sum: usize = cache.iter().rev().skip(1).map(cost).sum();
    while cache.len() > MAX_CACHED || (sum > MAX_CACHED_BYTES && cache.len() > 1) {
        sum = sum.saturating_sub(cost(&cache.remove(0)));
    }
}

pub(crate) fn archive_at(path: &Path) -> Result<Arc<Archive>, ReadError> {
    open_archive(path).map(|opened| opened.archive)
}

/// Returns the entries of an archive that cannot be read; empty for other files and for folders.
pub fn refused_entries(path: &Path) -> Vec<RefusedEntry> {
    archive_at(path).map_or_else(|_| Vec::new(), |archive| archive.refused().to_vec())
}

/// Whether the path is a file that begins like an archive.
pub fn is_archive(path: &Path) -> bool {
    path.is_file() && super::read_start(path, 4).is_ok_and(|start| archive::is_archive(&start))
}

/// Returns the names in an archive or in a folder of an archive, with `true` for subfolders; `None` if `folder` does not exist.
pub(crate) fn listed(folder: &Path) -> Option<Vec<(String, bool)>> {
    let (path, name) = split(folder)?;
    let archive = archive_at(&path).ok()?;
    let listed = archive.list(&name)?;
    Some(listed.into_iter().map(|(name, is_folder)| (name.to_owned(), is_folder)).collect())
}

pub(super) fn is_folder(path: &Path) -> bool {
    split(path).is_some_and(|(archive, name)| {
        !name.is_empty() && archive_at(&archive).is_ok_and(|archive| archive.list(&name).is_some())
    })
}

pub(super) fn stamp(path: &Path) -> Option<FileStamp> {
    let (archive, name) = split(path)?;
    let opened = open_archive(&archive).ok()?;
    opened.archive.find(&name).is_ok().then_some(opened.stamp)
}

/// Calls `read` with the archive file and the entry at `path`. If `path` does not lead into an archive, returns
/// `error`: the error of opening `path` as a normal file.
fn entry<T>(
    path: &Path,
    error: ReadError,
    read: impl FnOnce(&FileReader, &archive::ArchiveEntry) -> Result<T, EntryError>,
) -> Result<(T, FileStamp), ReadError> {
    let Some((archive, name)) = split(path).filter(|(_, name)| !name.is_empty()) else { return Err(error) };
    let opened = match open_archive(&archive) {
        // The file is not an archive.
        Err(ReadError::Archive(_, ArchiveError::Unknown)) => return Err(error),
        opened => opened?,
    };
    let OpenArchive { archive, source, stamp } = opened;
    let failed = |error| entry_error(path, &archive, &name, error);
    let entry = archive.find(&name).map_err(failed)?;
    Ok((read(&source, entry).map_err(failed)?, stamp))
}

/// Returns the error of reading the entry `name` of an archive. `path` is the path of the entry with the path of the archive.
pub(crate) fn entry_error(path: &Path, archive: &Archive, name: &str, error: EntryError) -> ReadError {
    let path = path.to_owned();
    match error {
        EntryError::NotFound if archive.list(name).is_some() => ReadError::NotAFile(path, FOLDER),
        EntryError::NotFound => ReadError::NotFound(path),
        EntryError::TooLong(_, allowed) => ReadError::TooLong(path, allowed),
        EntryError::System(source) => ReadError::System(path, source),
        source => ReadError::Entry(path, source),
    }
}

pub(super) fn content(path: &Path, allowed: u64, error: ReadError) -> Result<FileContent, ReadError> {
    let (bytes, stamp) = entry(path, error, |source, entry| Archive::read_entry(source, entry, allowed))?;
    Ok(FileContent { bytes, stamp })
}

pub(super) fn start(path: &Path, length: u64, error: ReadError) -> Result<Vec<u8>, ReadError> {
    entry(path, error, |source, entry| Archive::read_start(source, entry, length)).map(|(bytes, _)| bytes)
}
