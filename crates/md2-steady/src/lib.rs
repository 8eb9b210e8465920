//! Restoring of smooth motion in models with 8-bit keyframes.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

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
