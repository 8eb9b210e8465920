//! Reads, checks, repairs and writes MDL files, the models of Quake.
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
mod parse;
mod parts;
mod scan;
mod view;

// Editing and writing.
mod extent;
mod hexen2;
mod layout;
pub mod model;
mod own;
mod write;

// Checking for faults and oddities.
pub mod check;

// The verdict about a file.
mod torn;
mod verdict;

// Parts of the view.
mod effects;
mod frame;
mod intervals;
mod palette;
mod seam;
mod skin;

// Basic types: records and places in a model.
mod location;
pub mod raw;

pub use check::{check, check_with};
pub use description::LAYOUT;
pub use effects::{Effects, SyncType};
pub use error::ParseError;
pub use frame::{Frame, Pose};
pub use intervals::Intervals;
pub use location::{Location, PosePlace, Section};
pub use md2_common::{Quantization, QuantizeError};
pub use model::Model;
pub use palette::{Layers, Palette, PaletteError};
pub use skin::{Skin, SkinImage};
pub use verdict::verdict;
pub use view::Mdl;
pub use write::WriteError;
