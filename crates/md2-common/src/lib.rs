//! Types that the crates for Quake's model formats share.
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::std_instead_of_core, clippy::std_instead_of_alloc, clippy::alloc_instead_of_core)]

extern crate alloc;
// The macros name this crate from outside.
extern crate self as md2_common;

mod angles;
mod draw_style;
pub mod file_layout;
mod header;
mod image;
mod inside_out;
mod kind;
pub mod layout;
mod name;
mod normals;
pub mod overwritten;
mod pose;
mod quantize;
mod readable;
#[macro_use]
mod record;
pub mod report;
pub mod scan;
mod skin_uv;
mod text_damage;
pub mod triangle;
mod verdict;
mod vertex;
mod vertices;
mod winding;

pub use angles::{decode_normal, encode_normal};
pub use draw_style::{Faces, Projection};
pub use image::{RgbaImage, RgbaImageError};
pub use inside_out::{InsideOut, InvertedPart};
pub use kind::FileKind;
pub use name::{Name, NameError};
pub use normals::{NORMAL_COUNT, NORMALS, UP_NORMAL, nearest_normal};
pub use pose::{Pose, saturate};
pub use quantize::{Quantization, QuantizeError};
pub use readable::{is_plain, is_plain_text, readable};
pub use record::{Record, Records};
pub use skin_uv::{TEXEL_POINT, skin_uv};
pub use text_damage::{is_replaced_text, name_replaced_text};
pub use verdict::Verdict;
pub use vertex::Vertex;
pub use vertices::Vertices;
pub use winding::{TriangleOrder, Winding};

/// The crate that the macros of this crate use.
#[doc(hidden)]
pub use bytemuck as __bytemuck;
