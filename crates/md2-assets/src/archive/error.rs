//! Errors of archives and their entries.

/// The reason why an archive cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The file is not a supported archive.
    #[error("not an archive (PAK or ZIP)")]
    Unknown,
    /// The directory of the archive, which is the list of its entries, is missing, broken or exceeds a limit. The text is the reason.
    #[error("{0}")]
    Directory(String),
}

impl ArchiveError {
    pub(super) fn broken(reason: impl std::fmt::Display) -> Self {
        Self::Directory(format!("broken directory: {reason}"))
    }

    pub(super) fn unreadable(error: &std::io::Error) -> Self {
        Self::Directory(format!("cannot be read: {error}"))
    }

    pub(super) fn too_many_entries() -> Self {
        Self::Directory(format!("more than {} entries", super::MAX_ENTRIES))
    }
}

/// The reason why an entry cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EntryError {
    /// There is no entry with this name.
    #[error("no such entry")]
    NotFound,
    /// The entry is refused because it is invalid or suspicious. The text is the reason.
    #[error("{0}")]
    Refused(String),
    /// The unpacked entry exceeds the size limit. The numbers are its size according to the directory, and the limit, in bytes.
    #[error("the entry has {0} bytes, expected at most {1}")]
    TooLong(u64, u64),
    /// The data of the entry does not match its description in the directory, such as its size or checksum. The text is the reason.
    #[error("broken entry: {0}")]
    Broken(String),
    /// The system reported an error.
    #[error(transparent)]
    System(#[from] std::io::Error),
}
