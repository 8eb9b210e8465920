//! Errors of archives and their entries.

use super::{MAX_DEPTH, MAX_DIRECTORY_BYTES, MAX_ENTRIES, MAX_NAME_BYTES, MAX_PACKED, MAX_RATIO};

/// The reason why an archive cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The file is not a supported archive.
    #[error("not an archive (PAK or ZIP)")]
    Unknown,
    /// The directory is missing or incomplete.
    #[error("broken directory: {reason}")]
    Directory {
        /// The problem.
        reason: String,
    },
    /// The directory is too long.
    #[error("directory of {found} bytes, limit {MAX_DIRECTORY_BYTES}")]
    DirectoryTooLong {
        /// Number of bytes of the directory.
        found: u64,
    },
    /// The directory has too many entries.
    #[error("more than {MAX_ENTRIES} entries")]
    TooManyEntries,
    /// The entries share bytes too often: together they are many times as long as the archive.
    #[error("entries claim {claimed} bytes, the archive has {length}")]
    TooMuchShared {
        /// Total length of all entries.
        claimed: u64,
        /// Length of the archive.
        length: u64,
    },
    /// The system reports an error.
    #[error("cannot be read: {reason}")]
    System {
        /// The system's error.
        reason: String,
    },
}

/// The reason why an entry of an archive is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The name is empty.
    #[error("empty name")]
    NameEmpty,
    /// The name is longer than in any game.
    #[error("name longer than {MAX_NAME_BYTES} bytes")]
    NameTooLong,
    /// The name has more folders than in any game.
    #[error("name with more than {MAX_DEPTH} folders")]
    NameDeep,
    /// The name starts with a slash or a drive letter.
    #[error("absolute name")]
    NameAbsolute,
    /// A part of the name is empty, `.` or `..`.
    #[error("name with an empty, \".\" or \"..\" part")]
    NameParts,
    /// The name contains characters that control a terminal.
    #[error("control characters in the name")]
    NameControl,
    /// Another entry has this name: in a PAK the first is used, in a ZIP the last.
    #[error("another entry has the same name")]
    NameTwice,
    /// The data is not completely inside the archive.
    #[error("data outside the archive")]
    Outside,
    /// The data overlaps another entry, as in archives made to fill disks.
    #[error("data overlaps another entry")]
    Overlap,
    /// The entry is encrypted.
    #[error("encrypted")]
    Encrypted,
    /// The compression method is not supported.
    #[error("compression method {method}{}, only 0 (stored) and 8 (deflate) are supported", method_name(*.method))]
    Method {
        /// The number in the archive.
        method: u16,
    },
    /// The unpacked size is implausibly large.
    #[error("{packed} bytes claim to unpack into {claimed}, more than {MAX_RATIO} times as many")]
    Ratio {
        /// Number of bytes in the archive.
        packed: u64,
        /// Number of unpacked bytes.
        claimed: u64,
    },
    /// The entry is too large.
    #[error("larger than {MAX_PACKED} bytes")]
    TooLong,
    /// The entry is a symbolic link.
    #[error("symbolic link")]
    Link,
}

/// The name of a compression method of ZIP.
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
    /// The entry is refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The entry exceeds the size limit.
    #[error("{found} bytes, limit {allowed}")]
    TooLong {
        /// Unpacked size in the directory.
        found: u64,
        /// The limit in bytes.
        allowed: u64,
    },
    /// The data does not match the directory.
    #[error("broken entry: {reason}")]
    Broken {
        /// The problem.
        reason: String,
    },
    /// The system reports an error.
    #[error(transparent)]
    System(#[from] std::io::Error),
}
