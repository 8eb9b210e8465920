//! The file's records as they lie on disk.
//!
//! Fields keep the names of id's `qfiles.h`. The fixed-size records ([`Skin`], [`St`], [`Triangle`], [`Vertex`],
//! [`FrameHeader`], [`Word`]) are little-endian, have no alignment and no padding, so that a slice of them can be
//! borrowed straight from the file. Nothing here is checked: that is what [`Md2::parse`](crate::Md2::parse) does.

mod header;
mod name;
mod records;

pub use header::{Header, HeaderField, IDENT, VERSION};
pub use md2_common::Vertex;
pub use name::{FrameName, Name, NameError, SkinName};
pub use records::{FrameHeader, Skin, St, Triangle, Word};
