//! Restoring of smooth motion in models with 8-bit keyframes.
//!
//! MD2 and MDL quantize each coordinate to one of 256 steps within the bounding box of the frame. Rounding moves every vertex by up to
//! half a step in each frame, so models tremble. A stored number stands for a *cell*: a range of coordinates, one step wide, that
//! contains the original coordinate. [`restore`] estimates the original motion from the cells of all frames together. It returns a mesh
//! with 16-bit coordinates.
//!
//! ```
//! use md2_mesh::{FrameTransform, Mesh, MeshParts, Packing};
//! use md2_steady::{RestoreOptions, Sequence, packs_to_same_bytes, restore};
//!
//! // A triangle that slides along x by a third of a step per frame. The bytes stay the same for three frames, then jump.
//! let x = |frame: usize, vertex: usize| u8::try_from(100 * vertex + (frame + vertex) / 3).unwrap();
//! let frame = |at| [[x(at, 0), 0, 0, 5], [x(at, 1), 255, 0, 5], [x(at, 2), 0, 0, 5]].concat();
//! let (frames, packed) = (vec![FrameTransform { scale: [0.25; 3], translate: [-32.0; 3] }; 30], (0..30).flat_map(frame));
//! let parts = MeshParts::whole(Packing::Position8Normal8, frames, packed.collect(), vec![0, 2, 1]);
//! let file = Mesh::from_parts(parts)?;
//!
//! let sequences = vec![Sequence { frames: 0..=29, loops: false }];
//! let restored = restore(&file, &RestoreOptions { sequences, ..RestoreOptions::default() })?;
//! assert!(packs_to_same_bytes(&file, &restored.mesh, restored.report.rounding));
//! // The restored triangle moves by about a third of a step per frame.
//! let steps = |frame| restored.mesh.position(frame, 0)[0] / 0.25;
//! assert!((5..25).all(|frame| (steps(frame + 1) - steps(frame) - 1.0 / 3.0).abs() < 0.05));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Promises
//!
//! - **Every restored coordinate stays in its cell**: quantized again with the scale and translation of its frame, it gives the byte in
//!   the file. [`packs_to_same_bytes`] checks this. For each restored normal, the direction in the file remains the nearest direction of
//!   the table of normals.
//! - Vertices that coincide in every frame still coincide in the result, so no seam opens. Vertices that do not move still do not move.
//! - No input causes a panic. If a mesh cannot be restored, the result is an error.
//! - The same input gives the same output on the same machine. The crate reads no clock and starts no threads. [`restore_watched`]
//!   reports its progress and can be cancelled, for use in a background task.
//! - The time is proportional to vertices times frames. The search for neighbors is quadratic in the number of vertices, but fast for
//!   real models. Memory, including the result, stays below 20 times the vertex bytes of the input plus 1 MiB. A frame counts as at least
//!   ten vertices.
//!
//! `docs/method.md` describes the method and the measurements.

#![forbid(unsafe_code)]

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod restore;

// The stages of `restore`.
mod banded;
mod cells;
mod low_rank;
mod matrix;
mod neighborhood;
mod normals;
mod rest;
mod smooth;
mod subdivide;

mod error;
mod options;
mod report;
mod rounding;
mod sequence;

pub use error::SteadyError;
pub use options::RestoreOptions;
pub use report::{Progress, RestoreReport, RestoredMesh};
pub use restore::{restore, restore_watched};
pub use rounding::Rounding;
pub use sequence::Sequence;
pub use subdivide::packs_to_same_bytes;
