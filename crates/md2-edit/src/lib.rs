//! Edits MDL, MD2 and MD3 models: frames, skins, geometry and headers.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod error;
mod model;
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
mod pose;
mod selection;
mod skins;
mod tags;
mod uv_layout;
mod vector;
mod weld;

pub use error::EditError;
pub use md2_common::InsideOut;
pub use mdl_format::{Effects, SyncType};
pub use merge::MergedModel;
pub use model::{FrameName, Model};
pub use transform::{Axis, Transform};
pub use uv_layout::UvLayout;
