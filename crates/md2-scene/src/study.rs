//! The structure of a model's file, matched with its mesh.

use md2_load::Anatomy;
use md2_mesh::Mesh;

#[derive(Clone, Debug)]
pub struct Study {
    pub anatomy: Anatomy,
    in_file: Vec<u32>,
}

impl Study {
    pub(crate) fn new(anatomy: Anatomy, mesh: &Mesh) -> Option<Self> {
        let in_file = anatomy.triangles_of(mesh)?;
        let frames = anatomy.frames().len() == mesh.frame_count();
        frames.then_some(Self { anatomy, in_file })
    }

    pub(crate) fn triangle_in_file(&self, in_mesh: u32) -> Option<u32> {
        self.in_file.get(in_mesh as usize).copied()
    }
}
