//! The file's records as they lie on disk.
//!
//! Fields keep the names of id's `modelgen.h`. The fixed-size records ([`St`], [`Triangle`], [`Bounds`],
//! [`PoseHeader`], [`Vertex`]) are little-endian, have no alignment and no padding, so that a slice of them can be
//! borrowed straight from the file. Nothing here is checked: that is what [`Mdl::parse`](crate::Mdl::parse) does.

mod header;
mod records;

pub use header::{Header, HeaderField, IDENT, VERSION};
pub use md2_common::Vertex;
pub use records::{Bounds, PoseHeader, PoseName, St, Triangle};
