//! What the readers of Quake's model formats, MDL, MD2 and MD3, have in common, and what those build on who use them.
//!
//! - [`NORMALS`]: the 162 directions that a byte of MDL and MD2 names, and [`nearest_normal`].
//! - [`Vertex`]: a vertex of MDL and MD2, a packed position and such a byte.
//! - [`decode_normal`] and [`encode_normal`]: the direction that two angles of MD3 name.
//! - [`Name`]: a name in a field of fixed size, kept byte for byte.
//! - [`FileKind`]: what a file is by how it starts, so that a reader can say what it was given instead.
//! - [`header!`]: the header of a file and its fields, from a table.
//! - [`report`]: findings with a code, a severity, a place and the engines they concern, collected within bounds.
//! - [`scan`]: the greatest values in bulk records.
//! - [`Winding`]: which way triangles turn, by the volume they enclose.
//! - [`skin_uv`]: the texture coordinates of a texel.
//! - [`Pose`]: two frames of a model and a blend.
//! - [`Projection`] and [`Faces`]: choices of a picture that a scene makes and a renderer draws.
//! - [`RgbaImage`]: a picture.
//!
//! ```
//! use md2_common::{FileKind, Name};
//!
//! assert_eq!(FileKind::detect(b"IDP3\x0f\0\0\0"), Some(FileKind::Md3));
//! assert_eq!(FileKind::Md3.to_string(), "a Quake III Arena model (MD3)");
//!
//! let name = Name::<16>::new("run1")?;
//! assert_eq!(name.as_bytes(), b"run1");
//! # Ok::<(), md2_common::NameError>(())
//! ```
//!
//! # Bad input
//!
//! Any bytes may be handed to [`FileKind::detect`], [`Name::from_raw`] and [`RgbaImage::new`]; nothing panics. A report
//! lists no more findings than it was told to, however many there are.
//!
//! # Without std
//!
//! The crate needs `core` and `alloc`. The feature `serde` adds `Serialize` to what a report is made of.

#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::std_instead_of_core, clippy::std_instead_of_alloc, clippy::alloc_instead_of_core)]

extern crate alloc;

mod angles;
mod header;
mod kind;
mod name;
mod normals;
mod picture;
mod pose;
mod readable;
pub mod report;
pub mod scan;
mod skin;
pub mod triangle;
mod vertex;
mod view;
mod winding;

pub use angles::{decode_normal, encode_normal};
pub use kind::FileKind;
pub use name::{Name, NameError};
pub use normals::{NORMAL_COUNT, NORMALS, UP_NORMAL, nearest_normal};
pub use picture::{RgbaImage, RgbaImageError};
pub use pose::{Pose, saturate};
pub use readable::{is_plain, readable};
pub use skin::{TEXEL_POINT, skin_uv};
pub use vertex::Vertex;
pub use view::{Faces, Projection};
pub use winding::{TriangleOrder, Winding};

/// For the macros of this crate.
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde as __serde;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
