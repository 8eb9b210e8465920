//! Which version of a file was read.

use std::fs::Metadata;
use std::time::SystemTime;

/// What tells one version of a file from the next: its length, when it was written, and where the system has the notions
/// which file it is and when it was last changed in any way. Of a file in an archive it is the archive's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileStamp {
    length: u64,
    modified: Option<SystemTime>,
    /// Device and number. A file that is written beside and renamed is another one.
    file: Option<[u64; 2]>,
    /// Seconds and nanoseconds by the system's own clock: whoever writes a file can set back `modified`, but not this.
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
