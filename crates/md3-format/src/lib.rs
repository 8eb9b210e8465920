//! Reads, checks and writes MD3 files, the models of Quake III, and `.skin` files. Also reads the shader scripts of games.
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::std_instead_of_core, clippy::std_instead_of_alloc, clippy::alloc_instead_of_core)]

extern crate alloc;

// Reading: the view and its checks.
mod code;
mod description;
mod engine;
mod error;
mod grammar;
mod scan;
mod view;
mod walk;

// Checking for faults and oddities.
pub mod check;

// The verdict about a file.
mod verdict;

// Writing: the owned model.
mod bounds;
mod canonical;
mod layout;
pub mod model;
mod own;
mod write;

// Skin files and scripts.
pub mod cube_config;
pub mod modeldef;
pub mod shader_script;
pub mod skin_file;
mod words;

// Basic types: records, lists and places in a model.
mod extent;
mod location;
mod names;
pub mod raw;

pub use check::{check, check_with};
pub use description::LAYOUT;
pub use error::ParseError;
pub use location::{Location, SurfacePart};
pub use md2_common::{decode_normal, encode_normal};
pub use model::Model;
pub use names::{split_lod_suffix, surface_key, without_image_extension};
pub use raw::MAX_COORDINATE;
pub use verdict::verdict;
pub use view::{Md3, Surface};
pub use write::WriteError;
