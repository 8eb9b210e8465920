//! The records of a file.
//!
//! Fields have the names of id's `modelgen.h`. The fixed-size records ([`St`], [`Triangle`], [`Bounds`],
//! [`PoseHeader`], [`Vertex`]) are little-endian and have neither alignment nor padding, so that slices of them can
//! be borrowed from the file. They are unchecked; [`Mdl::parse`](crate::Mdl::parse) checks them.

mod header;
mod records;

pub use header::{Header, HeaderField, IDENT, VERSION};
pub use md2_common::Vertex;
pub use records::{Bounds, PoseHeader, PoseName, St, Triangle};
