//! glTF 2.0, the exchange format of engines and modeling programs.
//!
//! - [`schema`]: structs for the JSON, for writing and reading.
//! - [`glb`]: the container of a `.glb` file.
//! - [`extras`]: model data that glTF cannot express.
//! - [`write()`]: writes models as glTF.

pub mod extras;
pub mod glb;
pub mod schema;
mod space;
mod write;

pub use space::{METERS_PER_UNIT, to_gltf};
pub use write::{
    Attachment, GltfError, GltfFile, GltfOptions, GltfPart, MAX_TARGETS, target_count, write, write_player,
};
