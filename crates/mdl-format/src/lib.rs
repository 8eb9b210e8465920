//! Reads, checks, repairs and writes MDL files, the models of Quake.
//!
//! An MDL model consists of one mesh of triangles, a list of its poses, and its skins, which are images of palette
//! indices. Frames and skins can be groups that the engine animates. The crate has two types for a model: [`Mdl`], a
//! checked view that borrows the bytes of a file, and [`Model`], which is owned and can be edited.
//!
//! ```
//! use mdl_format::raw::PoseName;
//! use mdl_format::{Mdl, Palette};
//!
//! # let file = md2_testdata::mdl::one_triangle().build().into_bytes();
//! // `parse` checks everything, and copies neither vertices nor texels.
//! let mdl = Mdl::parse(&file)?;
//! assert_eq!(mdl.poses()[1].name(), "stand2");
//! for triangle in mdl.triangles().iter() {
//!     let corners = triangle.vertices().map(|vertex| mdl.position(1, vertex as usize));
//!     assert_eq!(corners, [[-16.0, -16.0, -24.0], [-16.0, 15.875, -24.0], [15.875, -16.0, 7.875]]);
//!     assert_eq!(mdl.corner_uv(triangle, 1), [7.5 / 8.0, 0.5 / 8.0]);
//! }
//!
//! // The file does not contain the palette.
//! let image = Palette::QUAKE.paint(&mdl.skins()[0].image(0), false).expect("the skin has texels");
//! assert_eq!(image.pixel(1, 0), [15, 15, 15, 255]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Model::from_hexen2`] reads the models of the Hexen II mission pack. [`check()`] reports all faults and oddities of a
//! file, [`salvage()`] opens damaged files, and [`raw`] contains the records as the file stores them.
//!
//! # Conventions
//!
//! Positions are in Quake units: X forward, Y left, Z up. Triangles are clockwise seen from outside. Skin coordinates
//! count texels from the top left. Times are in seconds. Names are bytes, not necessarily UTF-8.
//!
//! # Bad input
//!
//! Every input is either read or rejected with an error, without a panic. Time and memory depend on the size of the
//! file, never on a count in its header. [`Mdl::parse`] documents which files it rejects; [`check()`] also reports
//! oddities in accepted files. A view panics for an index out of range, as a slice does.
//!
//! # Without std
//!
//! The crate needs `core` and `alloc`. The feature `serde` adds `Serialize` to reports.

#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::std_instead_of_core, clippy::std_instead_of_alloc, clippy::alloc_instead_of_core)]

extern crate alloc;

// Reading: the view and its checks.
mod code;
mod engine;
mod error;
mod grammar;
mod parse;
mod parts;
mod scan;
mod view;

// Editing and writing.
mod extent;
mod hexen2;
mod layout;
pub mod model;
mod own;
mod write;

// Checking for faults and oddities.
pub mod check;

// Opening damaged files.
mod salvage;

// Parts of the view.
mod effects;
mod frame;
mod intervals;
mod palette;
mod seam;
mod skin;

// Basic types: records and places in a model.
mod location;
pub mod raw;

pub use check::{check, check_with};
pub use effects::{Effects, SyncType};
pub use error::ParseError;
pub use frame::{Frame, Pose};
pub use intervals::Intervals;
pub use location::{Location, PosePlace, Section};
pub use md2_common::{Quantization, QuantizeError};
pub use model::Model;
pub use palette::{Layers, Palette, PaletteError};
pub use salvage::{Repair, SalvagedFile, salvage, verdict};
pub use skin::{Skin, SkinImage};
pub use view::Mdl;
pub use write::WriteError;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
