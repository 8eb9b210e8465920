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

#![forbid(unsafe_code)]

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod anatomy;
mod check;
mod embedded;
mod error;
mod header;
mod loaded;
mod normals;
mod options;
mod pack;
mod repair;
mod seamed;

pub mod md2;
pub mod md3;
pub mod mdl;

use md2_common::FileKind;

pub use anatomy::{
    Anatomy, CommandCorner, FileCorner, FileFrame, FileSurface, FileTriangle, FileVertex, OriginalRecord,
    OriginalVertex, SkinCoordinate, StoredNormal,
};
pub use check::{Finding, Limit, ModelPiece, OmittedFindings, Report, check, engines, limits, repair_pieces};
pub use embedded::{EmbeddedImage, EmbeddedSkin, MAX_EMBEDDED_IMAGES};
pub use error::LoadError;
pub use header::{HeaderField, HeaderValue, header};
pub use loaded::{Facts, Format, LoadedModel, ModelSkin, ModelSkins, SkinSlot};
/// Types of checks: the options and the severity of findings.
pub use md2_common::report::{CheckOptions, Severity};
/// The 256 colors of the skins inside an MDL.
pub use mdl_format::Palette;
pub use options::{LoadOptions, NormalSource, UvSource};
pub use repair::RepairedFile;

/// Loads a model of any format. The content of the file determines the format.
///
/// # Errors
/// Returns a [`LoadError`] if the file is not a model, or if it is damaged.
pub fn load(file: &[u8], options: &LoadOptions) -> Result<LoadedModel, LoadError> {
    match FileKind::detect(file) {
        Some(FileKind::Md2) => md2::load(file, options),
        Some(FileKind::Mdl) => mdl::load(file, options),
        Some(FileKind::Md3) => md3::load(file, options),
        kind => Err(no_model(file, kind)),
    }
}

fn no_model(file: &[u8], kind: Option<FileKind>) -> LoadError {
    match kind {
        Some(kind) => LoadError::Foreign { kind },
        None => LoadError::Unknown { start: file.iter().take(4).copied().collect() },
    }
}

/// Loads a model like [`load`], but repairs a damaged file if possible. The repaired model contains the undamaged records of the file:
/// see [`md2_format::salvage()`], [`mdl_format::salvage()`] and [`md3_format::salvage()`].
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
        Err(LoadError::Md2(error)) => md2::load_salvaged(file, error, options),
        Err(LoadError::Mdl(_)) => mdl::load_salvaged(file, options),
        Err(LoadError::Md3(_)) => md3::load_salvaged(file, options),
        result => result.map(|loaded| (loaded, Vec::new())),
    }
}

/// Loads an MD2 that a program has damaged by converting it as if it were text, after undoing this conversion. Use this function even if
/// [`load`] accepts the file, because the values in such a file are wrong. Also returns the repairs.
///
/// `None` if the file shows no signs of such a conversion ([`text_damage`]), or if the conversion cannot be undone.
#[must_use]
pub fn load_restored(file: &[u8], options: &LoadOptions) -> Option<(LoadedModel, Vec<String>)> {
    is_md2(file).then(|| md2::load_restored(file, options)).flatten()
}

/// Returns the records of a model file: the bytes and offsets of vertices, triangles and frames. For a damaged file, returns the records
/// after the repairs of [`load_salvaged`].
///
/// ```
/// # let file = md2_testdata::one_triangle().build().into_bytes();
/// let anatomy = md2_load::anatomy(&file)?;
/// // The third vertex of the second frame: x, y, z and the normal.
/// let vertex = anatomy.vertex(1, 2).expect("there are three vertices and two frames");
/// assert_eq!(vertex.bytes, &file[vertex.offset..][..4]);
/// assert_eq!(vertex.position, [31.875, 0.0, 39.875]);
/// # Ok::<(), md2_load::LoadError>(())
/// ```
///
/// # Errors
/// Returns the errors of [`load_salvaged`], except those about the size of the mesh.
pub fn anatomy(file: &[u8]) -> Result<Anatomy, LoadError> {
    match FileKind::detect(file) {
        Some(FileKind::Md2) => md2::anatomy(file),
        Some(FileKind::Mdl) => mdl::anatomy(file),
        Some(FileKind::Md3) => md3::anatomy(file),
        kind => Err(no_model(file, kind)),
    }
}

/// Returns the records of an MD2 that a program has converted as if it were text, after undoing the conversion as [`load_restored`] does.
/// `None` if there was no conversion, or if the conversion cannot be undone.
#[must_use]
pub fn anatomy_restored(file: &[u8]) -> Option<Anatomy> {
    is_md2(file).then(|| md2::anatomy_restored(file)).flatten()
}

/// Repairs a damaged MD2 with [`md2_format::salvage()`]. `None` for a valid file of any format.
///
/// ```
/// # let mut file = md2_testdata::one_triangle().build();
/// # file.set_i32("num_skins", 661);
/// # let file = file.into_bytes();
/// // The header states 661 skin names, but the file contains one.
/// let repaired = md2_load::repair(&file)?.expect("the file is damaged");
/// assert_eq!(repaired.done, ["header, num_skins: read 661 as 1"]);
/// assert_eq!(md2_load::repair(&repaired.bytes)?, None);
/// # Ok::<(), md2_load::LoadError>(())
/// ```
///
/// # Errors
/// Returns the errors of [`load`] if the file cannot be repaired, or if the damaged file is not an MD2.
pub fn repair(file: &[u8]) -> Result<Option<RepairedFile>, LoadError> {
    let is_md2 = FileKind::detect(file) == Some(FileKind::Md2);
    match load(file, &LoadOptions::default()) {
        Err(LoadError::Md2(error)) => repair::salvaged(file, error).map(Some),
        // A file that a program converted as if it were text may load, but with wrong values.
        loaded => match repair::restored(file).filter(|_| is_md2) {
            Some(repaired) => Ok(Some(repaired)),
            None => loaded.map(|_| None),
        },
    }
}

/// Describes why a file may be damaged although [`load`] accepts it and there is nothing to repair: the file is shorter than its header
/// states, or sections of an MD2 overlap. `None` if there is no such sign.
///
/// ```
/// # let file = md2_testdata::one_triangle().build().into_bytes();
/// assert_eq!(md2_load::doubt(&file), None);
/// let text = md2_load::doubt(&file[..file.len() - 4]).expect("bytes are missing");
/// assert_eq!(text, "the file is 4 bytes shorter than its header states");
/// ```
#[must_use]
pub fn doubt(file: &[u8]) -> Option<String> {
    let end = header(file).into_iter().find(|field| field.name == "ofs_end");
    if let Some(HeaderField { value: HeaderValue::Int(end), .. }) = end
        && let Some(missing) = usize::try_from(end).ok().and_then(|end| end.checked_sub(file.len()))
        && missing > 0
    {
        return Some(format!("the file is {missing} bytes shorter than its header states"));
    }
    // For other formats, the error of `parse` would search the whole file for damage.
    let md2 = is_md2(file).then(|| md2_format::Md2::parse(file))?;
    md2.ok()?.damage().map(|damage| damage.to_string())
}

fn is_md2(file: &[u8]) -> bool {
    FileKind::detect(file) == Some(FileKind::Md2)
}

/// Describes how a program damaged an MD2 by converting it as if it were text. `None` if there is no sign of such a conversion. [`load`]
/// may accept such a file, but the values are wrong, because bytes are missing or added.
///
/// ```
/// # let mut file = md2_testdata::one_triangle().build();
/// # file.set_i32("ofs_end", 10_000);
/// # let file = file.into_bytes();
/// assert_eq!(md2_load::text_damage(&file), None, "the file is only shorter than its header states");
/// ```
#[must_use]
pub fn text_damage(file: &[u8]) -> Option<String> {
    is_md2(file).then(|| md2_format::text_damage(file)).flatten().map(|damage| damage.to_string())
}
