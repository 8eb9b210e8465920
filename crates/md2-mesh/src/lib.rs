//! Keyframe-animated models in the form that a GPU reads.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod bounds;
mod error;
mod fade;
mod inverted;
mod mesh;
mod nearest;
mod normals;
mod packing;
mod parts;
mod range;
mod skin_alpha;
mod smooth;
mod strips;
mod surface;
mod tag;
mod transform;

pub mod blend;
pub mod vertex_cache;
pub mod weld;

pub use bounds::Bounds;
pub use error::{MAX_COORDINATE, MeshError};
pub use fade::Fade;
pub use md2_common::{NORMALS, Pose, TriangleOrder, Winding};
pub use mesh::{Indices, Mesh, MeshFrame, SourceVertex};
pub use nearest::NearestPoints;
pub use packing::{Packing, Vertex8, Vertex16};
pub use parts::MeshParts;
pub use skin_alpha::{AlphaMeaning, CLEAR_BELOW, SkinAlpha, SkinAlphas};
pub use strips::{StripRun, Strips};
pub use surface::Surface;
pub use tag::{Tag, TagFrame};
pub use transform::FrameTransform;
