//! Stamps that identify a version of a file.

use std::fs::Metadata;
use std::time::SystemTime;

/// A value that changes when a file changes. It consists of the length and the modification time, and on Unix also the inode and the
/// change time. A file in an archive has the stamp of the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileStamp {
    length: u64,
    modified: Option<SystemTime>,
    /// Device and inode. They change if another file is renamed to this path.
    file: Option<[u64; 2]>,
    /// Change time in seconds and nanoseconds. Programs can reset `modified`, but not this time.
    changed: Option<[i64; 2]>,
}

impl FileStamp {
    pub(crate) fn new(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let (file, changed) = {
            use std::os::unix::fs::MetadataExt;
            (Some([metadata.dev(), metadata.ino()]), Some([metadata.ctime(), metadata.ctime_nsec()]))
        };
        #[cfg(not(unix))]
        let (file, changed) = (None, None);
        Self { length: metadata.len(), modified: metadata.modified().ok(), file, changed }
    }
}
