//! glTF 2.0, the exchange format of engines and modeling programs.
//!
//! - [`schema`] and [`glb`]: the JSON and the container of a `.glb` file, from `md2-gltf`.
//! - [`extras`]: model data that glTF cannot express.
//! - [`write()`]: writes models as glTF.

pub mod extras;
mod space;
mod write;

pub use md2_gltf::{glb, schema};
pub use space::{METERS_PER_UNIT, to_gltf};
pub use write::{Attachment, GltfError, GltfFile, GltfOptions, GltfPart, MAX_TARGETS, write, write_player};
