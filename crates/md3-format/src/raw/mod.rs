//! The file's records as they lie on disk.
//!
//! Fields keep the names of id's `qfiles.h`. The fixed-size records ([`Frame`], [`Tag`], [`Shader`], [`Triangle`],
//! [`St`], [`Vertex`]) are little-endian, have no alignment and no padding, so that a slice of them can be borrowed
//! straight from the file. Nothing here is checked: that is what [`Md3::parse`](crate::Md3::parse) does.

mod headers;
mod records;

pub use headers::{Header, HeaderField, IDENT, SurfaceField, SurfaceHeader, VERSION};
pub use md2_common::{Name, NameError};
pub use records::{
    Frame, FrameName, ModelName, POSITION_SCALE, Shader, ShaderName, St, SurfaceName, Tag, TagName, Triangle,
    Vertex,
};
