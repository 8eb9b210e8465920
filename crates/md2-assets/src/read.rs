//! Reading of untrusted files.
//!
//! Only regular files are opened, without waiting for a writer, and each is read up to a limit for its use. A path into an archive is read
//! in the same way.

mod packed;

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::archive::{ArchiveError, EntryError};
use crate::stamp::FileStamp;

pub use self::packed::is_archive;
pub(crate) use self::packed::{archive_at, listed};

/// The use of a file, which determines its size limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReadAs {
    /// A model. The largest known has 6 MB.
    Model,
    /// An image. What may be decoded has 64 MB if nothing in it is compressed.
    Image,
    /// A script of sequences. Real ones have a few kilobytes.
    Script,
    /// A `.skin` file. Real ones have a line for each surface.
    SkinFile,
    /// A shader script. The longest real ones have a few hundred kilobytes.
    Shaders,
    /// A palette, of 768 bytes.
    Palette,
    /// A font of the system. Those of East Asia have some 20 MB.
    Font,
    /// A short text, such as `ground-speed.txt`.
    Text,
}

impl ReadAs {
    /// The size limit in bytes.
    #[must_use]
    pub const fn max_bytes(self) -> u64 {
        match self {
            Self::Model => 64 << 20,
            Self::Image => 80 << 20,
            Self::Script => 256 << 10,
            Self::SkinFile => 1 << 20,
            Self::Shaders => 4 << 20,
            Self::Font => 48 << 20,
            Self::Palette | Self::Text => 64 << 10,
        }
    }
}

/// The content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileContent {
    /// All bytes of the file.
    pub bytes: Vec<u8>,
    /// The stamp of the file, taken before the first byte was read, so that later writes change it. A write that keeps the length changes
    /// it if some milliseconds have passed since the previous write and, on systems other than Unix, if the modification time is not
    /// reset.
    pub stamp: FileStamp,
}

/// The reason why a file cannot be read, with the file's path.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// There is no such file.
    #[error("there is no file \"{}\"", path.display())]
    NotFound {
        /// The path as given.
        path: PathBuf,
    },
    /// The path is a folder.
    #[error("\"{}\" is a folder, expected a file", path.display())]
    Folder {
        /// The path as given.
        path: PathBuf,
    },
    /// The path is a pipe, a socket or a device, which may block or have no end.
    #[error("\"{}\" is a {what}, expected a file", path.display())]
    NotAFile {
        /// The path as given.
        path: PathBuf,
        /// The kind of file, in one word.
        what: &'static str,
    },
    /// The file exceeds the size limit.
    #[error("\"{}\" is longer than the limit of {allowed} bytes", path.display())]
    TooLong {
        /// The path as given.
        path: PathBuf,
        /// The limit: see [`ReadAs::max_bytes`].
        allowed: u64,
    },
    /// The path leads into an archive that cannot be read.
    #[error("cannot read the archive \"{}\"", path.display())]
    Archive {
        /// The archive.
        path: PathBuf,
        /// The error.
        source: ArchiveError,
    },
    /// The path is an entry of an archive that cannot be read.
    #[error("cannot read \"{}\"", path.display())]
    Entry {
        /// The path as given.
        path: PathBuf,
        /// The reason.
        source: EntryError,
    },
    /// The system reports an error, such as missing permission.
    #[error("cannot read \"{}\"", path.display())]
    System {
        /// The path as given.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

impl ReadError {
    /// The path as given.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::NotFound { path }
            | Self::Folder { path }
            | Self::NotAFile { path, .. }
            | Self::TooLong { path, .. }
            | Self::Archive { path, .. }
            | Self::Entry { path, .. }
            | Self::System { path, .. } => path,
        }
    }

    /// The reason without the path.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Self::NotFound { .. } => String::from("there is no such file"),
            Self::Folder { .. } => String::from("it is a folder, expected a file"),
            Self::NotAFile { what, .. } => format!("it is a {what}, expected a file"),
            Self::TooLong { allowed, .. } => {
                format!("it is longer than the limit of {allowed} bytes")
            }
            Self::Archive { source, .. } => source.to_string(),
            Self::Entry { source, .. } => source.to_string(),
            Self::System { source, .. } => source.to_string(),
        }
    }
}

/// Reads a model file.
///
/// # Errors
/// A [`ReadError`] with the path.
pub fn read_model(path: &Path) -> Result<Vec<u8>, ReadError> {
    Ok(read_file(path, ReadAs::Model)?.bytes)
}

/// Reads a regular file up to the limit of its use. Never waits for a writer.
///
/// # Errors
/// A [`ReadError`] with the path.
pub fn read_file(path: &Path, kind: ReadAs) -> Result<FileContent, ReadError> {
    let allowed = kind.max_bytes();
    let (file, metadata) = match open(path) {
        Ok(opened) => opened,
        Err(error) => return packed::content(path, allowed, error),
    };
    if metadata.len() > allowed {
        return Err(ReadError::TooLong { path: path.to_path_buf(), allowed });
    }
    let mut bytes = Vec::new();
    let length = usize::try_from(metadata.len()).unwrap_or(usize::MAX);
    // One more byte, so that reading finds the end without growing the buffer. Reading reports a failed allocation.
    let _ = bytes.try_reserve_exact(length.saturating_add(1));
    // The file may have grown since, so this checks the limit again.
    read_to_end(file, path, allowed, &mut bytes)?;
    Ok(FileContent { bytes, stamp: FileStamp::new(&metadata) })
}

/// Reads a stream, such as standard input, up to the limit of its use. Errors contain `name` as the path.
///
/// # Errors
/// A [`ReadError`] with this name.
pub fn read_stream(stream: impl Read, name: &Path, kind: ReadAs) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    read_to_end(stream, name, kind.max_bytes(), &mut bytes)?;
    Ok(bytes)
}

fn read_to_end(stream: impl Read, path: &Path, allowed: u64, bytes: &mut Vec<u8>) -> Result<(), ReadError> {
    let mut stream = stream.take(allowed.saturating_add(1));
    stream.read_to_end(bytes).map_err(|source| read_error(path, source))?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > allowed) {
        return Err(ReadError::TooLong { path: path.to_path_buf(), allowed });
    }
    Ok(())
}

/// Reads the first bytes of a regular file of any length.
pub(crate) fn read_start(path: &Path, length: u64) -> Result<Vec<u8>, ReadError> {
    let file = match open(path) {
        Ok((file, _)) => file,
        Err(error) => return packed::start(path, length, error),
    };
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes).map_err(|source| read_error(path, source))?;
    Ok(bytes)
}

/// Whether the path is a folder, in the file system or in an archive. An archive itself is a file.
#[must_use]
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || packed::is_folder(path)
}

impl FileStamp {
    /// Returns the current stamp of a file; `None` if there is no such file. Opens no file except archives.
    #[must_use]
    pub fn read(path: &Path) -> Option<Self> {
        match path.metadata() {
            Ok(metadata) => metadata.is_file().then(|| Self::new(&metadata)),
            Err(_) => packed::stamp(path),
        }
    }
}

/// Opens a regular file and returns its metadata.
fn open(path: &Path) -> Result<(File, Metadata), ReadError> {
    // Opening alone can have effects, such as moving a tape, so this checks the kind first. The check after opening is needed because the
    // path may have become another file.
    expect_file(path, &path.metadata().map_err(|source| read_error(path, source))?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // Opening a pipe does not wait for a writer then. Regular files are not affected.
        options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
    }
    let file = options.open(path).map_err(|source| read_error(path, source))?;
    let metadata = file.metadata().map_err(|source| read_error(path, source))?;
    expect_file(path, &metadata)?;
    Ok((file, metadata))
}

fn read_error(path: &Path, source: io::Error) -> ReadError {
    let path = path.to_path_buf();
    match source.kind() {
        io::ErrorKind::NotFound => ReadError::NotFound { path },
        io::ErrorKind::IsADirectory => ReadError::Folder { path },
        _ => ReadError::System { path, source },
    }
}

fn expect_file(path: &Path, metadata: &Metadata) -> Result<(), ReadError> {
    let path_buf = || path.to_path_buf();
    if metadata.is_file() {
        Ok(())
    } else if metadata.is_dir() {
        Err(ReadError::Folder { path: path_buf() })
    } else {
        Err(ReadError::NotAFile { path: path_buf(), what: kind_of(metadata) })
    }
}

/// The kind of a path that is neither a file nor a folder, in one word.
#[cfg(unix)]
fn kind_of(metadata: &Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    let kind = metadata.file_type();
    if kind.is_fifo() {
        "pipe"
    } else if kind.is_socket() {
        "socket"
    } else {
        "device"
    }
}

#[cfg(not(unix))]
fn kind_of(_: &Metadata) -> &'static str {
    "device"
}
