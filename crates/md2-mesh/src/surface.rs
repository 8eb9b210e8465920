//! The surfaces of a mesh.

use std::ops::Range;

/// The triangles of a mesh that are drawn with one skin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surface {
    /// The name in the source; empty if the source has no surface names.
    pub name: String,
    /// The range of its triangles in [`Mesh::indices`](crate::Mesh::indices), three indices each.
    pub indices: Range<usize>,
    /// The vertices it may use.
    pub vertices: Range<usize>,
    /// The number of its skin slot, from 0. Surfaces may share a slot.
    pub skin_slot: usize,
}

impl Surface {
    /// Returns a surface without a name that covers the whole mesh and uses slot 0.
    #[must_use]
    pub const fn whole(vertex_count: usize, index_count: usize) -> Self {
        Self { name: String::new(), indices: 0..index_count, vertices: 0..vertex_count, skin_slot: 0 }
    }
}
