//! Loading of Quake's models, in all formats, as meshes, sequences and skins.
//!
//! [`load`] detects the format from the content of a file and returns a [`LoadedModel`]. This type contains a [`Mesh`](md2_mesh::Mesh) to
//! draw, the sequences that the frame names suggest, and the skins. Code that uses a loaded model does not depend on the format:
//! it asks [`Format::features`] for what differs, such as the place of the skins.
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
//! build the other format crates. The feature `inspect` adds `check` and `anatomy`, and enables all formats. By default, all
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
mod features;
mod format;
mod header;
mod load;
mod loaded;
mod loader;
mod normals;
mod options;
mod pack;
mod salvage;
#[cfg(any(feature = "md2", feature = "mdl"))]
mod seamed;

#[cfg(feature = "md2")]
pub mod md2;
#[cfg(feature = "md3")]
pub mod md3;
#[cfg(feature = "mdl")]
pub mod mdl;

#[cfg(feature = "inspect")]
pub use anatomy::{
    Anatomy, CommandCorner, FileCommand, FileCorner, FileFrame, FileSurface, FileTriangle, FileVertex,
    SkinCoordinate, StoredNormal,
};
#[cfg(feature = "inspect")]
pub use check::{Finding, Limit, ModelPiece, OmittedFindings, Report, check};
#[cfg(feature = "mdl")]
pub use embedded::{EmbeddedImage, EmbeddedSkin, MAX_EMBEDDED_IMAGES};
pub use error::LoadError;
pub use features::{FormatFeatures, SkinStorage};
pub use format::Format;
pub use header::{HeaderField, HeaderValue, header};
pub use load::load;
pub use loaded::{Facts, LoadedModel, ModelSkin, ModelSkins, SkinSlot};
pub use md2_common::Verdict;
#[cfg(feature = "inspect")]
pub use md2_common::report::{CheckOptions, Severity};
#[cfg(feature = "mdl")]
pub use mdl_format::Palette;
pub use options::{LoadOptions, NormalSource, UvSource};
#[cfg(feature = "inspect")]
pub use salvage::anatomy;
pub use salvage::{SalvagedFile, salvage, verdict};
