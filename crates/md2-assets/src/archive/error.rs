//! Errors of archives and their entries.

use super::{MAX_DEPTH, MAX_DIRECTORY_BYTES, MAX_ENTRIES, MAX_NAME_BYTES, MAX_RATIO, MAX_UNPACKED};

/// The reason why an archive cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The file is not a supported archive.
    #[error("not an archive (PAK or ZIP)")]
    Unknown,
    /// The directory of the archive, which is the list of its entries, is missing or invalid.
    #[error("broken directory: {reason}")]
    Directory {
        /// The problem with the directory.
        reason: String,
    },
    /// The directory is too long.
    #[error("the directory has {found} bytes, expected at most {MAX_DIRECTORY_BYTES}")]
    DirectoryTooLong {
        /// Number of bytes of the directory.
        found: u64,
    },
    /// The directory has too many entries.
    #[error("more than {MAX_ENTRIES} entries")]
    TooManyEntries,
    /// The uncompressed entries of a PAK overlap too much: their total size is many times the size of the archive.
    #[error("the entries have {claimed} bytes in total, but the archive has only {length} bytes")]
    TooMuchShared {
        /// Total size of all entries in bytes.
        claimed: u64,
        /// Size of the archive in bytes.
        length: u64,
    },
    /// The system reported an error.
    #[error("cannot be read: {reason}")]
    System {
        /// The system's error.
        reason: String,
    },
}

/// The reason why an entry of an archive is refused. Refused entries are listed but cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The name is empty.
    #[error("empty name")]
    NameEmpty,
    /// The name has more than [`MAX_NAME_BYTES`] bytes.
    #[error("name longer than {MAX_NAME_BYTES} bytes")]
    NameTooLong,
    /// The name contains more folders than allowed.
    #[error("name with more than {MAX_DEPTH} folders")]
    NameDeep,
    /// The name starts with a slash or a drive letter.
    #[error("absolute name")]
    NameAbsolute,
    /// A folder name or the file name in the path is empty, `.` or `..`.
    #[error("name with an empty, \".\" or \"..\" part")]
    NameParts,
    /// The name contains control characters, which could change the state of a terminal.
    #[error("control characters in the name")]
    NameControl,
    /// Another entry with the same name is read instead. Of several such entries, a PAK uses the first and a ZIP the last.
    #[error("another entry has the same name")]
    NameTwice,
    /// The data of the entry extends beyond the end of the archive.
    #[error("data outside the archive")]
    Outside,
    /// The data overlaps the data of another entry, as in ZIP bombs.
    #[error("data overlaps another entry")]
    Overlap,
    /// The entry is encrypted.
    #[error("encrypted")]
    Encrypted,
    /// The compression method is not supported.
    #[error("compression method {method}{}, only 0 (stored) and 8 (deflate) are supported", method_name(*.method))]
    Method {
        /// The number of the compression method, as stored in the archive.
        method: u16,
    },
    /// The unpacked size is implausibly large for the compressed size.
    #[error("{packed} bytes would unpack to {claimed} bytes, more than {MAX_RATIO} times as many")]
    Ratio {
        /// Number of compressed bytes in the archive.
        packed: u64,
        /// Number of unpacked bytes according to the directory.
        claimed: u64,
    },
    /// The unpacked size of the entry exceeds the limit.
    #[error("larger than {MAX_UNPACKED} bytes")]
    TooLong,
    /// The entry is a symbolic link.
    #[error("symbolic link")]
    Link,
}

fn method_name(method: u16) -> &'static str {
    match method {
        9 => " (deflate64)",
        12 => " (bzip2)",
        14 => " (LZMA)",
        93 | 20 => " (Zstandard)",
        95 => " (xz)",
        98 => " (PPMd)",
        99 => " (AES encryption)",
        _ => "",
    }
}

/// The reason why an entry cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EntryError {
    /// There is no entry with this name.
    #[error("no such entry")]
    NotFound,
    /// The entry is refused because it is invalid or suspicious.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The unpacked entry exceeds the size limit.
    #[error("the entry has {found} bytes, expected at most {allowed}")]
    TooLong {
        /// Unpacked size in bytes according to the directory.
        found: u64,
        /// The largest allowed size in bytes.
        allowed: u64,
    },
    /// The data of the entry does not match its description in the directory, such as its size or checksum.
    #[error("broken entry: {reason}")]
    Broken {
        /// The problem with the data.
        reason: String,
    },
    /// The system reported an error.
    #[error(transparent)]
    System(#[from] std::io::Error),
}
