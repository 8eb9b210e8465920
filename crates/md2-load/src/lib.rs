//! Quake's models as meshes, sequences and skins, whatever their format.
//!
//! [`load`] looks at the content of a file, never at its name, and returns a [`LoadedModel`] model: a
//! [`Mesh`](md2_mesh::Mesh) to draw, the sequences that its frames form, and what it says about its skins. To the
//! right of this crate nobody needs to know where a model came from.
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
//! Any bytes are loaded or refused, without a panic, in memory that the bytes and
//! [`LoadOptions::max_packed_bytes`] bound. What is refused is an error that says where, what was found and what is
//! allowed. The crate opens no file and knows no graphics library.

#![forbid(unsafe_code)]

/// The example of the README is compiled with those of the documents.
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
    OriginalVertex, SkinPlace, StoredNormal,
};
pub use check::{Finding, Limit, ModelPiece, OmittedFindings, Report, check, engines, limits, repair_pieces};
pub use embedded::{EmbeddedImage, EmbeddedSkin, MAX_EMBEDDED_PICTURES};
pub use error::LoadError;
pub use header::{HeaderField, HeaderValue, header};
pub use loaded::{Facts, Format, LoadedModel, ModelSkin, ModelSkins, SkinSlot};
/// What a check reports, and how grave a finding is.
pub use md2_common::report::{CheckOptions, Severity};
/// The colors of the skins inside an MDL.
pub use mdl_format::Palette;
pub use options::{LoadOptions, NormalSource, UvSource};
pub use repair::RepairedFile;

/// Loads a model of any of the formats, by its content.
///
/// # Errors
/// [`LoadError`] says what the file is instead, or what is wrong with it.
pub fn load(file: &[u8], options: &LoadOptions) -> Result<LoadedModel, LoadError> {
    match FileKind::detect(file) {
        Some(FileKind::Md2) => md2::load(file, options),
        Some(FileKind::Mdl) => mdl::load(file, options),
        Some(FileKind::Md3) => md3::load(file, options),
        kind => Err(no_model(file, kind)),
    }
}

/// What a file is that is no model.
fn no_model(file: &[u8], kind: Option<FileKind>) -> LoadError {
    match kind {
        Some(kind) => LoadError::Foreign { kind },
        None => LoadError::Unknown { start: file.iter().take(4).copied().collect() },
    }
}

/// Loads a model like [`load`], and an MD2 that is damaged as far as [`md2_format::salvage()`] can open it.
///
/// Beside the model come the repairs, each a sentence for people, in the order in which they were made; none for a file that
/// [`load`] accepts. The file itself stays as it is.
///
/// ```
/// use md2_load::{LoadOptions, load, load_salvaged};
///
/// # let mut file = md2_testdata::one_triangle().build();
/// # file.set_i32("num_skins", 661);
/// # let file = file.into_bytes();
/// // A model that names one skin, and whose header announces 661.
/// assert!(load(&file, &LoadOptions::default()).is_err());
/// let (model, repairs) = load_salvaged(&file, &LoadOptions::default())?;
/// assert_eq!(model.mesh.frame_count(), 2);
/// assert_eq!(repairs, ["header, num_skins: read 661 as 1"]);
/// # Ok::<(), md2_load::LoadError>(())
/// ```
///
/// # Errors
/// Those of [`load`], where nothing worth showing is left.
pub fn load_salvaged(file: &[u8], options: &LoadOptions) -> Result<(LoadedModel, Vec<String>), LoadError> {
    match load(file, options) {
        Err(LoadError::Md2(error)) => md2::load_salvaged(file, error, options),
        result => result.map(|loaded| (loaded, Vec::new())),
    }
}

/// Loads an MD2 with a change undone that a program made as if it were text, also where [`load`] accepts it in spite of that
/// or refuses it for what became of its frames. The repairs come beside the model.
///
/// `None` if the file shows no such change ([`text_damage`]), or if it cannot be undone.
#[must_use]
pub fn load_restored(file: &[u8], options: &LoadOptions) -> Option<(LoadedModel, Vec<String>)> {
    let is_md2 = FileKind::detect(file) == Some(FileKind::Md2);
    is_md2.then(|| md2::load_restored(file, options)).flatten()
}

/// What a model's file says, piece by piece: which bytes are which vertex, triangle and frame, and where they lie. Of a damaged
/// MD2, what [`load_salvaged`] makes of it.
///
/// ```
/// # let file = md2_testdata::one_triangle().build().into_bytes();
/// let anatomy = md2_load::anatomy(&file)?;
/// // Of the third vertex of the second frame: x, y, z and the normal.
/// let vertex = anatomy.vertex(1, 2).expect("there are three vertices and two frames");
/// assert_eq!(vertex.bytes, &file[vertex.offset..][..4]);
/// assert_eq!(vertex.position, [31.875, 0.0, 39.875]);
/// # Ok::<(), md2_load::LoadError>(())
/// ```
///
/// # Errors
/// As for [`load_salvaged`], as far as it is the file's fault; that its mesh would be too large does not matter.
pub fn anatomy(file: &[u8]) -> Result<Anatomy, LoadError> {
    match FileKind::detect(file) {
        Some(FileKind::Md2) => md2::anatomy(file),
        Some(FileKind::Mdl) => mdl::anatomy(file),
        Some(FileKind::Md3) => md3::anatomy(file),
        kind => Err(no_model(file, kind)),
    }
}

/// The same of what [`load_restored`] makes of a file; `None` where that returns none.
#[must_use]
pub fn anatomy_restored(file: &[u8]) -> Option<Anatomy> {
    let is_md2 = FileKind::detect(file) == Some(FileKind::Md2);
    is_md2.then(|| md2::anatomy_restored(file)).flatten()
}

/// Repairs a damaged MD2, as far as [`md2_format::salvage()`] can open it; `None` if the file is sound, of whatever format.
///
/// ```
/// # let mut file = md2_testdata::one_triangle().build();
/// # file.set_i32("num_skins", 661);
/// # let file = file.into_bytes();
/// // A model that names one skin, and whose header announces 661.
/// let repaired = md2_load::repair(&file)?.expect("it is refused as it is");
/// assert_eq!(repaired.done, ["header, num_skins: read 661 as 1"]);
/// assert_eq!(md2_load::repair(&repaired.bytes)?, None);
/// # Ok::<(), md2_load::LoadError>(())
/// ```
///
/// # Errors
/// Those of [`load`], where nothing worth opening is left, and for a damaged file of another format.
pub fn repair(file: &[u8]) -> Result<Option<RepairedFile>, LoadError> {
    let is_md2 = FileKind::detect(file) == Some(FileKind::Md2);
    match load(file, &LoadOptions::default()) {
        Err(LoadError::Md2(error)) => repair::salvaged(file, error).map(Some),
        // It may be accepted in spite of a conversion as text.
        loaded => match repair::restored(file).filter(|_| is_md2) {
            Some(repaired) => Ok(Some(repaired)),
            None => loaded.map(|_| None),
        },
    }
}

/// What a program did to an MD2 that it took for text, if it shows: a sentence for people. Such a file may be accepted all
/// the same, with everything a few bytes beside its place.
///
/// ```
/// # let mut file = md2_testdata::one_triangle().build();
/// # file.set_i32("ofs_end", 10_000);
/// # let file = file.into_bytes();
/// assert_eq!(md2_load::text_damage(&file), None, "it is shorter than it says, and that is all");
/// ```
#[must_use]
pub fn text_damage(file: &[u8]) -> Option<String> {
    let is_md2 = FileKind::detect(file) == Some(FileKind::Md2);
    is_md2.then(|| md2_format::text_damage(file)).flatten().map(|damage| damage.to_string())
}
