//! Reading files: the one place where this toolkit opens what it was not told the content of.
//!
//! Whatever lies beside a model was put there by somebody else. Only regular files are opened, without waiting for anybody to
//! write into them, and each is read through a limit for what it is read as. A path that leads through an archive means a file in
//! it, which is read like any other.

mod packed;

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::archive::{ArchiveError, EntryError};
use crate::stamp::FileStamp;

pub use self::packed::is_archive;
pub(crate) use self::packed::{archive_at, listed};

/// What a file is read as, and so how long it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReadAs {
    /// A model. The largest known has 6 MB.
    Model,
    /// An image. What may be decoded has 64 MB if nothing in it is compressed.
    Image,
    /// A script of sequences. Real ones have a few kilobytes.
    Script,
    /// A file that tells which surface wears which picture. Real ones have a line for each surface.
    SkinFile,
    /// Shaders of a game. The longest real ones have a few hundred kilobytes.
    Shaders,
    /// A palette, of 768 bytes.
    Palette,
    /// A font of the system. Those of East Asia have some 20 MB.
    Font,
    /// A short text, such as `ground-speed.txt`.
    Text,
}

impl ReadAs {
    /// The most bytes that are read.
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

/// What was in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileContent {
    /// All of its bytes.
    pub bytes: Vec<u8>,
    /// Which version of the file it was, taken before the first byte was read: what is written from then on makes another
    /// stamp. A write that keeps the length does so if the system's clock has moved on since the one before, by some
    /// milliseconds; and, on other systems than Unix, unless the time of writing is set back.
    pub stamp: FileStamp,
}

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
    /// The name is that of a pipe, a socket or a device, which may have no end or none who writes into it.
    #[error("\"{}\" is a {what}, expected a file", path.display())]
    NotAFile {
        /// The name as given.
        path: PathBuf,
        /// What it is instead, in a word.
        what: &'static str,
    },
    /// The file is longer than anything that makes sense.
    #[error("\"{}\" is longer than the limit of {allowed} bytes", path.display())]
    TooLong {
        /// The name as given.
        path: PathBuf,
        /// [`ReadAs::max_bytes`].
        allowed: u64,
    },
    /// The name leads into an archive, of which nothing is served.
    #[error("cannot read the archive \"{}\"", path.display())]
    Archive {
        /// The archive.
        path: PathBuf,
        /// What is wrong with it.
        source: ArchiveError,
    },
    /// The name is that of a file in an archive, which is not served.
    #[error("cannot read \"{}\"", path.display())]
    Entry {
        /// The name as given.
        path: PathBuf,
        /// Why not.
        source: EntryError,
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

impl ReadError {
    /// The name as given.
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

    /// Why, without the name.
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

/// The bytes of a model file.
///
/// # Errors
/// A [`ReadError`] that names the file.
pub fn read_model(path: &Path) -> Result<Vec<u8>, ReadError> {
    Ok(read_file(path, ReadAs::Model)?.bytes)
}

/// The content of a file, if it is a regular one and not too long. Never waits for anybody.
///
/// # Errors
/// A [`ReadError`] that names the file.
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
    // One more, so that the end is found without growing. A reservation that fails is for reading to report.
    let _ = bytes.try_reserve_exact(length.saturating_add(1));
    // The length may have grown since, so the limit is kept there too.
    read_to_end(file, path, allowed, &mut bytes)?;
    Ok(FileContent { bytes, stamp: FileStamp::new(&metadata) })
}

/// All that a stream gives, such as standard input, if it is not too long. `name` is what errors call it.
///
/// # Errors
/// A [`ReadError`] that names it.
pub fn read_stream(stream: impl Read, name: &Path, kind: ReadAs) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    read_to_end(stream, name, kind.max_bytes(), &mut bytes)?;
    Ok(bytes)
}

fn read_to_end(stream: impl Read, path: &Path, allowed: u64, bytes: &mut Vec<u8>) -> Result<(), ReadError> {
    let mut stream = stream.take(allowed.saturating_add(1));
    stream.read_to_end(bytes).map_err(|source| failed(path, source))?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > allowed) {
        return Err(ReadError::TooLong { path: path.to_path_buf(), allowed });
    }
    Ok(())
}

/// The first bytes of a file of any length, if it is a regular one.
pub(crate) fn read_start(path: &Path, length: u64) -> Result<Vec<u8>, ReadError> {
    let file = match open(path) {
        Ok((file, _)) => file,
        Err(error) => return packed::start(path, length, error),
    };
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes).map_err(|source| failed(path, source))?;
    Ok(bytes)
}

/// Whether a path is that of a folder, of the system's or in an archive. An archive itself is a file.
#[must_use]
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || packed::is_folder(path)
}

impl FileStamp {
    /// The stamp of the file that has this name now; `None` if there is none that could be read. It is not opened, but for the
    /// list of an archive.
    #[must_use]
    pub fn read(path: &Path) -> Option<Self> {
        match path.metadata() {
            Ok(metadata) => metadata.is_file().then(|| Self::new(&metadata)),
            Err(_) => packed::stamp(path),
        }
    }
}

/// Opens a regular file, with what the system says of it.
fn open(path: &Path) -> Result<(File, Metadata), ReadError> {
    // Asked before opening, since opening alone can move a tape; and again of what was opened, since in between the name may
    // have become another file's.
    expect_file(path, &path.metadata().map_err(|source| failed(path, source))?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // Opening a pipe then does not wait for somebody to write. Reading regular files is as ever.
        options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
    }
    let file = options.open(path).map_err(|source| failed(path, source))?;
    let metadata = file.metadata().map_err(|source| failed(path, source))?;
    expect_file(path, &metadata)?;
    Ok((file, metadata))
}

fn failed(path: &Path, source: io::Error) -> ReadError {
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

/// What something that is neither a file nor a folder is, in a word.
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
