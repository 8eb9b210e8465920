//! Loading of a file of any format.

use md2_common::Verdict;

use crate::error::LoadError;
use crate::loaded::LoadedModel;
use crate::options::LoadOptions;
use crate::salvage::{loader, salvage};

/// Loads a model of any format. The content of the file determines the format.
///
/// A sound file is loaded as it is, and so is a doubtful file in which [`salvage`] finds nothing to repair.
///
/// # Errors
/// Returns a [`LoadError`] if the file is not a model, or if it is damaged: see [`verdict`](crate::verdict()).
pub fn load(file: &[u8], options: &LoadOptions) -> Result<LoadedModel, LoadError> {
    match (loader(file)?.load)(file, options) {
        (Verdict::Doubtful(reason), _) if !salvage(file)?.repairs.is_empty() => Err(reason),
        (_, loaded) => loaded,
    }
}
