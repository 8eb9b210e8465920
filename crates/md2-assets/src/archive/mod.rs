//! Archives of games: PAK, and ZIP under its many names. Read on demand, one file at a time, into memory.
//!
//! What an archive says of itself is not believed: names that lead out of it, files that share bytes, files that unpack into far
//! more than anything real are listed as refused, and never served. An archive inside an archive is not opened.

mod error;
mod name;
mod pak;
mod zip;

use std::ops::Range;

pub use error::{ArchiveError, EntryError, Refusal};

/// The most files of an archive. The largest games have some ten thousand.
pub const MAX_ENTRIES: usize = 1 << 16;
/// The most bytes of the list of them.
pub const MAX_DIRECTORY_BYTES: u64 = 16 << 20;
/// The longest name. Games allow 64 bytes.
pub const MAX_NAME_BYTES: usize = 512;
/// The most folders that a name leads through.
pub(crate) const MAX_DEPTH: usize = 32;
/// How many times its packed bytes a file of more than a megabyte may have. Pictures of one color reach a few hundred times.
pub const MAX_RATIO: u64 = 256;
/// The longest file, whatever it is read as.
pub(crate) const MAX_PACKED: u64 = 1 << 30;

/// Where the bytes of an archive are.
pub(crate) use rawzip::ReaderAt as Source;

/// A name and what it leads to, or why it is refused.
type Found = Result<(Box<str>, Body), (Box<str>, Refusal)>;

/// What an archive lists, checked. Its bytes are not kept.
#[derive(Debug)]
pub struct Archive {
    /// In the order of [`name::compare`], each name once.
    entries: Vec<ArchiveEntry>,
    /// In the same order; names can be there several times.
    refused: Vec<RefusedEntry>,
    /// About what it takes in memory.
    cost: usize,
}

/// A file in an archive.
#[derive(Clone, Debug)]
pub struct ArchiveEntry {
    name: Box<str>,
    body: Body,
}

impl ArchiveEntry {
    /// Its path inside the archive, with slashes.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its length unpacked, as the archive says.
    #[must_use]
    pub fn size(&self) -> u64 {
        match &self.body {
            Body::Plain { size, .. } => *size,
            Body::Packed(body) => body.size,
        }
    }
}

/// A file in an archive that is never served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedEntry {
    /// What it is called, with what is odd about that escaped.
    pub name: Box<str>,
    /// Why.
    pub reason: Refusal,
}

#[derive(Clone, Copy, Debug)]
enum Body {
    /// The bytes as they are.
    Plain {
        offset: u64,
        size: u64,
    },
    Packed(zip::Packed),
}

/// Whether a file that starts like this is an archive.
pub(crate) fn is_archive(start: &[u8]) -> bool {
    start.starts_with(pak::IDENT) || zip::IDENTS.iter().any(|ident| start.starts_with(*ident))
}

impl Archive {
    /// Reads what an archive in memory lists.
    ///
    /// # Errors
    /// Says why none of it is served.
    pub fn of_bytes(bytes: &[u8]) -> Result<Self, ArchiveError> {
        Self::read(&bytes, bytes.len() as u64)
    }

    pub(crate) fn read(source: &impl Source, length: u64) -> Result<Self, ArchiveError> {
        let start: [u8; 4] = array_at(source, 0).map_err(|_| ArchiveError::Unknown)?;
        let is_pak = start == *pak::IDENT;
        let mut found = if is_pak {
            pak::read(source, length)?
        } else if is_archive(&start) {
            zip::read(source, length)?
        } else {
            return Err(ArchiveError::Unknown);
        };
        // Stable, so that what comes first counts: in a PAK the first of a name, in a ZIP the last, as the games and tools have it.
        if !is_pak {
            found.reverse();
        }
        let (mut entries, mut refused) = (Vec::<ArchiveEntry>::new(), Vec::new());
        for found in found {
            match found {
                Ok((name, body)) => entries.push(ArchiveEntry { name, body }),
                Err((name, reason)) => refused.push(RefusedEntry { name, reason }),
            }
        }
        entries.sort_by(|a, b| name::compare(&a.name, &b.name));
        entries.dedup_by(|later, first| {
            let is_same = name::compare(&later.name, &first.name).is_eq();
            if is_same {
                refused.push(RefusedEntry { name: later.name.clone(), reason: Refusal::NameTwice });
            }
            is_same
        });
        refused.sort_by(|a, b| name::compare(&a.name, &b.name));
        let lengths = entries.iter().map(|entry| entry.name.len() + size_of::<ArchiveEntry>());
        let cost = lengths
            .chain(refused.iter().map(|one| one.name.len() + size_of::<RefusedEntry>()))
            .sum::<usize>();
        Ok(Self { entries, refused, cost })
    }

    /// The files that are served, in the order of their names.
    #[must_use]
    pub fn entries(&self) -> &[ArchiveEntry] {
        &self.entries
    }

    /// The files that are not, in the order of their names.
    #[must_use]
    pub fn refused(&self) -> &[RefusedEntry] {
        &self.refused
    }

    /// About how much memory it takes, in bytes.
    pub(crate) fn cost(&self) -> usize {
        self.cost
    }

    /// The file of this name, in whatever ASCII case.
    ///
    /// # Errors
    /// If there is none, or it is never served.
    pub fn find(&self, name: &str) -> Result<&ArchiveEntry, EntryError> {
        if let Ok(index) = self.entries.binary_search_by(|entry| name::compare(&entry.name, name)) {
            return Ok(&self.entries[index]);
        }
        let refused = self.refused.binary_search_by(|one| name::compare(&one.name, name));
        Err(refused.map_or(EntryError::NotFound, |index| self.refused[index].reason.into()))
    }

    /// What lies in a folder of the archive, the empty name being all of it: names without their folder, and whether each is a
    /// folder itself. `None` if there is no such folder.
    pub(crate) fn list(&self, folder: &str) -> Option<Vec<(&str, bool)>> {
        let range = self.below(folder);
        if range.is_empty() && !folder.is_empty() {
            return None;
        }
        let before = if folder.is_empty() { 0 } else { folder.len() + 1 };
        let mut listed = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let rest = &self.entries[at].name[before..];
            match rest.split_once('/') {
                None => {
                    listed.push((rest, false));
                    at += 1;
                }
                Some((name, _)) => {
                    listed.push((name, true));
                    at = self.below(&self.entries[at].name[..before + name.len()]).end;
                }
            }
        }
        Some(listed)
    }

    /// The entries in a folder and below it.
    fn below(&self, folder: &str) -> Range<usize> {
        if folder.is_empty() {
            return 0..self.entries.len();
        }
        let is_below = |entry: &ArchiveEntry| {
            let name = entry.name.as_bytes();
            name.get(..folder.len()).is_some_and(|start| start.eq_ignore_ascii_case(folder.as_bytes()))
                && name.get(folder.len()) == Some(&b'/')
        };
        // The folder's own name comes right before what is in it, as a slash comes before all else.
        let first = self.entries.partition_point(|entry| name::compare(&entry.name, folder).is_le());
        let count = self.entries[first..].partition_point(is_below);
        first..first + count
    }

    /// The bytes of a file in an archive in memory, `bytes`, of which this is the list.
    ///
    /// # Errors
    /// If it is longer than `allowed`, or not what the archive says.
    pub fn unpack(&self, bytes: &[u8], entry: &ArchiveEntry, allowed: u64) -> Result<Vec<u8>, EntryError> {
        Self::bytes_of(&bytes, entry, allowed)
    }

    pub(crate) fn bytes_of(
        source: &impl Source,
        entry: &ArchiveEntry,
        allowed: u64,
    ) -> Result<Vec<u8>, EntryError> {
        let found = entry.size();
        if found > allowed {
            return Err(EntryError::TooLong { found, allowed });
        }
        Self::start_of(source, entry, found + 1)
    }

    /// The first `most` bytes of a file; whether they are right is known only where these are all and more.
    pub(crate) fn start_of(
        source: &impl Source,
        entry: &ArchiveEntry,
        most: u64,
    ) -> Result<Vec<u8>, EntryError> {
        let mut bytes = Vec::new();
        // One more, so that the end is found without growing. A reservation that fails is for reading to report.
        let length = usize::try_from(entry.size().saturating_add(1).min(most)).unwrap_or(usize::MAX);
        let _ = bytes.try_reserve_exact(length);
        match &entry.body {
            Body::Plain { offset, size } => {
                bytes.resize(usize::try_from(most.min(*size)).unwrap_or(usize::MAX), 0);
                source.read_exact_at(&mut bytes, *offset)?;
            }
            Body::Packed(body) => body.read(source, most, &mut bytes)?,
        }
        Ok(bytes)
    }
}

fn array_at<const N: usize>(source: &impl Source, offset: u64) -> Result<[u8; N], ArchiveError> {
    let mut bytes = [0; N];
    read_exact(source, &mut bytes, offset)?;
    Ok(bytes)
}

fn read_exact(source: &impl Source, bytes: &mut [u8], offset: u64) -> Result<(), ArchiveError> {
    source.read_exact_at(bytes, offset).map_err(|error| match error.kind() {
        std::io::ErrorKind::UnexpectedEof => ArchiveError::Directory { reason: String::from("cut off") },
        _ => ArchiveError::System { reason: error.to_string() },
    })
}
