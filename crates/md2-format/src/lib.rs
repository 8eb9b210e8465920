//! Reads, checks, repairs and writes MD2 files, the models of Quake II.
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::std_instead_of_core, clippy::std_instead_of_alloc, clippy::alloc_instead_of_core)]

extern crate alloc;

// Basic types: records, sections and places in a model.
pub mod glcmds;
mod location;
mod options;
pub mod raw;
mod section;

// Reading: the grammar, the view and its checks.
mod code;
mod engine;
mod error;
mod faults;
mod frame;
mod grammar;
mod lenient;
mod parse;
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

// Checking and repairing.
pub mod check;
mod salvage;
mod verdict;

pub use check::{check, check_with};
pub use error::ParseError;
pub use frame::Frame;
pub use location::Location;
pub use md2_common::{
    FileKind, NORMAL_COUNT, NORMALS, Quantization, QuantizeError, TriangleOrder, UP_NORMAL, Verdict, Winding,
    nearest_normal, skin_uv,
};
pub use model::Model;
pub use options::ParseOptions;
pub use salvage::{Repair, SalvagedModel, TextDamage, salvage, text_damage};
pub use section::Section;
pub use stripify::stripify;
pub use verdict::verdict;
pub use view::Md2;
pub use write::WriteError;
