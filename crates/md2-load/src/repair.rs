//! Repaired files.

use md2_format::{ParseError, SalvagedModel};

use crate::error::LoadError;
use crate::md2;
use crate::options::LoadOptions;

/// The result of [`repair`](crate::repair()).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RepairedFile {
    /// The repaired file, which every reader of the format accepts.
    pub bytes: Vec<u8>,
    /// The error with which [`load`](crate::load()) rejects the damaged file, or a description of the text conversion that damaged the
    /// file.
    pub damage: String,
    /// The repairs in order, each as a text for the user.
    pub done: Vec<String>,
    /// Whether `bytes` are certainly the original file: the damage was a text conversion, such as changed line ends,
    /// and was undone completely.
    pub is_restored: bool,
    /// Whether the repair kept all records without changes, so that probably no content was lost.
    pub keeps_all: bool,
}

/// Repairs a file that a program converted as if it were text, by undoing the conversion. `None` if the file was not converted, or if the
/// original bytes cannot be determined.
pub(crate) fn restored(file: &[u8]) -> Option<RepairedFile> {
    let damage = md2_format::text_damage(file)?;
    written(&md2_format::restore(file)?, damage.to_string()).ok()
}

pub(crate) fn salvaged(file: &[u8], error: ParseError) -> Result<RepairedFile, LoadError> {
    let salvaged = md2_format::salvage(file).map_err(LoadError::Md2)?;
    written(&salvaged, LoadError::Md2(error).to_string())
}

/// Writes a salvaged model as a file, and checks that the file can be loaded.
///
/// # Errors
/// Returns the errors of [`load`](md2::load), for example if the model has no frames.
fn written(salvaged: &SalvagedModel, damage: String) -> Result<RepairedFile, LoadError> {
    // A salvaged model can always be written as a file.
    let bytes = salvaged.model.to_bytes().unwrap_or_default();
    md2::load(&bytes, &LoadOptions::default())?;
    Ok(RepairedFile {
        bytes,
        damage,
        done: salvaged.repairs.iter().map(ToString::to_string).collect(),
        is_restored: salvaged.is_restored(),
        keeps_all: salvaged.keeps_all(),
    })
}
