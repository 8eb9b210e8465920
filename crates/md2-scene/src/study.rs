//! What a model's file says piece by piece, and which piece of the mesh is which of the file.

use md2_load::Anatomy;
use md2_mesh::Mesh;

/// A model's file read once more, for those who want to know what its bytes say. Made by
/// [`Document::study`](crate::Document::study).
#[derive(Debug)]
pub struct Study {
    anatomy: Anatomy,
    /// For each triangle of the mesh, the file's.
    in_file: Vec<u32>,
}

impl Study {
    /// That of a file, of which the mesh was made. `None` if it was not.
    pub(crate) fn new(anatomy: Anatomy, mesh: &Mesh) -> Option<Self> {
        let in_file = anatomy.triangles_of(mesh)?;
        let frames = anatomy.frames().len() == mesh.frame_count();
        frames.then_some(Self { anatomy, in_file })
    }

    /// What the file says.
    #[must_use]
    pub fn anatomy(&self) -> &Anatomy {
        &self.anatomy
    }

    /// Which triangle of the file one of the mesh is.
    #[must_use]
    pub fn triangle_in_file(&self, in_mesh: u32) -> Option<u32> {
        self.in_file.get(in_mesh as usize).copied()
    }
}
