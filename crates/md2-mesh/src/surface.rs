//! The surfaces of a mesh.

use std::ops::Range;

/// The triangles of a mesh that are drawn with the same skin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surface {
    /// Name of the surface in the model file; empty if the file has no surface names.
    pub name: String,
    /// Range of the surface's indices in [`Mesh::indices`](crate::Mesh::indices), three per triangle.
    pub indices: Range<usize>,
    /// The range of the mesh vertices to which the indices of the surface may refer.
    pub vertices: Range<usize>,
    /// Index of the surface's skin slot, counted from 0. Several surfaces may use the same slot.
    pub skin_slot: usize,
}

impl Surface {
    /// Returns a surface without a name that covers the whole mesh and uses slot 0.
    pub const fn whole(vertex_count: usize, index_count: usize) -> Self {
        Self { name: String::new(), indices: 0..index_count, vertices: 0..vertex_count, skin_slot: 0 }
    }
}
