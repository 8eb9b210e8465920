//! The records of a file, as the file stores them.
//!
//! Fields have the same names as in id Software's `qfiles.h`. The fixed-size records ([`Frame`], [`Tag`], [`Shader`],
//! [`Triangle`], [`St`], [`Vertex`]) are little-endian, without padding. [`Records`] reads lists of them from the file.
//! Their values are unchecked; [`Md3::parse`](crate::Md3::parse) checks them.

mod headers;
mod records;

pub use headers::{Header, HeaderField, IDENT, SurfaceField, SurfaceHeader, VERSION};
pub use md2_common::{Name, NameError, Record, Records};
pub use records::{
    Frame, FrameName, MAX_COORDINATE, ModelName, POSITION_SCALE, Shader, ShaderName, St, SurfaceName, Tag,
    TagName, Triangle, Vertex,
};
