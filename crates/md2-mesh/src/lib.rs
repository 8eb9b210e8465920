//! Keyframe-animated models in the form that a GPU reads.
//!
//! A model file stores positions and texture coordinates in separate lists. A GPU needs both in one vertex. This crate converts the lists
//! to such vertices. It opens no files and contains no code for file formats or graphics libraries.
//!
//! - [`Mesh`] is the result: frames of quantized vertices (four or eight bytes each, as in the file), one list of texture coordinates,
//!   triangle indices, the [`Surface`]s that divide the triangles, and the [`Tag`]s to which other models are attached. A mesh is built
//!   from [`MeshParts`], which `md2-load` fills from MDL, MD2 and MD3 files.
//! - [`weld`] splits vertices at seams, and [`vertex_cache`] optimizes the order of triangles for the GPU.
//! - [`blend`] poses a mesh on the CPU. Exporters use it, and tests compare the shaders with it.
//! - [`NearestPoints`] finds the nearest of many points. It serves to compare models whose vertices are numbered differently.
//!
//! ```
//! use md2_mesh::{FrameTransform, Mesh, MeshParts, Packing, Pose, SourceVertex, Surface, blend};
//!
//! // One triangle that grows to twice its size between two frames.
//! let packed = [[0, 0, 0, 5], [255, 0, 0, 5], [0, 255, 0, 5]].concat();
//! let frame = |scale| FrameTransform { scale: [scale; 3], translate: [0.0; 3] };
//! let mesh = Mesh::from_parts(MeshParts {
//!     packing: Packing::Position8Normal8,
//!     frames: vec![frame(0.5), frame(1.0)],
//!     packed: [packed.clone(), packed].concat(),
//!     uvs: vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
//!     indices: vec![0, 1, 2],
//!     surfaces: vec![Surface::whole(3, 3)],
//!     tags: vec![],
//!     source_vertices: (0..3).map(|i| SourceVertex { xyz: i, st: Some(i) }).collect(),
//! })?;
//!
//! let halfway = blend::blend_vertex(&mesh, 1, Pose { frame_a: 0, frame_b: 1, blend: 0.5 });
//! assert_eq!(halfway.position, [191.25, 0.0, 0.0]);
//! # Ok::<(), md2_mesh::MeshError>(())
//! ```
//!
//! # Promises
//!
//! Every `Mesh` is valid: it has at least one frame, every index is below the vertex count, every normal index is in the table
//! [`NORMALS`], and every number that its methods return is finite. No input makes [`Mesh::from_parts`] panic. The time is linear in the
//! size of the input, except for one sort of the corners at seams.
//!
//! A mesh may have no triangles or no vertices, because some models are invisible on purpose.

#![forbid(unsafe_code)]

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

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
