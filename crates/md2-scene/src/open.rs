//! Opening model files, with what lies beside them: skins, a script, speeds.
//!
//! The only place of this crate that looks for files.

mod script;

use std::path::{Path, PathBuf};
use std::{fs, io};

use md2_anim::ScriptError;
use md2_load::{LoadError, LoadOptions, Loaded, ModelSkin};

use crate::document::readable;
use crate::{Companions, Document, GroundSpeedError, GroundSpeeds, Skin};

/// Name of the file beside a model that tells how fast the floor passes.
const GROUND_SPEEDS: &str = "ground-speed.txt";

/// Why a file cannot be opened. Each names it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] md2_assets::ReadError),
    /// It is no model that can be shown.
    #[error("cannot open \"{}\"", path.display())]
    Load {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: LoadError,
    },
}

/// Reads a model file and what lies beside it.
///
/// # Errors
/// If the file cannot be read, or is no model that can be shown. What lies beside it never fails: it becomes a
/// note.
pub fn open(path: &Path) -> Result<Document, OpenError> {
    let bytes = md2_assets::read_model(path)?;
    let model = md2_load::load(&bytes, &LoadOptions::default())
        .map_err(|source| OpenError::Load { path: path.to_owned(), source })?;
    let companions = beside(path, &model);
    Ok(Document::new(display_name(path), model, companions).at(path))
}

/// Looks for images, a script and speeds beside a model file.
fn beside(path: &Path, model: &Loaded) -> Companions {
    let mut notes = Vec::new();
    let mut noted = |error: CompanionError| notes.push(error.to_string());
    let script = script::beside(path, model.frame_names.len()).unwrap_or_else(|error| {
        noted(error);
        None
    });
    let ground = ground_speeds_beside(path).unwrap_or_else(|error| {
        noted(error);
        GroundSpeeds::default()
    });
    let names: Vec<&[u8]> = model.skins.alternatives.iter().filter_map(name_of).collect();
    let search = md2_assets::find_skins(path, &names);
    let found = search.found.iter().map(|found| Skin::file(&found.path, found.found_by.to_string()));
    let missing = search.missing.iter().filter_map(|&index| names.get(index));
    Companions {
        skins: found.collect(),
        missing_skins: missing.map(|name| readable(name)).collect(),
        script,
        ground,
        notes,
    }
}

/// The path of an image that a model names.
fn name_of(skin: &ModelSkin) -> Option<&[u8]> {
    match skin {
        ModelSkin::Named(name) => Some(name),
        _ => None,
    }
}

/// Reads the speeds beside a model; none if there is no such file.
fn ground_speeds_beside(model: &Path) -> Result<GroundSpeeds, CompanionError> {
    let failed = |reason| CompanionError { file: String::from(GROUND_SPEEDS), reason };
    match fs::read_to_string(model.with_file_name(GROUND_SPEEDS)) {
        Ok(text) => GroundSpeeds::parse(&text).map_err(|error| failed(error.into())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(GroundSpeeds::default()),
        Err(error) => Err(failed(error.into())),
    }
}

/// What is wrong with a file beside a model.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {reason}")]
struct CompanionError {
    file: String,
    reason: Reason,
}

#[derive(Debug, thiserror::Error)]
enum Reason {
    #[error(transparent)]
    System(#[from] io::Error),
    #[error(transparent)]
    Script(#[from] ScriptError),
    #[error("all its sequences begin past the model's last frame")]
    PastLastFrame,
    #[error(transparent)]
    GroundSpeed(#[from] GroundSpeedError),
}

/// The file's name, with its folder where every model has the same one.
fn display_name(path: &Path) -> String {
    let name = |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
    let file = name(path.file_name()).unwrap_or_default();
    match name(path.parent().and_then(Path::file_name)) {
        Some(folder) if file.eq_ignore_ascii_case("tris.md2") => format!("{folder}/{file}"),
        _ => file,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_say_which_model() {
        let check = |path: &str, expected: &str| assert_eq!(display_name(Path::new(path)), expected);
        check("/models/warrior.md2", "warrior.md2");
        check("players/male/tris.md2", "male/tris.md2");
        check("players/male/TRIS.MD2", "male/TRIS.MD2");
        check("tris.md2", "tris.md2");
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = open(Path::new("no/such.md2")).unwrap_err();
        assert!(error.to_string().contains("no/such.md2"));
    }
}
