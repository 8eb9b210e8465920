//! Small models as bytes, built field by field for tests.
//!
//! A [`Md2Spec`] says what a model holds; [`Md2Spec::build`] pushes its fields in file order into [`TaggedBytes`] bytes, each
//! under a tag such as `"num_st"`, `"tri[0].xyz[2]"` or `"frame[1].name"`. A test then overwrites one tag and
//! expects one error:
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
//! [`archive`] puts files into a PAK or a ZIP.
//!
//! [`fuzz`] changes such files at random, and [`random`] is where it has its numbers from. [`heap`] tells how much memory
//! that takes, and [`codes`] holds what is true of the codes of every format's report.
//!
//! [`program`] is for tests that run a program, and [`hostile`] makes files whose text would act on a terminal.
//!
//! [`TempFolder`] holds the files of one test. [`corpus`] finds real models where there are some, and [`skip_without_vulkan`] is for tests that draw.
//!
//! It is made for the tests of these libraries, which come with their packages: what it offers may change from version to
//! version.
//!
//! The crate uses nothing of the crates that read formats, so that a fixture cannot share a mistake of theirs.

#![deny(unsafe_code)]

pub mod archive;
pub mod codes;
pub mod corpus;
mod fields;
mod folder;
pub mod fuzz;
pub mod heap;
pub mod hostile;
pub mod md3;
pub mod mdl;
mod models;
pub mod png;
pub mod program;
pub mod random;
mod skip;
mod spec;
mod tagged;
mod vulkan;

pub use folder::{TempFolder, names};
pub use models::{block, one_triangle, seamed_quad, with_frames};
pub use skip::{SKIP_LIST, skip};
pub use spec::{FrameSpec, GlWord, HEADER_FIELDS, Md2Spec, TriangleSpec};
pub use tagged::TaggedBytes;
pub use vulkan::{REQUIRE_VULKAN, skip_without_vulkan, vulkan_is_required};

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
