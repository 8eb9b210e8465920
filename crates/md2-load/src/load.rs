//! Loading of a file of any format.

use md2_common::FileKind;

use crate::error::LoadError;
use crate::loaded::LoadedModel;
#[cfg(feature = "md2")]
use crate::md2;
#[cfg(feature = "md3")]
use crate::md3;
#[cfg(feature = "mdl")]
use crate::mdl;
use crate::options::LoadOptions;

/// Loads a model of any format. The content of the file determines the format.
///
/// # Errors
/// Returns a [`LoadError`] if the file is not a model, or if it is damaged.
pub fn load(file: &[u8], options: &LoadOptions) -> Result<LoadedModel, LoadError> {
    match FileKind::detect(file) {
        #[cfg(feature = "md2")]
        Some(FileKind::Md2) => md2::load(file, options),
        #[cfg(feature = "mdl")]
        Some(FileKind::Mdl) => mdl::load(file, options),
        #[cfg(feature = "mdl")]
        Some(FileKind::Hexen2) => mdl::load_hexen2(file, options),
        #[cfg(feature = "md3")]
        Some(FileKind::Md3) => md3::load(file, options),
        kind => Err(no_model(file, kind)),
    }
}

pub(crate) fn no_model(file: &[u8], kind: Option<FileKind>) -> LoadError {
    match kind {
        Some(kind @ (FileKind::Md2 | FileKind::Mdl | FileKind::Md3)) => LoadError::NotEnabled { kind },
        Some(kind) => LoadError::Foreign { kind },
        None => LoadError::Unknown { start: file.iter().take(4).copied().collect() },
    }
}

/// Loads a model like [`load`], but repairs a damaged file if possible. The repaired model contains the undamaged records of the file:
/// see the function `salvage` of each format crate.
///
/// Also returns the repairs in order, each as a text for the user. For a file that [`load`] accepts, the list is empty. The file on disk
/// is not changed.
///
/// ```
/// use md2_load::{LoadOptions, load, load_salvaged};
///
/// # let mut file = md2_testdata::one_triangle().build();
/// # file.set_i32("num_skins", 661);
/// # let file = file.into_bytes();
/// // The header states 661 skin names, but the file contains one.
/// assert!(load(&file, &LoadOptions::default()).is_err());
/// let (model, repairs) = load_salvaged(&file, &LoadOptions::default())?;
/// assert_eq!(model.mesh.frame_count(), 2);
/// assert_eq!(repairs, ["header, num_skins: read 661 as 1"]);
/// # Ok::<(), md2_load::LoadError>(())
/// ```
///
/// # Errors
/// Returns the errors of [`load`] if the file cannot be repaired.
pub fn load_salvaged(file: &[u8], options: &LoadOptions) -> Result<(LoadedModel, Vec<String>), LoadError> {
    match load(file, options) {
        #[cfg(feature = "md2")]
        Err(LoadError::Md2(error)) => md2::load_salvaged(file, error, options),
        #[cfg(feature = "mdl")]
        Err(LoadError::Mdl(_)) if FileKind::detect(file) == Some(FileKind::Mdl) => {
            mdl::load_salvaged(file, options)
        }
        #[cfg(feature = "md3")]
        Err(LoadError::Md3(_)) => md3::load_salvaged(file, options),
        result => result.map(|loaded| (loaded, Vec::new())),
    }
}
