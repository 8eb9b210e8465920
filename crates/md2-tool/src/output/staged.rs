//! The steps of writing a file: checking the target, writing a temporary file, renaming it, and undoing the renaming.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use md2_assets::in_words;
use tempfile::TempPath;

use super::links::end_of_links;
use super::reserved::reserved_name;
use super::temporary::{create_filled, link_or_copy};
use super::{Overwrite, is_standard_output, print_bytes};

#[derive(Debug)]
pub(super) enum Target {
    StandardOutput,
    /// A device or a pipe. It is opened only to write the content: opening a pipe earlier would end the program that reads from it.
    Stream(PathBuf),
    /// A file: its path after following links, and the metadata of the file that already exists there.
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
        if cfg!(windows)
            && let Some(name) = reserved_name(path)
        {
            let text = format!("Windows reserves the name \"{name}\" for a device; choose another name");
            return Err(io::Error::new(io::ErrorKind::InvalidFilename, text));
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
        // Opening checks the write permission, which renaming does not check, and fails for folders.
        let _opened = OpenOptions::new().write(true).open(path)?;
        Ok(Self::File { end: end_of_links(path)?, old: Some(old) })
    }

    /// Calls `fill` to write the content to a temporary file. The content of a stream is stored in memory until all files are complete.
    pub(super) fn stage(
        self,
        fill: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
    ) -> io::Result<Content> {
        let mut bytes = Vec::new();
        Ok(match self {
            Self::StandardOutput => {
                fill(&mut bytes)?;
                Content::StandardOutput(bytes)
            }
            Self::Stream(path) => {
                fill(&mut bytes)?;
                Content::Stream(path, bytes)
            }
            Self::File { end, old } => {
                let buffered = |file: &mut File| {
                    let mut file = io::BufWriter::new(file);
                    fill(&mut file).and_then(|()| file.flush())
                };
                let file = create_filled(&end, old.as_ref(), buffered)
                    .map_err(|error| explain_replacement(error, old.is_some()))?;
                Content::File { end, file: file.into_temp_path(), is_new: old.is_none() }
            }
        })
    }
}

#[derive(Debug)]
pub(super) struct StagedFile {
    pub(super) path: PathBuf,
    pub(super) content: Content,
}

#[derive(Debug)]
pub(super) enum Content {
    StandardOutput(Vec<u8>),
    Stream(PathBuf, Vec<u8>),
    /// A complete temporary file. It is already closed, because there may be more temporary files than the system allows to be open.
    File {
        end: PathBuf,
        file: TempPath,
        is_new: bool,
    },
}

impl Content {
    pub(super) fn end(&self) -> Option<&Path> {
        match self {
            Self::File { end, .. } => Some(end),
            Self::StandardOutput(_) | Self::Stream(..) => None,
        }
    }

    /// Gives the file its final name, and returns a value that can undo this. Returns `None` for a stream, and if `is_alone` is true: then
    /// no other file is written together with this file, and the renaming never has to be undone.
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

#[derive(Debug)]
pub(super) enum Undo {
    Remove(PathBuf),
    PutBack { old: TempPath, end: PathBuf },
}

impl Undo {
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

/// Adds an explanation to the error of a failed write if the new file should have replaced an old one (`replaces`):
/// except on a full disk, the cause is that the folder does not allow new files.
fn explain_replacement(error: io::Error, replaces: bool) -> io::Error {
    match error.kind() {
        kind if replaces && kind != io::ErrorKind::StorageFull => io::Error::new(
            kind,
            format!(
                "{}; a new file replaces the existing one, so the folder must allow new files",
                in_words(error)
            ),
        ),
        _ => error,
    }
}
