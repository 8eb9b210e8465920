//! Edits MDL, MD2 and MD3 models: frames, skins, geometry and headers.
//!
//! [`Model`] holds a model of any of the three formats. Its methods are the operations: each changes the model, or returns an error that
//! says why the format cannot hold the result. The crate opens no files.
//!
//! ```
//! use md2_edit::{Axis, Model, Transform};
//!
//! # let file = md2_testdata::with_frames(["run1", "run2", "stand1"]).build().into_bytes();
//! let mut model = Model::parse(&file)?;
//! assert_eq!(model.to_bytes()?, file, "an unedited model is the same file");
//!
//! model.rename_frames("run", "walk")?;
//! model.transform(&Transform::rotation(Axis::Z, 90.0))?;
//! let frames = model.find_frames("walk")?;
//! model.keep_frames(&frames)?;
//! assert_eq!(model.frame_names().iter().map(|name| name.to_string()).collect::<Vec<_>>(), ["walk1", "walk2"]);
//! # Ok::<(), md2_edit::EditError>(())
//! ```
//!
//! # Bad input
//!
//! Every model that the format crates read can be edited. No operation panics for any arguments, except for frame numbers that do not
//! exist; [`Model::find_frames`] returns only existing frames. After an error, discard the model: it may be changed in part.

#![forbid(unsafe_code)]

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod error;
mod model;
mod remedy;
mod shape;
mod transform;

// The formats.
mod md2;
mod md3;
mod mdl;
mod normals;
mod quantized;

// The operations.
mod decimate;
mod frames;
mod geometry;
mod header;
mod merge;
mod point_distance;
mod selection;
mod skins;
mod uv_layout;
mod vector;
mod weld;

pub use error::EditError;
pub use mdl_format::{Effects, SyncType};
pub use merge::MergedModel;
pub use model::{FrameName, Model};
pub use remedy::Remedy;
pub use transform::{Axis, Transform};
pub use uv_layout::UvLayout;
