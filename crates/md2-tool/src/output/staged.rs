//! What is to be written, from the look at its place to the name that it gets, and back.

use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::links::end_of_links;
use super::temporary::{create_beside, folder_of, link_or_copy};
use super::{Overwrite, is_standard_output, print_bytes};

/// Where something is written to.
#[derive(Debug)]
pub(super) enum Target {
    StandardOutput,
    /// A device or a pipe, which is opened only when there is something to write: who reads a pipe takes the end of the first
    /// writer for the end.
    Stream(PathBuf),
    /// A file where links end, and what is there.
    File {
        end: PathBuf,
        old: Option<Metadata>,
    },
}

impl Target {
    pub(super) fn new(path: &Path, overwrite: Overwrite) -> io::Result<Self> {
        if is_standard_output(path) {
            return Ok(Self::StandardOutput);
        }
        let old = match fs::metadata(path) {
            Ok(old) => old,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Self::File { end: end_of_links(path)?, old: None });
            }
            Err(error) => return Err(error),
        };
        if old.is_file() && !overwrite.force {
            return Err(already_exists());
        }
        if !old.is_file() && !old.is_dir() {
            return Ok(Self::Stream(path.to_path_buf()));
        }
        // Renaming does not check the right to write to the file; opening does. It also refuses folders.
        let _opened = OpenOptions::new().write(true).open(path)?;
        Ok(Self::File { end: end_of_links(path)?, old: Some(old) })
    }

    pub(super) fn stage(self, bytes: &[u8]) -> io::Result<Content> {
        Ok(match self {
            Self::StandardOutput => Content::StandardOutput(bytes.to_vec()),
            Self::Stream(path) => Content::Stream(path, bytes.to_vec()),
            Self::File { end, old } => {
                let written = create_beside(&end, bytes, old.as_ref());
                let file =
                    written.map_err(|error| explain_replacement(folder_error(error, &end), old.is_some()))?;
                Content::File { end, file: file.into_temp_path(), is_new: old.is_none() }
            }
        })
    }
}

/// What is not written yet, and the name that was asked for.
#[derive(Debug)]
pub(super) struct StagedFile {
    pub(super) path: PathBuf,
    pub(super) content: Content,
}

#[derive(Debug)]
pub(super) enum Content {
    StandardOutput(Vec<u8>),
    Stream(PathBuf, Vec<u8>),
    /// Complete, beside its place, and gone unless it is renamed. It is closed: there may be more than can be open at once.
    File {
        end: PathBuf,
        file: TempPath,
        is_new: bool,
    },
}

impl Content {
    /// The file that it becomes, if it becomes one.
    pub(super) fn end(&self) -> Option<&Path> {
        match self {
            Self::File { end, .. } => Some(end),
            Self::StandardOutput(_) | Self::Stream(..) => None,
        }
    }

    /// Gives the file its name. Returns how to undo that, unless the file is the only one.
    pub(super) fn finish(self, is_alone: bool) -> io::Result<Option<Undo>> {
        match self {
            Self::StandardOutput(bytes) => print_bytes(&mut io::stdout().lock(), &bytes).map(|()| None),
            Self::Stream(path, bytes) => {
                OpenOptions::new().write(true).open(path)?.write_all(&bytes).map(|()| None)
            }
            Self::File { end, file, is_new: true } => match file.persist_noclobber(&end) {
                Ok(_) => Ok((!is_alone).then_some(Undo::Remove(end))),
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Err(already_exists()),
                Err(error) => Err(error.error),
            },
            Self::File { end, file, is_new: false } => {
                let old = if is_alone { None } else { Some(link_or_copy(&end)?) };
                file.persist(&end).map_err(|error| explain_replacement(error.error, true))?;
                Ok(old.map(|old| Undo::PutBack { old, end }))
            }
        }
    }
}

/// How a file that has its name loses it again.
#[derive(Debug)]
pub(super) enum Undo {
    Remove(PathBuf),
    PutBack { old: TempPath, end: PathBuf },
}

impl Undo {
    /// Undoes it as far as possible. The reason is already an error.
    pub(super) fn undo(self) {
        match self {
            Self::Remove(path) => drop(fs::remove_file(path)),
            Self::PutBack { old, end } => drop(old.persist(end)),
        }
    }
}

fn already_exists() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "the file exists; --force overwrites it")
}

/// An error about a file that is hidden, as one about its folder.
fn folder_error(error: io::Error, path: &Path) -> io::Error {
    let folder = folder_of(path);
    if !folder.is_dir() {
        return io::Error::new(error.kind(), format!("there is no folder \"{}\"", folder.display()));
    }
    let cause = error.get_ref().and_then(|error| error.source());
    let code = cause.and_then(|cause| cause.downcast_ref::<io::Error>()).and_then(io::Error::raw_os_error);
    code.map_or(error, io::Error::from_raw_os_error)
}

/// The file by itself could be written to: it takes a word to see why it is not.
pub(super) fn explain_replacement(error: io::Error, is_there: bool) -> io::Error {
    match error.kind() {
        kind if is_there && kind != io::ErrorKind::StorageFull => io::Error::new(
            kind,
            format!("{error}; a file that is there is replaced by a new one, which its folder has to allow"),
        ),
        _ => error,
    }
}
