//! The models that the FILE arguments of a command mean.
//!
//! A file is itself; a folder is the models in it and below it, as is an archive (PAK, ZIP) or a folder in one; `-` is standard
//! input. Nothing is opened before it is its turn, so that folders of any size take little memory. What cannot be read is an item
//! among the others: a command reports it, goes on, and ends with an exit code of its own.

use std::path::{Path, PathBuf};

use md2_assets::{ModelFiles, find_models, is_container, read_model};
use md2_browse::stdin::{STANDARD_INPUT, STANDARD_INPUT_NAME, read_standard_input};
use md2_scene::Figure;

use crate::failure::Failure;

/// A model that is to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// `None` for standard input.
    path: Option<PathBuf>,
}

/// Standard input.
#[must_use]
pub const fn standard_input() -> Input {
    Input { path: None }
}

/// The one model that an argument means, for a command that takes no more.
///
/// # Errors
/// If it is a folder or an archive, which may hold several.
pub fn single_file(argument: &Path, command: &str) -> Result<Input, Failure> {
    if argument.as_os_str() == STANDARD_INPUT {
        return Ok(standard_input());
    }
    if is_container(argument) {
        let text = format!("{} may hold several models: {command} takes one file", argument.display());
        return Err(Failure::Usage(text));
    }
    Ok(Input { path: Some(argument.to_path_buf()) })
}

impl Input {
    /// What messages call it: the path as it was given, or as it was found in a folder that was given.
    #[must_use]
    pub fn label(&self) -> String {
        self.path
            .as_deref()
            .map_or_else(|| String::from(STANDARD_INPUT_NAME), |path| path.display().to_string())
    }

    /// Its path; `None` for standard input. It leads to a file that `md2-assets` reads, which need not be one of the system's.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The file's name without extension, for names of what is made of it: `stdin` for standard input.
    pub fn stem(&self) -> String {
        let stem = self.path.as_deref().and_then(Path::file_stem);
        stem.map_or_else(|| String::from("stdin"), |stem| stem.to_string_lossy().into_owned())
    }

    /// All of its bytes. Standard input has them once.
    ///
    /// # Errors
    /// If it cannot be read, or is longer than a model may be.
    pub fn read(&self) -> Result<Vec<u8>, Failure> {
        let bytes = match &self.path {
            Some(path) => read_model(path),
            None => read_standard_input(),
        };
        bytes.map_err(|error| Failure::File(error.into()))
    }

    /// The model with what belongs to it: skins, sequences, the other parts of a player. Standard input comes alone.
    ///
    /// # Errors
    /// If it cannot be read, or is no model that can be shown.
    pub fn figure(&self) -> Result<Figure, Failure> {
        let figure = match &self.path {
            Some(path) => md2_scene::open(path),
            None => md2_scene::open_bytes(STANDARD_INPUT_NAME, &self.read()?),
        };
        figure.map_err(|error| Failure::File(error.into()))
    }
}

/// The models that `arguments` mean, one after the other. See [`gather`].
#[derive(Debug)]
pub struct Inputs<'a> {
    arguments: std::slice::Iter<'a, PathBuf>,
    /// The folder or archive that is walked through, and whether it held a model.
    folder: Option<(&'a Path, ModelFiles, bool)>,
    /// Whether standard input was given.
    stdin_was_given: bool,
}

/// The models that the FILE arguments of a command mean, in the order given; those of a folder or archive in the order in which
/// people count. An error is one of what could not be looked into, or of one without models; it says which.
///
/// A file that was given is an input whatever it is called, and whether it is there or not: reading it reports that.
#[must_use]
pub fn gather(arguments: &[PathBuf]) -> Inputs<'_> {
    Inputs { arguments: arguments.iter(), folder: None, stdin_was_given: false }
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
                    None if !*has_any => {
                        let error = anyhow::anyhow!("there is no model in \"{}\"", folder.display());
                        self.folder = None;
                        return Some(Err(Failure::File(error)));
                    }
                    None => self.folder = None,
                }
            }
            let argument = self.arguments.next()?;
            if argument.as_os_str() == STANDARD_INPUT {
                // What it had was taken.
                if std::mem::replace(&mut self.stdin_was_given, true) {
                    return Some(Err(Failure::Usage(String::from("standard input (-) was given twice"))));
                }
                return Some(Ok(standard_input()));
            }
            if !is_container(argument) {
                return Some(Ok(Input { path: Some(argument.clone()) }));
            }
            self.folder = Some((argument, find_models(argument), false));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn arguments_mean_files_folders_and_standard_input() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("models/tank")).unwrap();
        fs::create_dir(at("empty")).unwrap();
        for name in ["models/b10.md2", "models/b9.md2", "models/tank/tris.md2", "odd.txt"] {
            fs::write(at(name), b"IDP2").unwrap();
        }
        let arguments =
            [at("odd.txt"), at("models"), PathBuf::from("-"), at("empty"), at("none.md2"), "-".into()];
        let told: Vec<String> = gather(&arguments)
            .map(|input| match input {
                Ok(input) => input.label().replace(&*folder.path().to_string_lossy(), ""),
                Err(Failure::Usage(text)) => text,
                Err(error) => error.to_string().replace(&*folder.path().to_string_lossy(), ""),
            })
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
        assert_eq!(told, expected);
    }

    #[test]
    fn an_input_reads_itself_and_says_why_it_cannot() {
        let missing = Input { path: Some(PathBuf::from("nowhere/tris.md2")) };
        assert_eq!(missing.stem(), "tris");
        assert_eq!(missing.read().unwrap_err().to_string(), "there is no file \"nowhere/tris.md2\"");
        assert!(matches!(missing.figure(), Err(Failure::File(_))));
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/wanderer/tris.md2");
        let input = Input { path: Some(PathBuf::from(path)) };
        assert!(input.read().unwrap().starts_with(b"IDP2"));
        assert_eq!(input.figure().unwrap().parts().len(), 1);
    }

    #[test]
    fn a_model_in_memory_opens_alone() {
        let bytes = md2_testdata::one_triangle().build();
        let figure = md2_scene::open_bytes(STANDARD_INPUT_NAME, bytes.bytes()).unwrap();
        assert_eq!(figure.name(), STANDARD_INPUT_NAME);
        let error = md2_scene::open_bytes(STANDARD_INPUT_NAME, b"PACK").unwrap_err();
        assert!(format!("{:#}", anyhow::Error::from(error)).starts_with("cannot open \"standard input\": "));
    }
}
