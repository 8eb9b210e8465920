//! Loading of Quake's models, in all formats, as meshes, sequences and skins.
//!
//! [`load`] detects the format from the content of a file and returns a [`LoadedModel`]. This type contains a [`Mesh`](md2_mesh::Mesh) to
//! draw, the sequences that the frame names suggest, and the skins. Code that uses a loaded model does not depend on the format.
//!
//! ```
//! use md2_load::{Format, LoadOptions, load};
//!
//! # let file = md2_testdata::one_triangle().build().into_bytes();
//! let model = load(&file, &LoadOptions::default())?;
//! assert_eq!(model.format, Format::Md2);
//! assert_eq!((model.mesh.triangle_count(), model.mesh.frame_count()), (1, 2));
//! assert_eq!(model.detection.sequences()[0].name, "stand");
//! # Ok::<(), md2_load::LoadError>(())
//! ```
//!
//! # Bad input
//!
//! Every input is either loaded or rejected with an error, without a panic. Memory is bounded by the size of the file and by
//! [`LoadOptions::max_packed_bytes`]. An error gives the position in the file, the value found and the allowed values. The crate opens no
//! files and contains no code for graphics libraries.
//!
//! # Features
//!
//! Each format is a feature: `md2`, `mdl` and `md3`. A program that needs only one of them disables the default features, and does not
//! build the other format crates. The feature `inspect` adds `check`, `anatomy` and `repair`, and enables all formats. By default, all
//! features are enabled.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "inspect"),
    allow(dead_code, clippy::unnecessary_filter_map, reason = "some code serves one format only")
)]

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(feature = "inspect")]
mod anatomy;
#[cfg(feature = "inspect")]
mod check;
#[cfg(feature = "mdl")]
mod embedded;
mod error;
mod header;
mod loaded;
mod normals;
mod options;
mod pack;
#[cfg(feature = "inspect")]
mod repair;
#[cfg(any(feature = "md2", feature = "mdl"))]
mod seamed;

#[cfg(feature = "md2")]
pub mod md2;
#[cfg(feature = "md3")]
pub mod md3;
#[cfg(feature = "mdl")]
pub mod mdl;

use md2_common::FileKind;

#[cfg(feature = "inspect")]
pub use anatomy::{
    Anatomy, CommandCorner, FileCorner, FileFrame, FileSurface, FileTriangle, FileVertex, OriginalRecord,
    OriginalVertex, SkinCoordinate, StoredNormal, anatomy, anatomy_restored,
};
#[cfg(feature = "inspect")]
pub use check::{Finding, Limit, ModelPiece, OmittedFindings, Report, check, engines, limits, repair_pieces};
#[cfg(feature = "mdl")]
pub use embedded::{EmbeddedImage, EmbeddedSkin, MAX_EMBEDDED_IMAGES};
pub use error::LoadError;
pub use header::{HeaderField, HeaderValue, header};
pub use loaded::{Facts, Format, LoadedModel, ModelSkin, ModelSkins, SkinSlot};
/// Types of checks: the options and the severity of findings.
#[cfg(feature = "inspect")]
pub use md2_common::report::{CheckOptions, Severity};
/// The 256 colors of the skins inside an MDL.
#[cfg(feature = "mdl")]
pub use mdl_format::Palette;
pub use options::{LoadOptions, NormalSource, UvSource};
#[cfg(feature = "inspect")]
pub use repair::{RepairedFile, doubt, load_restored, repair, text_damage};

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
        #[cfg(feature = "md3")]
        Some(FileKind::Md3) => md3::load(file, options),
        kind => Err(no_model(file, kind)),
    }
}

fn no_model(file: &[u8], kind: Option<FileKind>) -> LoadError {
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
        Err(LoadError::Mdl(_)) => mdl::load_salvaged(file, options),
        #[cfg(feature = "md3")]
        Err(LoadError::Md3(_)) => md3::load_salvaged(file, options),
        result => result.map(|loaded| (loaded, Vec::new())),
    }
}
