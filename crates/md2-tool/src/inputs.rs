//! The models to which the FILE arguments of a command refer.
//!
//! A file is one model. A folder, an archive (PAK, ZIP) or a folder in an archive means all models in it, and `-` means standard input.
//! Each model is found when the command requests the next one, so folders of any size need little memory. If a folder cannot
//! be read, the iterator returns an error: the command prints this error, continues with the next input, and finally returns the exit
//! code of the error. The search for models does not leave the folder through links, unless the user gives `--follow-links`.

use std::iter;
use std::path::{Path, PathBuf};

use clap::Args;
use md2_assets::{SkippedEntries, find_models, is_container, read_model};
use md2_scene::stdin::{STANDARD_INPUT, STANDARD_INPUT_NAME, read_standard_input};
use md2_scene::{Figure, text};

use crate::failure::{Failure, NoModelError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    path: Option<PathBuf>,
}

pub const fn standard_input() -> Input {
    Input { path: None }
}

/// Returns the model to which an argument refers, for a command that accepts a single model.
pub fn single_file(argument: &Path, command: &str) -> Result<Input, Failure> {
    if argument.as_os_str() == STANDARD_INPUT {
        return Ok(standard_input());
    }
    if is_container(argument) {
        let text =
            format!("{} may contain several models; {command} takes a single file", argument.display());
        return Err(Failure::Usage(text));
    }
    Ok(Input { path: Some(argument.to_path_buf()) })
}

impl Input {
    /// Returns the name of the model for messages: the path as the user wrote it, or for a model in a folder, this folder and the path
    /// inside it. A path in the current folder `.` has no leading `./`.
    pub fn label(&self) -> String {
        self.path.as_deref().map_or_else(|| String::from(STANDARD_INPUT_NAME), label_of)
    }

    /// Returns the path; `None` for standard input. The path may lead into an archive. The functions of `md2-assets` accept such paths.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Returns the file name without extension, for the names of output files. Returns `stdin` for standard input.
    pub fn stem(&self) -> String {
        let stem = self.path.as_deref().and_then(Path::file_stem);
        stem.map_or_else(|| String::from("stdin"), |stem| stem.to_string_lossy().into_owned())
    }

    /// Reads the file. Standard input can be read only once.
    pub fn read(&self) -> Result<Vec<u8>, Failure> {
        let bytes = match &self.path {
            Some(path) => read_model(path),
            None => read_standard_input(),
        };
        bytes.map_err(|error| Failure::File(error.into()))
    }

    /// Opens the model with its skins, its sequences and the other parts of its player. From standard input, opens only the model itself.
    pub fn figure(&self) -> Result<Figure, Failure> {
        let figure = match &self.path {
            Some(path) => md2_scene::open(path),
            None => md2_scene::open_bytes(STANDARD_INPUT_NAME, &self.read()?),
        };
        figure.map_err(|error| Failure::File(error.into()))
    }
}

pub(crate) fn label_of(path: &Path) -> String {
    path.strip_prefix(".").unwrap_or(path).display().to_string()
}

/// The option that controls the search for models in folders.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct SearchArgs {
    /// In folders, also follow links that lead out of the folder, to other places on the same device. By default, such links are
    /// skipped.
    #[arg(long)]
    pub follow_links: bool,
}

/// Returns the models to which the FILE arguments of a command refer, in the order of the arguments. The models of a folder or archive
/// are in natural order (`b9` before `b10`). A folder that cannot be listed or contains no model is an error. If the search skips links
/// or folders, a log line reports their number.
///
/// An argument that is a file may have any name. If the file does not exist, reading it returns the error.
pub fn gather(
    arguments: &[PathBuf],
    search: SearchArgs,
) -> impl Iterator<Item = Result<Input, Failure>> + Send {
    let mut stdin_was_given = false;
    arguments.iter().flat_map(move |argument| -> Box<dyn Iterator<Item = _> + Send> {
        if argument.as_os_str() == STANDARD_INPUT {
            let twice = || Failure::Usage(String::from("standard input (-) was given twice"));
            let is_again = std::mem::replace(&mut stdin_was_given, true);
            Box::new(iter::once(if is_again { Err(twice()) } else { Ok(standard_input()) }))
        } else if is_container(argument) {
            Box::new(search_folder(argument, search))
        } else {
            Box::new(iter::once(Ok(Input { path: Some(argument.clone()) })))
        }
    })
}

fn search_folder(folder: &Path, search: SearchArgs) -> impl Iterator<Item = Result<Input, Failure>> + Send {
    let models = find_models(folder);
    let mut models = if search.follow_links { models.follow_links() } else { models };
    let (mut has_any, mut has_ended) = (false, false);
    iter::from_fn(move || {
        if let Some(found) = models.next() {
            has_any = true;
            let input = found.map(|path| Input { path: Some(path) });
            return Some(input.map_err(|error| Failure::File(error.into())));
        }
        if std::mem::replace(&mut has_ended, true) {
            return None;
        }
        log_skipped(folder, models.skipped());
        let error = NoModelError { folder: folder.to_path_buf() };
        (!has_any).then(|| Err(Failure::File(error.into())))
    })
}

fn log_skipped(folder: &Path, skipped: SkippedEntries) {
    let line = |count: usize, what: &str, advice: &str| {
        if count > 0 {
            let line = format!("{what} \"{}\" were skipped: {count}; {advice}", folder.display());
            tracing::warn!("{}", text::message(&line));
        }
    };
    line(skipped.links, "links that lead out of", "--follow-links follows links on the same device");
    line(skipped.other_devices, "folders on other devices in", "pass their paths to search them");
}
