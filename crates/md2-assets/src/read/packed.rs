//! Files in archives, by paths that lead through these.
//!
//! The lists of the last few archives are kept, so that each is read once for all its files. An archive that has changed has another
//! stamp, and is read again.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rawzip::FileReader;

use super::{FileContent, ReadError, open};
use crate::archive::{self, Archive, ArchiveError, EntryError};
use crate::inside::split;
use crate::stamp::FileStamp;

/// How many lists are kept.
const MAX_KEPT: usize = 64;
/// How much memory they take together, the newest left aside.
const MAX_KEPT_BYTES: usize = 32 << 20;

/// A list, or why there is none.
type Listed = Result<Arc<Archive>, ArchiveError>;

struct Kept {
    path: PathBuf,
    stamp: FileStamp,
    listed: Listed,
}

/// The newest last.
static KEPT: Mutex<Vec<Kept>> = Mutex::new(Vec::new());

/// An archive that is open.
struct Opened {
    archive: Arc<Archive>,
    source: FileReader,
    stamp: FileStamp,
}

fn open_archive(path: &Path) -> Result<Opened, ReadError> {
    let (file, metadata) = open(path)?;
    let stamp = FileStamp::new(&metadata);
    let source = FileReader::from(file);
    // Whoever comes in between waits for the same list instead of making it again.
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let listed = match kept.iter().position(|kept| kept.path == path && kept.stamp == stamp) {
        Some(index) => {
            let found = kept.remove(index);
            let listed = found.listed.clone();
            kept.push(found);
            listed
        }
        None => {
            kept.retain(|kept| kept.path != path);
            let listed = Archive::read(&source, metadata.len()).map(Arc::new);
            kept.push(Kept { path: path.to_owned(), stamp, listed: listed.clone() });
            forget_oldest(&mut kept);
            listed
        }
    };
    drop(kept);
    let archive = listed.map_err(|source| ReadError::Archive { path: path.to_owned(), source })?;
    Ok(Opened { archive, source, stamp })
}

fn forget_oldest(kept: &mut Vec<Kept>) {
    let cost = |kept: &Kept| kept.listed.as_ref().map_or(0, |archive| archive.cost());
    let mut sum: usize = kept.iter().rev().skip(1).map(cost).sum();
    while kept.len() > MAX_KEPT || (sum > MAX_KEPT_BYTES && kept.len() > 1) {
        sum = sum.saturating_sub(cost(&kept.remove(0)));
    }
}

/// The list of the archive at a path.
pub(crate) fn archive_at(path: &Path) -> Result<Arc<Archive>, ReadError> {
    open_archive(path).map(|opened| opened.archive)
}

/// Whether a path is that of a file that starts as an archive does.
#[must_use]
pub fn is_archive(path: &Path) -> bool {
    path.is_file() && super::read_start(path, 4).is_ok_and(|start| archive::is_archive(&start))
}

/// What lies in a folder of an archive, or in an archive itself: names, and whether each is a folder.
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

/// What `read` makes of a file in an archive; `error` if the path leads into none.
fn entry<T>(
    path: &Path,
    error: ReadError,
    read: impl FnOnce(&FileReader, &archive::ArchiveEntry) -> Result<T, EntryError>,
) -> Result<(T, FileStamp), ReadError> {
    let Some((archive, name)) = split(path).filter(|(_, name)| !name.is_empty()) else { return Err(error) };
    let opened = match open_archive(&archive) {
        // It is a file like any other, and has nothing inside.
        Err(ReadError::Archive { source: ArchiveError::Unknown, .. }) => return Err(error),
        opened => opened?,
    };
    let Opened { archive, source, stamp } = opened;
    let failed = |error: EntryError| {
        let path = path.to_owned();
        match error {
            EntryError::NotFound if archive.list(&name).is_some() => ReadError::Folder { path },
            EntryError::NotFound => ReadError::NotFound { path },
            EntryError::TooLong { allowed, .. } => ReadError::TooLong { path, allowed },
            EntryError::System(source) => ReadError::System { path, source },
            source => ReadError::Entry { path, source },
        }
    };
    let entry = archive.find(&name).map_err(failed)?;
    Ok((read(&source, entry).map_err(failed)?, stamp))
}

/// All of a file in an archive.
pub(super) fn content(path: &Path, allowed: u64, error: ReadError) -> Result<FileContent, ReadError> {
    let (bytes, stamp) = entry(path, error, |source, entry| Archive::bytes_of(source, entry, allowed))?;
    Ok(FileContent { bytes, stamp })
}

/// The first bytes of a file in an archive.
pub(super) fn start(path: &Path, length: u64, error: ReadError) -> Result<Vec<u8>, ReadError> {
    entry(path, error, |source, entry| Archive::start_of(source, entry, length)).map(|(bytes, _)| bytes)
}
