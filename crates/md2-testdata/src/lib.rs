//! Small models for tests, built field by field as bytes.
#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]
#![allow(missing_docs, reason = "the crate is only for the tests of this project")]

pub mod archive;
pub mod codes;
pub mod corpus;
pub mod damage;
mod fields;
mod folder;
pub mod fuzz;
pub mod heap;
pub mod hostile;
pub mod md3;
pub mod mdl;
mod models;
pub mod pictures;
pub mod png;
pub mod program;
pub mod random;
mod skip;
mod spec;
mod tagged;

pub use folder::{TempFolder, names, native};
pub use models::{block, one_triangle, seamed_quad, with_frames};
pub use skip::{skip, skip_without_vulkan, vulkan_is_required};
pub use spec::{FrameSpec, GlWord, Md2Spec, TriangleSpec};
pub use tagged::TaggedBytes;
