//! The records of a file, as the file stores them.
//!
//! Fields have the same names as in id Software's `modelgen.h`. The fixed-size records ([`St`], [`Triangle`],
//! [`Bounds`], [`PoseHeader`], [`Vertex`]) are little-endian and have neither alignment nor padding, so that slices of
//! records can be borrowed from the file. Their values are unchecked; [`Mdl::parse`](crate::Mdl::parse) checks them.

mod header;
mod records;

pub use header::{Header, HeaderField, IDENT, VERSION};
pub use md2_common::Vertex;
pub use records::{Bounds, PoseHeader, PoseName, St, Triangle};
