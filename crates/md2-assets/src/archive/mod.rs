//! Game archives in the formats PAK and ZIP, which are untrusted. Games use other file extensions for ZIP, such as `.pk3`. The data of an
//! entry is read into memory only when it is needed. Archives inside archives are not opened.

mod error;
mod name;
mod pak;
mod zip;

use std::ops::Range;

pub use error::{ArchiveError, EntryError};

/// The maximum number of entries in an archive. The largest games have about ten thousand files.
pub const MAX_ENTRIES: usize = 1 << 16;
/// The largest size in bytes of an archive's directory, which lists the entries.
pub const MAX_DIRECTORY_BYTES: u64 = 16 << 20;
/// The maximum length of an entry's name in bytes. Games allow 64 bytes.
pub const MAX_NAME_BYTES: usize = 512;
pub(crate) const MAX_DEPTH: usize = 32;
/// The highest allowed ratio of unpacked to compressed size. It does not apply to entries of at most 1 MiB after unpacking.
pub const MAX_RATIO: u64 = 256;
pub(crate) const MAX_UNPACKED: u64 = 1 << 30;

/// The content of an archive file, which can be read at any offset: a file or bytes in memory.
pub(crate) use rawzip::ReaderAt as Source;

type ReadEntry = Result<(Box<str>, Body), (Box<str>, String)>;

const OUTSIDE: &str = "data outside the archive";

/// The validated directory of an archive. It does not contain the data of the entries.
#[derive(Debug)]
pub struct Archive {
    /// The readable entries, sorted by [`name::compare`]. All names are different.
    entries: Vec<ArchiveEntry>,
    /// The refused entries, also sorted by [`name::compare`]. Several refused entries may have the same name.
    refused: Vec<RefusedEntry>,
    cost: usize,
}

/// A readable entry of an archive.
#[derive(Clone, Debug)]
pub struct ArchiveEntry {
    name: Box<str>,
    body: Body,
}

impl ArchiveEntry {
    /// Path inside the archive. Slashes separate the folders.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Unpacked size in bytes, according to the directory.
    pub fn size(&self) -> u64 {
        match &self.body {
            Body::Plain { size, .. } => *size,
            Body::Packed(body) => body.size,
        }
    }
}

/// An invalid or suspicious entry of an archive. Its data cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedEntry {
    /// Name of the entry, with special characters escaped.
    pub name: Box<str>,
    /// The reason for the refusal.
    pub reason: String,
}

#[derive(Clone, Copy, Debug)]
enum Body {
    Plain { offset: u64, size: u64 },
    Packed(zip::ZipData),
}

/// Returns the checksum that a ZIP stores for an entry with this content.
pub fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

pub(crate) fn is_archive(start: &[u8]) -> bool {
    start.starts_with(pak::IDENT) || zip::IDENTS.iter().any(|ident| start.starts_with(*ident))
}

impl Archive {
    /// Reads the directory of an archive. `bytes` is the content of the archive file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ArchiveError> {
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
        // Of several equal names, the stable sort below keeps the first. As in games and tools, this is the first entry of a PAK, and
        // the last entry of a ZIP, because the order of a ZIP is reversed here.
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
                // Of several such entries, a PAK uses the first and a ZIP the last.
                let reason = format!("hidden by {}, an entry with the same name", first.name);
                refused.push(RefusedEntry { name: later.name.clone(), reason });
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

    /// Returns the entries that can be read, sorted by name.
    pub fn entries(&self) -> &[ArchiveEntry] {
        &self.entries
    }

    /// Returns the refused entries, sorted by name.
    pub fn refused(&self) -> &[RefusedEntry] {
        &self.refused
    }

    pub(crate) fn cost(&self) -> usize {
        self.cost
    }

    /// Finds an entry by its name, ignoring ASCII case.
    pub fn find(&self, name: &str) -> Result<&ArchiveEntry, EntryError> {
        if let Ok(index) = self.entries.binary_search_by(|entry| name::compare(&entry.name, name)) {
            return Ok(&self.entries[index]);
        }
        let refused = self.refused.binary_search_by(|one| name::compare(&one.name, name));
        Err(refused
            .map_or(EntryError::NotFound, |index| EntryError::Refused(self.refused[index].reason.clone())))
    }

    /// Lists a folder of the archive. An empty `folder` is the root. Returns the name of each file and subfolder, with `true` for
    /// subfolders. `None` if `folder` does not exist.
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

    fn below(&self, folder: &str) -> Range<usize> {
        if folder.is_empty() {
            return 0..self.entries.len();
        }
        let is_below = |entry: &ArchiveEntry| {
            let name = entry.name.as_bytes();
            name.get(..folder.len()).is_some_and(|start| start.eq_ignore_ascii_case(folder.as_bytes()))
                && name.get(folder.len()) == Some(&b'/')
        };
        // The name of the folder sorts directly before its entries, because a slash sorts before all other characters.
        let first = self.entries.partition_point(|entry| name::compare(&entry.name, folder).is_le());
        let count = self.entries[first..].partition_point(is_below);
        first..first + count
    }

    /// Unpacks an entry. `bytes` must be the content of the archive file from which this directory was read.
    ///
    /// # Errors
    /// Fails if the unpacked entry is larger than `allowed` bytes, or if its data does not match the directory.
    pub fn unpack(&self, bytes: &[u8], entry: &ArchiveEntry, allowed: u64) -> Result<Vec<u8>, EntryError> {
        Self::read_entry(&bytes, entry, allowed)
    }

    pub(crate) fn read_entry(
        source: &impl Source,
        entry: &ArchiveEntry,
        allowed: u64,
    ) -> Result<Vec<u8>, EntryError> {
        let found = entry.size();
        if found > allowed {
            return Err(EntryError::TooLong(found, allowed));
        }
        Self::read_start(source, entry, found + 1)
    }

    /// Reads the first `most` bytes of an entry. Checks its size and checksum only if `most` exceeds the size of the entry.
    pub(crate) fn read_start(
        source: &impl Source,
        entry: &ArchiveEntry,
        most: u64,
    ) -> Result<Vec<u8>, EntryError> {
        let mut bytes = Vec::new();
        // With one spare byte, the reader finds the end of the data without growing the buffer. If this allocation fails, the read
        // below reports the error.
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
        std::io::ErrorKind::UnexpectedEof => ArchiveError::broken("cut off"),
        _ => ArchiveError::unreadable(&error),
    })
}
