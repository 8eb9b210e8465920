//! Read, check, repair and write Quake II MD2 models.

#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::std_instead_of_core, clippy::std_instead_of_alloc, clippy::alloc_instead_of_core)]

extern crate alloc;

mod error;
pub mod glcmds;
mod location;
mod normals;
mod options;
mod parse;
pub mod raw;
mod scan;
mod sniff;
mod view;

pub use error::{ParseError, ParseErrorKind};
pub use location::{Location, Section};
pub use normals::{NORMAL_COUNT, NORMALS, nearest_normal};
pub use options::ParseOptions;
pub use sniff::{Foreign, TextDamage};
pub use view::{Frame, Frames, Md2};
