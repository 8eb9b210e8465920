//! Stamps, which identify a version of a file, and identities of folders.

use std::fs::Metadata;
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// A value that changes when a file changes. It consists of the length and the modification time, and on Unix also the inode and the
/// change time. A file in an archive has the stamp of the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileStamp {
    length: u64,
    modified: Option<SystemTime>,
    /// Numbers of the device and the inode. They change if another file is renamed to this path. `None` on systems other than Unix.
    file: Option<[u64; 2]>,
    /// Change time in seconds and nanoseconds. Programs can reset `modified`, but not this time. `None` on systems other than Unix.
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

/// The identity of a folder. All paths and links to the same folder have the same identity.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FolderId {
    #[cfg(unix)]
    file: [u64; 2],
    #[cfg(not(unix))]
    canonical: std::path::PathBuf,
}

impl FolderId {
    /// Reads the identity of a folder. On Unix, this is fast even for a folder many levels deep.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let metadata = folder.metadata()?;
        if !metadata.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            Ok(Self { file: [metadata.dev(), metadata.ino()] })
        }
        #[cfg(not(unix))]
        Ok(Self { canonical: folder.canonicalize()? })
    }

    /// Whether both folders are on the same device or mounted file system. On systems other than Unix, whether both folders are on the same
    /// drive.
    pub(crate) fn has_device_of(&self, other: &Self) -> bool {
        #[cfg(unix)]
        return self.file[0] == other.file[0];
        #[cfg(not(unix))]
        return self.canonical.components().next() == other.canonical.components().next();
    }
}
