//! What can be written of a damaged file.

use md2_format::{ParseError, SalvagedModel};

use crate::error::LoadError;

/// What [`repair`](crate::repair()) made of a file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RepairedFile {
    /// A file that every reader of the format accepts.
    pub bytes: Vec<u8>,
    /// Why the file was refused, or what shows that it was changed as if it were text.
    pub damage: String,
    /// What was done, each a sentence for people, in the order in which it was done.
    pub done: Vec<String>,
    /// Whether nothing was lost: a conversion as text was undone to the last byte.
    pub is_restored: bool,
    /// Whether nothing is known to be lost: all records of the file are written as they are, and only the header was mended.
    pub keeps_all: bool,
}

/// The file with a conversion as text undone; `None` if it shows none, or if what is lost is not proven.
pub(crate) fn restored(file: &[u8]) -> Option<RepairedFile> {
    let damage = md2_format::text_damage(file)?;
    written(&md2_format::restore(file)?, damage.to_string())
}

/// What is left of a file that was refused for `error`.
pub(crate) fn salvaged(file: &[u8], error: ParseError) -> Result<RepairedFile, LoadError> {
    let salvaged = md2_format::salvage(file).map_err(LoadError::Md2)?;
    let refusal = LoadError::Md2(error.clone()).to_string();
    // What is salvaged can be written.
    written(&salvaged, refusal).ok_or(LoadError::Md2(error))
}

fn written(salvaged: &SalvagedModel, damage: String) -> Option<RepairedFile> {
    Some(RepairedFile {
        bytes: salvaged.model.to_bytes().ok()?,
        damage,
        done: salvaged.repairs.iter().map(ToString::to_string).collect(),
        is_restored: salvaged.is_restored(),
        keeps_all: salvaged.keeps_all(),
    })
}
