//! Opens, plays and poses Quake's keyframe-animated models (MD2, MDL, MD3) in a few lines.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "files")]
mod files;
mod model;

pub use md2_anim as anim;
#[cfg(feature = "files")]
pub use md2_assets as assets;
pub use md2_common::RgbaImage;
#[cfg(feature = "md2")]
pub use md2_format;
pub use md2_load as load;
pub use md2_mesh as mesh;
#[cfg(feature = "md3")]
pub use md3_format;
#[cfg(feature = "mdl")]
pub use mdl_format;

#[cfg(feature = "files")]
pub use files::{OpenError, open};
pub use model::{Model, UnknownSequence};
