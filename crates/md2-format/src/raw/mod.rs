//! The records of a file, as the file stores them.
//!
//! Fields have the same names as in id Software's `qfiles.h`. The fixed-size records ([`SkinName`], [`St`], [`Triangle`],
//! [`Vertex`], [`FrameHeader`], [`Word`]) are little-endian, without padding. [`Records`] reads lists of them from the
//! file. Their values are unchecked; [`Md2::parse`](crate::Md2::parse) checks them.

mod header;
mod records;

pub use header::{Header, HeaderField, IDENT, VERSION};
pub use md2_common::{Name, NameError, Record, Records, Vertex};
pub use records::{FrameHeader, FrameName, SkinName, St, Triangle, Word};
