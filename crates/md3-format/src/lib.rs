//! Reads and checks MD3 files, the models of Quake III, and its skin files and shader scripts.
//!
//! An MD3 model is a list of surfaces, each a mesh with its own vertices, triangles and image, and of tags, places to
//! which other models are attached. All of them have the same number of poses ("frames"). [`Md3`] is a checked view
//! that borrows the bytes of a file.
//!
//! ```
//! use md3_format::Md3;
//!
//! # let file = md2_testdata::md3::one_triangle().build().into_bytes();
//! // Everything is checked here, and almost nothing is copied.
//! let md3 = Md3::parse(&file)?;
//! for surface in md3.surfaces() {
//!     let vertices = surface.vertices(1);
//!     for triangle in surface.triangles() {
//!         let corners = triangle.indices().map(|i| vertices[i as usize].position());
//!         assert_eq!(corners, [[0.0, 0.0, 8.0], [0.0, 32.0, 8.0], [32.0, 0.0, 8.0]]);
//!     }
//! }
//! // The place of an attached model in frame 1.
//! let tip = md3.find_tag(1, b"tag_tip").ok_or("no such tag")?;
//! assert_eq!(tip.origin(), [32.0, 0.0, 8.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Conventions
//!
//! Positions are in Quake units: X forward, Y left, Z up. Triangles are clockwise seen from outside. Texture
//! coordinates have their origin at the top left; 1 is the whole image. Names are bytes, not necessarily UTF-8.
//!
//! # Bad input
//!
//! Any bytes are either read or refused, without a panic. Time and memory depend on the size of the file, never on a
//! count in its header. [`Md3::parse`] documents what it refuses; [`check()`] reports oddities in accepted files.
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
mod options;
mod parse;
mod scan;
mod view;
mod walk;

// Judging.
pub mod check;

// Skin files and shader scripts.
pub mod shader_script;
pub mod skin_file;
mod words;

// The vocabulary of all.
mod layout;
mod location;
mod names;
pub mod raw;

pub use check::{check, check_with};
pub use error::{ParseError, ParseErrorKind};
pub use location::{List, Location, SurfacePart};
pub use md2_common::{decode_normal, encode_normal};
pub use names::{split_lod_suffix, surface_key, without_image_extension};
pub use options::ParseOptions;
pub use view::{Md3, Surface};

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
