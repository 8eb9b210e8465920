//! Types that the crates for Quake's model formats (MDL, MD2, MD3) share with each other and with the crates that use them.
//!
//! - [`NORMALS`]: the table of 162 normals that MDL and MD2 index with a byte, and [`nearest_normal`].
//! - [`Vertex`]: a vertex of MDL and MD2: a quantized position and a normal index.
//! - [`Vertices`]: the vertices of a pose in an owned model. [`Quantization`]: the conversion of positions to vertices.
//! - [`decode_normal`] and [`encode_normal`]: the normals of MD3, stored as two angles.
//! - [`Name`]: a name in a field of fixed size, stored byte for byte.
//! - [`FileKind`]: the kind of a file, detected from its first bytes.
//! - [`Records`]: a list of fixed-size records in the bytes of a file, and [`records!`], which defines such records.
//! - [`header!`]: a macro that defines a file's header and its fields from a table.
//! - [`file_layout`]: writing of files whose records keep their offsets.
//! - [`report`]: findings with a code, a severity, a location and the affected engines. The number of findings is limited.
//! - [`scan`]: fast maxima over many records.
//! - [`Verdict`]: whether a file is sound, doubtful or refused, with the reason.
//! - [`Winding`]: whether triangles are clockwise or counterclockwise, computed from the volume that they enclose.
//! - [`skin_uv`]: the texture coordinates of a texel.
//! - [`Pose`]: two frames of a model and a blend factor between them.
//! - [`Projection`] and [`Faces`]: settings that a scene chooses and a renderer applies.
//! - [`RgbaImage`]: an image in memory.
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
//! [`FileKind::detect`], [`Name::from_raw`] and [`RgbaImage::new`] accept all bytes and never panic. A report lists
//! at most a given number of findings of each code and counts the rest.
//!
//! # Without std
//!
//! The crate needs `core` and `alloc`. The feature `serde` implements `Serialize` for reports and their parts, and also
//! `Deserialize` for [`Name`], [`Vertex`], [`Vertices`], [`Quantization`] and [`Pose`].

#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::std_instead_of_core, clippy::std_instead_of_alloc, clippy::alloc_instead_of_core)]

extern crate alloc;

mod angles;
mod draw_style;
pub mod file_layout;
mod header;
mod image;
mod kind;
mod name;
#[cfg(feature = "serde")]
mod name_serde;
mod normals;
mod pose;
mod quantize;
mod readable;
#[macro_use]
mod record;
pub mod report;
pub mod salvage;
pub mod scan;
mod skin_uv;
pub mod triangle;
mod verdict;
mod vertex;
mod vertices;
mod winding;

pub use angles::{decode_normal, encode_normal};
pub use draw_style::{Faces, Projection};
pub use image::{RgbaImage, RgbaImageError};
pub use kind::FileKind;
pub use name::{Name, NameError};
pub use normals::{NORMAL_COUNT, NORMALS, UP_NORMAL, nearest_normal};
pub use pose::{Pose, saturate};
pub use quantize::{Quantization, QuantizeError};
pub use readable::{is_plain, readable};
pub use record::{Record, Records};
pub use skin_uv::{TEXEL_POINT, skin_uv};
pub use verdict::Verdict;
pub use vertex::Vertex;
pub use vertices::Vertices;
pub use winding::{TriangleOrder, Winding};

/// The type `Vec`, which the macros of this crate use.
#[doc(hidden)]
pub use alloc::vec::Vec as __Vec;

/// The crate serde, which the macros of this crate use.
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde as __serde;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
