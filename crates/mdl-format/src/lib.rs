//! Reads and checks MDL files, the models of Quake.
//!
//! An MDL model is one mesh of triangles, a list of its poses, and its skins, embedded as images of palette
//! indices. Frames and skins can be groups that play by themselves. [`Mdl`] is a checked view that borrows the bytes
//! of a file:
//!
//! ```
//! use mdl_format::{Mdl, Palette};
//!
//! # let file = md2_testdata::mdl::one_triangle().build().into_bytes();
//! // Everything is checked here, and neither vertices nor texels are copied.
//! let mdl = Mdl::parse(&file)?;
//! assert_eq!(mdl.poses()[1].name(), b"stand2");
//! for triangle in mdl.triangles() {
//!     let corners = triangle.vertices().map(|vertex| mdl.position(1, vertex as usize));
//!     assert_eq!(corners, [[-16.0, -16.0, -24.0], [-16.0, 15.875, -24.0], [15.875, -16.0, 7.875]]);
//!     assert_eq!(mdl.corner_uv(triangle, 1), [7.5 / 8.0, 0.5 / 8.0]);
//! }
//!
//! // The colors are not in the file.
//! let image = Palette::QUAKE.paint(&mdl.skins()[0].image(0), false).expect("the skin has texels");
//! assert_eq!(image.pixel(1, 0), [15, 15, 15, 255]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`check()`] reports all faults and oddities of a file, and [`raw`] has the records as the file stores them.
//!
//! # Conventions
//!
//! Positions are in Quake units: X forward, Y left, Z up. Triangles are clockwise seen from outside. Skin coordinates
//! count texels from the top left. Times are in seconds. Names are bytes, not necessarily UTF-8.
//!
//! # Bad input
//!
//! Any bytes are either read or refused, without a panic. Time and memory depend on the size of the file, never on a
//! count in its header. [`Mdl::parse`] documents what it refuses; [`check()`] reports oddities in accepted files.
//! Indexing a view out of range panics, as indexing a slice does.
//!
//! # Without std
//!
//! The crate needs `core` and `alloc`. The feature `serde` adds `Serialize` to reports.

#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::std_instead_of_core, clippy::std_instead_of_alloc, clippy::alloc_instead_of_core)]

extern crate alloc;

// Reading: the view, and the checks that make it safe to use.
mod error;
mod grammar;
mod options;
mod parse;
mod parts;
mod scan;
mod view;

// Judging.
pub mod check;

// What a view consists of.
mod effects;
mod frame;
mod intervals;
mod palette;
mod seam;
mod skin;

// The vocabulary.
mod location;
pub mod raw;

pub use check::{check, check_with};
pub use effects::{Effects, SyncType};
pub use error::{Block, ParseError, ParseErrorKind};
pub use frame::{Frame, Pose};
pub use intervals::Intervals;
pub use location::{Location, PosePlace, Section};
pub use options::ParseOptions;
pub use palette::{Layers, Palette, PaletteError};
pub use skin::{Skin, SkinImage};
pub use view::Mdl;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
