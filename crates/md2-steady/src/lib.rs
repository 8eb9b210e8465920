//! The tremble taken out of models with 8-bit keys, within what the file says.
//!
//! MD2 and MDL store each coordinate in 255 steps of a box, so that every vertex jumps by up to half a step from frame
//! to frame: models tremble. But a stored number is not a place. It is a cell, one step wide, in which the true
//! coordinate lay. [`restore`] looks for the motion that all cells together allow, and returns it as a mesh with
//! 16-bit coordinates.
//!
//! ```
//! use md2_mesh::{FrameTransform, Mesh, MeshParts, Packing};
//! use md2_steady::{RestoreOptions, Sequence, packs_to_same_bytes, restore};
//!
//! // A triangle that slides along x, a third of a step a frame; bytes can only say that it rests and jumps.
//! let x = |frame: usize, vertex: usize| u8::try_from(100 * vertex + (frame + vertex) / 3).unwrap();
//! let frame = |at| [[x(at, 0), 0, 0, 5], [x(at, 1), 255, 0, 5], [x(at, 2), 0, 0, 5]].concat();
//! let (frames, packed) = (vec![FrameTransform { scale: [0.25; 3], translate: [-32.0; 3] }; 30], (0..30).flat_map(frame));
//! let parts = MeshParts::whole(Packing::Position8Normal8, frames, packed.collect(), vec![0, 2, 1]);
//! let file = Mesh::from_parts(parts)?;
//!
//! let sequences = vec![Sequence { frames: 0..=29, loops: false }];
//! let restored = restore(&file, &RestoreOptions { sequences, ..RestoreOptions::default() })?;
//! assert!(packs_to_same_bytes(&file, &restored.mesh, restored.report.rounding));
//! // From one frame to the next it now moves by about a third of a step.
//! let steps = |frame| restored.mesh.position(frame, 0)[0] / 0.25;
//! assert!((5..25).all(|frame| (steps(frame + 1) - steps(frame) - 1.0 / 3.0).abs() < 0.05));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What it promises
//!
//! - **Every restored coordinate stays in its cell**: packed again with the scale and translation of its frame, it is the
//!   byte of the file. [`packs_to_same_bytes`] checks that. A restored model is as true to the file as the file's own numbers.
//!   RestoredMesh normals likewise stay nearest to the direction whose number the file gives.
//! - Vertices that are at the same place in every frame still are: no seam opens. What rests in the file stays at rest.
//! - No input panics. What cannot be restored is an error.
//! - The same input gives the same output on the same machine. The crate reads no clock and starts no thread; it can be
//!   watched and cancelled ([`restore_watched`]), so that a program may let it work in the background.
//! - Time grows with vertices times frames (and the search for neighbors, cheap for real models, with the square of the
//!   vertices). Memory stays below 20 times the packed frames and a mebibyte, the result included; a frame counts as ten
//!   vertices at least.
//!
//! How it works, and what was measured, stands in `docs/method.md`.
//!
//! [`fill_between`] adds curved in-betweens to restored keys, for eyes that see the corners of ten keys a second.

#![forbid(unsafe_code)]

/// The example of the README is compiled with those of the documents.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

// In the order of the work.
mod restore;

mod cells;
mod neighborhood;

mod low_rank;

mod smooth;

mod banded;

mod rest;

mod subdivide;

mod normals;

mod between;

mod error;
mod options;
mod report;
mod rounding;
mod sequence;

pub use between::{BetweenOptions, FilledMesh, fill_between};
pub use error::SteadyError;
pub use options::RestoreOptions;
pub use report::{Progress, RestoreReport, RestoredMesh};
pub use restore::{restore, restore_watched};
pub use rounding::Rounding;
pub use sequence::Sequence;
pub use subdivide::packs_to_same_bytes;
