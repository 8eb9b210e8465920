//! Reading of untrusted files.
//!
//! The functions open only regular files, and never block. The size limit of a file depends on its use. The same limits apply to files in
//! archives.

mod packed;

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::archive::{ArchiveError, EntryError};
use crate::stamp::FileStamp;

pub(crate) use self::packed::{archive_at, entry_error, listed};
pub use self::packed::{is_archive, refused_entries};

/// The intended use of a file, which determines its size limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReadAs {
    /// A model. The largest known model has 6 MB.
    Model,
    /// An image. The largest allowed image has 64 MB without compression.
    Image,
    /// A configuration script, such as `animation.cfg` or `md3.cfg`. Real scripts have a few kilobytes.
    Script,
    /// A `.skin` file. Real files have one line for each surface.
    SkinFile,
    /// A shader script. The longest real scripts have a few hundred kilobytes.
    Shaders,
    /// A palette. It has 768 bytes.
    Palette,
    /// A system font. East Asian fonts have about 20 MB.
    Font,
    /// A short text, such as `ground-speed.txt`.
    Text,
    /// The pipeline cache of a graphics driver. Real caches have a few megabytes.
    PipelineCache,
}

impl ReadAs {
    /// Returns the size limit in bytes for files with this use.
    pub const fn max_bytes(self) -> u64 {
        match self {
            Self::Model | Self::PipelineCache => 64 << 20,
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
    /// The stamp of the file from before its first byte was read. If another program writes to the file later, its stamp differs from this
    /// value. A write that keeps the length may leave the stamp unchanged in two cases: if it follows the previous write within a few
    /// milliseconds, and, on systems other than Unix, if the program then resets the modification time.
    pub stamp: FileStamp,
}

pub(crate) const FOLDER: &str = "folder";

/// The reason why a file cannot be read, and the path that was passed to the function.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// There is no such file.
    #[error("there is no file \"{}\"", .0.display())]
    NotFound(PathBuf),
    /// The path is a folder, or a pipe, a socket or a device. Reading these may block or never end.
    #[error("\"{path}\" is a {1}, expected a file", path = .0.display())]
    NotAFile(PathBuf, &'static str),
    /// The file exceeds the size limit, which is given in bytes: see [`ReadAs::max_bytes`].
    #[error("\"{path}\" is longer than the limit of {1} bytes", path = .0.display())]
    TooLong(PathBuf, u64),
    /// The path is or leads into an archive that cannot be read. The path is that of the archive.
    #[error("cannot read the archive \"{}\"", .0.display())]
    Archive(PathBuf, #[source] ArchiveError),
    /// The path is an entry of an archive, and the entry cannot be read.
    #[error("cannot read \"{}\"", .0.display())]
    Entry(PathBuf, #[source] EntryError),
    /// The system reported an error, such as missing permission.
    #[error("cannot read \"{}\"", .0.display())]
    System(PathBuf, #[source] io::Error),
}

impl ReadError {
    /// Returns the path that was passed to the function, or the path of the archive that cannot be read.
    pub fn path(&self) -> &Path {
        match self {
            Self::NotFound(path)
            | Self::NotAFile(path, _)
            | Self::TooLong(path, _)
            | Self::Archive(path, _)
            | Self::Entry(path, _)
            | Self::System(path, _) => path,
        }
    }

    /// Returns the reason without the path.
    pub fn reason(&self) -> String {
        match self {
            Self::NotFound(_) => String::from("there is no such file"),
            Self::NotAFile(_, what) => format!("it is a {what}, expected a file"),
            Self::TooLong(_, allowed) => format!("it is longer than the limit of {allowed} bytes"),
            Self::Archive(_, source) => source.to_string(),
            Self::Entry(_, source) => source.to_string(),
            Self::System(_, source) => source.to_string(),
        }
    }
}

/// Reads a model file.
pub fn read_model(path: &Path) -> Result<Vec<u8>, ReadError> {
    Ok(read_file(path, ReadAs::Model)?.bytes)
}

/// Reads a regular file. Fails if the file is longer than the limit for `kind`. Never blocks on a pipe.
pub fn read_file(path: &Path, kind: ReadAs) -> Result<FileContent, ReadError> {
    let allowed = kind.max_bytes();
    let (file, metadata) = match open(path) {
        Ok(opened) => opened,
        Err(error) => return packed::content(path, allowed, error),
    };
    if metadata.len() > allowed {
        return Err(ReadError::TooLong(path.to_path_buf(), allowed));
    }
    let mut bytes = Vec::new();
    let length = usize::try_from(metadata.len()).unwrap_or(usize::MAX);
    // With one spare byte, the reader finds the end of the file without growing the buffer. If this allocation fails, the read below
    // reports the error.
    let _ = bytes.try_reserve_exact(length.saturating_add(1));
    // The file may have become longer since its size was read, so `read_to_end` checks the limit again.
    read_to_end(file, path, allowed, &mut bytes)?;
    Ok(FileContent { bytes, stamp: FileStamp::new(&metadata) })
}

/// Reads all bytes of a stream, such as standard input. Fails if the stream is longer than the limit for `kind`. Errors contain `name` as
/// the path.
pub fn read_stream(stream: impl Read, name: &Path, kind: ReadAs) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    read_to_end(stream, name, kind.max_bytes(), &mut bytes)?;
    Ok(bytes)
}

fn read_to_end(stream: impl Read, path: &Path, allowed: u64, bytes: &mut Vec<u8>) -> Result<(), ReadError> {
    let mut stream = stream.take(allowed.saturating_add(1));
    stream.read_to_end(bytes).map_err(|source| read_error(path, source))?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > allowed) {
        return Err(ReadError::TooLong(path.to_path_buf(), allowed));
    }
    Ok(())
}

pub(crate) fn read_start(path: &Path, length: u64) -> Result<Vec<u8>, ReadError> {
    let file = match open(path) {
        Ok((file, _)) => file,
        Err(error) => return packed::start(path, length, error),
    };
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes).map_err(|source| read_error(path, source))?;
    Ok(bytes)
}

/// Whether the path is a folder in the file system or in an archive. An archive itself counts as a file.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || packed::is_folder(path)
}

impl FileStamp {
    /// Returns the stamp of the current version of a file; `None` if the file does not exist. Opens no file except archives.
    pub fn read(path: &Path) -> Option<Self> {
        match path.metadata() {
            Ok(metadata) => metadata.is_file().then(|| Self::new(&metadata)),
            Err(_) => packed::stamp(path),
        }
    }
}

fn open(path: &Path) -> Result<(File, Metadata), ReadError> {
    // Opening a device can have effects, such as moving a tape, so this checks the kind of file first. It checks the kind again after
    // opening, because another program may have replaced the file.
    expect_file(path, &path.metadata().map_err(|source| read_error(path, source))?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // With these flags, opening a pipe does not block. They do not affect regular files.
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
        io::ErrorKind::NotFound => ReadError::NotFound(path),
        // Windows allows no `*` or `?` in names. The pattern of an argument remains if no file matches it.
        io::ErrorKind::InvalidFilename if cfg!(windows) => ReadError::NotFound(path),
        io::ErrorKind::IsADirectory => ReadError::NotAFile(path, FOLDER),
        _ => ReadError::System(path, in_words(source)),
    }
}

/// Returns an error of the system with a text for the user, without its number. Other errors stay unchanged.
///
/// ```
/// let error = std::fs::read("").unwrap_err();
/// assert_eq!(md2_assets::in_words(error).to_string(), "there is no such file or folder");
/// ```
pub fn in_words(error: io::Error) -> io::Error {
    if error.raw_os_error().is_none() {
        return error;
    }
    let text = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder",
        io::ErrorKind::PermissionDenied => "access is denied",
        io::ErrorKind::IsADirectory => "this is a folder",
        io::ErrorKind::NotADirectory => "a part of the path is a file, expected a folder",
        io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only",
        io::ErrorKind::StorageFull => "the disk is full",
        io::ErrorKind::InvalidFilename => "the name is not valid",
        io::ErrorKind::FileTooLarge => "the file would be larger than the system allows",
        kind => return io::Error::new(kind, without_number(&error.to_string())),
    };
    io::Error::new(error.kind(), text)
}

/// Removes the number of a system error at the end of its text: ` (os error 13)`.
fn without_number(text: &str) -> &str {
    text.rsplit_once(" (os error ").map_or(text, |(words, _)| words)
}

fn expect_file(path: &Path, metadata: &Metadata) -> Result<(), ReadError> {
    if metadata.is_file() {
        return Ok(());
    }
    let what = if metadata.is_dir() { FOLDER } else { kind_of(metadata) };
    Err(ReadError::NotAFile(path.to_path_buf(), what))
}

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
