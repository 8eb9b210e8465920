//! A copy of a mesh on the host, for culling.

use md2_mesh::{Mesh, Packing};

/// The data of a mesh that culling needs.
pub(crate) struct HostShape {
    pub(crate) packing: Packing,
    /// The quantized vertices of all frames, one or two words each.
    pub(crate) words: Box<[u32]>,
    pub(crate) vertex_count: usize,
    pub(crate) triangles: Box<[[u32; 3]]>,
}

impl HostShape {
    pub(crate) fn new(mesh: &Mesh) -> Self {
        let words = mesh.packed_bytes().as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes));
        Self {
            packing: mesh.packing(),
            words: words.collect(),
            vertex_count: mesh.vertex_count(),
            triangles: mesh.indices().triangles().collect(),
        }
    }
}
