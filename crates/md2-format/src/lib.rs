//! Reads, checks, repairs and writes MD2 files, the models of Quake II.
//!
//! An MD2 model is one mesh of triangles and a list of poses ("frames"), each with a name. The crate has two types
//! for it: [`Md2`], a checked view that borrows the bytes of a file, and [`Model`], which is owned and can be edited.
//!
//! ```
//! use md2_format::Md2;
//! use md2_format::raw::FrameName;
//!
//! # let file = md2_testdata::one_triangle().build().into_bytes();
//! // Reading: `parse` checks everything and copies nothing.
//! let md2 = Md2::parse(&file)?;
//! let frame = md2.frame(1);
//! assert_eq!(frame.name().to_str()?, "stand02");
//! for triangle in md2.triangles().iter() {
//!     let corners = triangle.xyz.map(|i| frame.position(i.into()));
//!     assert_eq!(corners, [[0.0, 0.0, 8.0], [0.0, 31.875, 8.0], [31.875, 0.0, 39.875]]);
//! }
//!
//! // Editing and writing: all other bytes stay the same.
//! let mut model = md2.to_model();
//! model.frames[1].name = FrameName::new("wave")?;
//! let edited = model.to_bytes()?;
//! assert_eq!(edited.len(), file.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`check()`] reports all faults and oddities of a file, and [`salvage()`] opens damaged files. [`mod@stripify`]
//! creates and [`glcmds`] reads the strips and fans that the original game draws. [`raw`] contains the records as the
//! file stores them.
//!
//! # Conventions
//!
//! Positions are in Quake units: X forward, Y left, Z up. Triangles are clockwise seen from outside. Skin coordinates
//! count texels from the top left and refer to the center of a texel, see [`skin_uv`]. Names are bytes, not
//! necessarily UTF-8.
//!
//! # Bad input
//!
//! Every input is either read or rejected with an error, without a panic. Time and memory depend on the size of the
//! file, never on a count in its header. [`Md2::parse`] documents which files it rejects; [`check()`] also reports
//! oddities in accepted files. A view panics for an index out of range, as a slice does.
//!
//! # Without std
//!
//! The crate needs `core` and `alloc`. The feature `serde` adds `Serialize` to reports and repairs.

#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::std_instead_of_core, clippy::std_instead_of_alloc, clippy::alloc_instead_of_core)]

extern crate alloc;

// Basic types: records, sections and places in a model.
pub mod glcmds;
mod location;
mod options;
pub mod raw;
mod section;

// Reading: the grammar, the view and its checks.
mod code;
mod engine;
mod error;
mod faults;
mod frame;
mod grammar;
mod lenient;
mod parse;
mod scan;
mod view;
mod winding;

// Editing and writing.
mod canonical;
mod layout;
pub mod model;
mod own;
mod quantize;
mod skin;
pub mod stripify;
mod write;

// Checking and repairing.
pub mod check;
mod salvage;
mod verdict;

pub use check::{check, check_with};
pub use error::ParseError;
pub use frame::Frame;
pub use location::Location;
pub use md2_common::{
    FileKind, NORMAL_COUNT, NORMALS, Quantization, QuantizeError, TriangleOrder, UP_NORMAL, Verdict, Winding,
    nearest_normal, skin_uv,
};
pub use model::Model;
pub use options::ParseOptions;
pub use salvage::{Repair, SalvagedModel, TextDamage, salvage, text_damage};
pub use section::Section;
pub use stripify::stripify;
pub use verdict::verdict;
pub use view::Md2;
pub use write::WriteError;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
