//! Read, check, repair and write Quake II MD2 models.

#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::std_instead_of_core, clippy::std_instead_of_alloc, clippy::alloc_instead_of_core)]

extern crate alloc;

// Reading: the view, and the checks that make it safe to use.
mod error;
mod lenient;
mod options;
mod parse;
mod scan;
mod sniff;
mod view;

// Judging and repairing.
pub mod check;
mod salvage;

// Editing and writing.
mod layout;
pub mod model;
mod quantize;
pub mod stripify;
mod write;

// The vocabulary of both.
pub mod glcmds;
mod location;
mod normals;
pub mod raw;

pub use check::{check, check_with};
pub use error::{ParseError, ParseErrorKind};
pub use location::{Location, Section};
pub use model::Model;
pub use normals::{NORMAL_COUNT, NORMALS, nearest_normal};
pub use options::ParseOptions;
pub use quantize::{Quantization, QuantizeError};
pub use salvage::{Repair, Salvaged, salvage};
pub use sniff::{Foreign, TextDamage};
pub use stripify::stripify;
pub use view::{Frame, Frames, Md2};
pub use write::{WriteError, WriteErrorKind};
