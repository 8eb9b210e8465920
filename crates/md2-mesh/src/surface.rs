//! The parts of a mesh that wear a picture each.

use std::ops::Range;

/// Triangles of a mesh that are drawn with one skin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surface {
    /// As the source calls it; empty where a source has only one.
    pub name: String,
    /// Where its triangles lie in [`Mesh::indices`](crate::Mesh::indices), three indices each.
    pub indices: Range<usize>,
    /// The vertices it may use.
    pub vertices: Range<usize>,
    /// Which of the model's skin slots it wears, from 0. Several surfaces may wear the same.
    pub skin_slot: usize,
}

impl Surface {
    /// A surface without a name that is the whole mesh, wearing slot 0.
    #[must_use]
    pub const fn whole(vertex_count: usize, index_count: usize) -> Self {
        Self { name: String::new(), indices: 0..index_count, vertices: 0..vertex_count, skin_slot: 0 }
    }
}
