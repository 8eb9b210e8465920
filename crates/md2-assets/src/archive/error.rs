//! What is wrong with an archive, and with what lies in it.

use super::{MAX_DEPTH, MAX_DIRECTORY_BYTES, MAX_ENTRIES, MAX_NAME_BYTES, MAX_PACKED, MAX_RATIO};

/// Why none of an archive is served.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// It starts like no archive that is read here.
    #[error("not an archive (PAK or ZIP)")]
    Unknown,
    /// Its list of files is not where its header says, or not whole.
    #[error("broken directory: {reason}")]
    Directory {
        /// What is wrong.
        reason: String,
    },
    /// Its list of files is longer than anything that makes sense.
    #[error("directory of {found} bytes, limit {MAX_DIRECTORY_BYTES}")]
    DirectoryTooLong {
        /// What the header says.
        found: u64,
    },
    /// It lists more files than anything that makes sense.
    #[error("more than {MAX_ENTRIES} entries")]
    TooManyEntries,
    /// Its files share bytes so often that together they are many times as long as it is.
    #[error("entries claim {claimed} bytes, the archive has {length}")]
    TooMuchShared {
        /// The sum of all lengths.
        claimed: u64,
        /// The length of the archive.
        length: u64,
    },
    /// The system refuses to read.
    #[error("cannot be read: {reason}")]
    System {
        /// The system's reason.
        reason: String,
    },
}

/// Why an entry of an archive is listed and never served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// There is nothing in the field of its name.
    #[error("empty name")]
    NameEmpty,
    /// No game makes such names.
    #[error("name longer than {MAX_NAME_BYTES} bytes")]
    NameTooLong,
    /// No game makes such names, either.
    #[error("name with more than {MAX_DEPTH} folders")]
    NameDeep,
    /// The name starts with a slash or a drive.
    #[error("absolute name")]
    NameAbsolute,
    /// A part of the name is empty, `.` or `..`.
    #[error("name with an empty, \".\" or \"..\" part")]
    NameParts,
    /// The name holds what acts on a terminal.
    #[error("control characters in the name")]
    NameControl,
    /// Another entry of this name counts: in a PAK the first, in a ZIP the last.
    #[error("another entry has the same name")]
    NameTwice,
    /// Its bytes are not, or not all, in the archive.
    #[error("data outside the archive")]
    Outside,
    /// It shares bytes with another entry, as in archives made to fill disks.
    #[error("data overlaps another entry")]
    Overlap,
    /// It is encrypted.
    #[error("encrypted")]
    Encrypted,
    /// It is compressed by a method that games do not know.
    #[error("compression method {method}{}, only 0 (stored) and 8 (deflate) are supported", name_of(*.method))]
    Method {
        /// The number in the archive.
        method: u16,
    },
    /// It claims to unpack into far more than anything real.
    #[error("{packed} bytes claim to unpack into {claimed}, more than {MAX_RATIO} times as many")]
    Ratio {
        /// Bytes in the archive.
        packed: u64,
        /// Bytes unpacked.
        claimed: u64,
    },
    /// It has more bytes in the archive than any entry may have unpacked.
    #[error("larger than {MAX_PACKED} bytes")]
    TooLong,
    /// It is a link to another file.
    #[error("symbolic link")]
    Link,
}

/// What a method of ZIP is called.
fn name_of(method: u16) -> &'static str {
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

/// Why an entry that is served cannot be read after all.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EntryError {
    /// There is none of that name.
    #[error("no such entry")]
    NotFound,
    /// It is never served.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It is longer than what was asked for may be.
    #[error("{found} bytes, limit {allowed}")]
    TooLong {
        /// Bytes unpacked, as the archive says.
        found: u64,
        /// The most that are read.
        allowed: u64,
    },
    /// What is in the archive is not what it says.
    #[error("broken entry: {reason}")]
    Broken {
        /// What is wrong.
        reason: String,
    },
    /// The system refuses to read.
    #[error(transparent)]
    System(#[from] std::io::Error),
}
