//! Loading of Quake's models, in all formats, as meshes, sequences and skins.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "inspect"),
    allow(dead_code, clippy::unnecessary_filter_map, reason = "some code serves one format only")
)]

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
pub use check::{CompanionRule, Finding, Limit, ModelPiece, OmittedFindings, Report, check};
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
