//! Small models for tests, built field by field as bytes.
//!
//! An [`Md2Spec`] describes a model. [`Md2Spec::build`] writes its fields into [`TaggedBytes`], each under a tag such
//! as `"num_st"`, `"tri[0].xyz[2]"` or `"frame[1].name"`. A test then changes one field and expects one error:
//!
//! ```
//! let mut file = md2_testdata::one_triangle().build();
//! file.set_u16("tri[0].xyz[2]", 3);
//! assert_eq!(file.offset_of("tri[0].xyz[2]"), 68 + 64 + 3 * 4 + 4);
//! let bytes: &[u8] = file.bytes();
//! # let _ = bytes;
//! ```
//!
//! [`mdl`] and [`md3`] do the same for the models of Quake and Quake III.
//!
//! [`archive`] writes PAK and ZIP archives. [`fuzz`] changes files at random, with the numbers of [`random`].
//! [`damage`] damages files at random places, for tests of salvage. [`heap`] measures memory, and [`codes`] tests the
//! codes of reports. [`program`] is for tests that run a program, and [`hostile`] writes files with text that would
//! control a terminal. [`TempFolder`] contains the files of one test. [`pictures`] compares pictures. [`corpus`] finds real models, and
//! [`skip_without_vulkan`] is for tests that need a GPU.
//!
//! The crate is only for the tests of this project, and its interface may change with every version. It does not use
//! the crates that read the formats, so that it cannot have the same faults. If something fails, its functions panic.

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

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
