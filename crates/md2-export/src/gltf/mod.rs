//! glTF 2.0, the format that engines and modeling programs exchange models in.
//!
//! - [`schema`]: the JSON, as plain structs that serve writing and reading.
//! - [`glb`]: the container of a `.glb` file.
//! - [`extras`]: what is written beside, so that a model comes back as it was.
//! - [`write()`]: models as glTF.

pub mod extras;
pub mod glb;
pub mod schema;
mod space;
mod write;

pub use space::{METERS_PER_UNIT, to_gltf, to_quake};
pub use write::{
    Attachment, GltfError, GltfFile, GltfOptions, GltfPart, MAX_TARGETS, target_count, write, write_player,
};
