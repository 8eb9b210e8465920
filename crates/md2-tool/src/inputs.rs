//! The models to which the FILE arguments of a command refer.
//!
//! A file is one model. A folder, an archive (PAK, ZIP) or a folder in an archive means all models in it, and `-` means standard input.
//! The iterator finds each model when the command requests the next one, so folders of any size need little memory. If a folder cannot
//! be read, the iterator returns an error: the command prints this error, continues with the next input, and finally returns the exit
//! code of the error. The search for models does not leave the folder through links, unless the user gives `--follow-links`.

use std::path::{Path, PathBuf};

use clap::Args;
use md2_assets::{ModelFiles, SkippedEntries, find_models, is_container, read_model};
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

/// An iterator over the models to which arguments refer: see [`gather`].
#[derive(Debug)]
pub struct Inputs<'a> {
    arguments: std::slice::Iter<'a, PathBuf>,
    search: SearchArgs,
    /// The folder or archive that is being searched, its remaining models, and whether the search has already returned a model or an error.
    folder: Option<(&'a Path, ModelFiles, bool)>,
    stdin_was_given: bool,
}

/// Returns the models to which the FILE arguments of a command refer, in the order of the arguments. The models of a folder or archive
/// are in natural order (`b9` before `b10`). A folder that cannot be listed or contains no model is an error. If the search skips links
/// or folders, a log line reports their number.
///
/// An argument that is a file may have any name. If the file does not exist, reading it returns the error.
pub fn gather(arguments: &[PathBuf]) -> Inputs<'_> {
    Inputs {
        arguments: arguments.iter(),
        search: SearchArgs::default(),
        folder: None,
        stdin_was_given: false,
    }
}

impl Inputs<'_> {
    pub fn with_search(self, search: SearchArgs) -> Self {
        Self { search, ..self }
    }
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

impl Iterator for Inputs<'_> {
    type Item = Result<Input, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((folder, models, has_any)) = &mut self.folder {
                match models.next() {
                    Some(found) => {
                        *has_any = true;
                        let input = found.map(|path| Input { path: Some(path) });
                        return Some(input.map_err(|error| Failure::File(error.into())));
                    }
                    None => {
                        log_skipped(folder, models.skipped());
                        let error = NoModelError { folder: folder.to_path_buf() };
                        let is_empty = !*has_any;
                        self.folder = None;
                        if is_empty {
                            return Some(Err(Failure::File(error.into())));
                        }
                    }
                }
            }
            let argument = self.arguments.next()?;
            if argument.as_os_str() == STANDARD_INPUT {
                if std::mem::replace(&mut self.stdin_was_given, true) {
                    return Some(Err(Failure::Usage(String::from("standard input (-) was given twice"))));
                }
                return Some(Ok(standard_input()));
            }
            if !is_container(argument) {
                return Some(Ok(Input { path: Some(argument.clone()) }));
            }
            let models = find_models(argument);
            let models = if self.search.follow_links { models.follow_links() } else { models };
            self.folder = Some((argument, models, false));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use md2_testdata::{TempFolder, native};

    use super::*;

    #[test]
    fn gathers_files_folders_and_standard_input_in_order() {
        let folder = TempFolder::from_list("models/b10.md2 models/b9.md2 models/tank/tris.md2 odd.txt");
        fs::create_dir(folder.path("empty")).unwrap();
        let arguments = ["odd.txt", "models", "-", "empty", "none.md2", "-"]
            .map(|name| if name == "-" { PathBuf::from(name) } else { folder.path(name) });
        let place = folder.display().to_string();
        let found: Vec<String> = gather(&arguments)
            .map(|input| input.map_or_else(|error| error.to_string(), |input| input.label()))
            .map(|text| text.replace(&place, ""))
            .collect();
        let expected = [
            "/odd.txt",
            "/models/b9.md2",
            "/models/b10.md2",
            "/models/tank/tris.md2",
            "standard input",
            "there is no model in \"/empty\"",
            "/none.md2",
            "standard input (-) was given twice",
        ];
        assert_eq!(found, expected.map(native));
    }
}
