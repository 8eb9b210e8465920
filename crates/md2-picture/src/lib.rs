//! Drawing of models on the CPU, and encoding of pictures, animations and contact sheets.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod compose;
mod draw;
mod encode;
mod framing;
mod light;
mod model;
mod palettize;
mod raster;
mod shade;
mod texture;
mod triangle;

pub mod animation;
#[cfg(feature = "sheet")]
pub mod sheet;
pub mod srgb;

pub use compose::{downsample, remove_backdrop};
pub use draw::draw;
pub use encode::{encode_jpeg, encode_png};
pub use framing::{Direction, Framing, View};
pub use model::{Backdrop, Cover, PosedModel, SlotStyle};
pub use palettize::Palettizer;
