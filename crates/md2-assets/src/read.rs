//! Reading whole files, with errors a person can act on.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The longest file that is read. The largest model known has 6 MB.
pub const MAX_FILE_BYTES: u64 = 1 << 30;

/// Why a file cannot be read. Each names the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// Nothing has that name.
    #[error("there is no file \"{}\"", path.display())]
    NotFound {
        /// The name as given.
        path: PathBuf,
    },
    /// The name is a folder's.
    #[error("\"{}\" is a folder, expected a file", path.display())]
    Folder {
        /// The name as given.
        path: PathBuf,
    },
    /// The file is longer than anything that makes sense.
    #[error("\"{}\" is longer than {allowed} bytes, the most that is read", path.display())]
    TooLong {
        /// The name as given.
        path: PathBuf,
        /// [`MAX_FILE_BYTES`].
        allowed: u64,
    },
    /// The system refuses, for example for want of permission.
    #[error("cannot read \"{}\"", path.display())]
    System {
        /// The name as given.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
}

/// The bytes of a model file.
///
/// # Errors
/// A [`ReadError`] that names the file.
pub fn read_model(path: &Path) -> Result<Vec<u8>, ReadError> {
    read(path, MAX_FILE_BYTES)
}

/// The bytes of a file of at most `allowed` bytes.
pub(crate) fn read(path: &Path, allowed: u64) -> Result<Vec<u8>, ReadError> {
    let path_buf = || path.to_path_buf();
    let failed = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => ReadError::NotFound { path: path_buf() },
        io::ErrorKind::IsADirectory => ReadError::Folder { path: path_buf() },
        _ => ReadError::System { path: path_buf(), source },
    };
    let too_long = || ReadError::TooLong { path: path_buf(), allowed };

    // Asked before opening: some systems refuse to open a folder without saying that it is one.
    let metadata = path.metadata().map_err(failed)?;
    if metadata.is_dir() {
        return Err(ReadError::Folder { path: path_buf() });
    }
    if metadata.len() > allowed {
        return Err(too_long());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0));
    // The length may have been a lie (devices, pipes, files being written), so the limit is kept here too.
    File::open(path)
        .map_err(failed)?
        .take(allowed.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > allowed) {
        return Err(too_long());
    }
    Ok(bytes)
}
