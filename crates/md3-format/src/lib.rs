//! Reads, checks and writes MD3 files, the models of Quake III, and `.skin` files. Also reads the shader scripts of games.
//!
//! An MD3 model consists of surfaces and tags. A surface is a mesh with its own vertices, triangles and image. A tag
//! is a place to which another model is attached. All surfaces and tags have the same number of poses ("frames").
//! [`Md3`] is a checked view that borrows the bytes of a file. [`Model`] is an owned copy that can be built, edited
//! and written. [`salvage()`] opens damaged files.
//!
//! ```
//! use md3_format::Md3;
//!
//! # let file = md2_testdata::md3::one_triangle().build().into_bytes();
//! // `parse` checks everything and copies only the headers.
//! let md3 = Md3::parse(&file)?;
//! for surface in md3.surfaces() {
//!     let vertices = surface.vertices(1);
//!     for triangle in surface.triangles().iter() {
//!         let corners = triangle.indices.map(|i| vertices.record(i as usize).position());
//!         assert_eq!(corners, [[0.0, 0.0, 8.0], [0.0, 32.0, 8.0], [32.0, 0.0, 8.0]]);
//!     }
//! }
//! // The position of an attached model in frame 1.
//! let tip = md3.find_tag(1, b"tag_tip").ok_or("no such tag")?;
//! assert_eq!(tip.origin, [32.0, 0.0, 8.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Conventions
//!
//! Positions are in Quake units: X forward, Y left, Z up. Triangles are clockwise seen from outside. Texture
//! coordinates have their origin at the top left; 1 is the width or height of the image. Names are bytes, not
//! necessarily UTF-8.
//!
//! # Bad input
//!
//! Every input is either read or rejected with an error, without a panic. Time and memory depend on the size of the
//! file, never on a count in its header. [`Md3::parse`] documents which files it rejects; [`check()`] also reports
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
mod scan;
mod view;
mod walk;

// Checking for faults and oddities.
pub mod check;

// Opening damaged files.
mod salvage;

// Writing: the owned model.
mod bounds;
mod canonical;
mod layout;
pub mod model;
mod own;
mod write;

// Skin files and scripts.
pub mod cube_config;
pub mod shader_script;
pub mod skin_file;
mod words;

// Basic types: records, lists and places in a model.
mod extent;
mod location;
mod names;
pub mod raw;

pub use check::{check, check_with};
pub use error::ParseError;
pub use location::{Location, SurfacePart};
pub use md2_common::{decode_normal, encode_normal};
pub use model::Model;
pub use names::{split_lod_suffix, surface_key, without_image_extension};
pub use raw::MAX_COORDINATE;
pub use salvage::{Repair, SalvagedFile, salvage, verdict};
pub use view::{Md3, Surface};
pub use write::WriteError;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
