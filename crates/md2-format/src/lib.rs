//! Reads, checks and writes MD2 files, the models of Quake II.
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::std_instead_of_core, clippy::std_instead_of_alloc, clippy::alloc_instead_of_core)]

extern crate alloc;

// Basic types: records, sections and places in a model.
pub mod glcmds;
mod location;
pub mod raw;
mod section;

// Reading: the grammar, the view and its checks.
mod code;
mod description;
mod engine;
mod error;
mod faults;
mod frame;
mod grammar;
mod lenient;
mod parse;
mod reach;
mod scan;
mod view;
mod winding;

// Editing and writing.
mod canonical;
mod layout;
pub mod model;
mod own;
mod quantize;
mod skin;
pub mod stripify;
mod write;

// Checking.
pub mod check;
mod text_damage;
mod verdict;

pub use check::{check, check_with};
pub use description::LAYOUT;
pub use error::ParseError;
pub use frame::Frame;
pub use location::Location;
pub use md2_common::{
    FileKind, NORMAL_COUNT, NORMALS, Quantization, QuantizeError, TriangleOrder, UP_NORMAL, Verdict, Winding,
    nearest_normal, skin_uv,
};
pub use model::Model;
pub use section::Section;
pub use stripify::stripify;
pub use text_damage::{TextDamage, text_damage};
pub use verdict::verdict;
pub use view::Md2;
pub use write::WriteError;
