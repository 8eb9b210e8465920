//! The records of a file, as the file stores them.
//!
//! Fields have the same names as in id Software's `modelgen.h`. The fixed-size records ([`St`], [`Triangle`],
//! [`Bounds`], [`PoseHeader`], [`Vertex`]) are little-endian, without padding. [`Records`] reads lists of them from the
//! file. Their values are unchecked; [`Mdl::parse`](crate::Mdl::parse) checks them.

mod header;
mod records;

pub use header::{Header, HeaderField, IDENT, VERSION};
pub use md2_common::{Name, NameError, Record, Records, Vertex};
pub use records::{Bounds, PoseHeader, PoseName, St, Triangle};
