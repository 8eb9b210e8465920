//! Conversion of a view into an owned model.

use crate::layout::{Layout, StoredLayout};
use crate::model::{Model, ModelFrame, ModelSurface};
use crate::view::Md3;

impl Md3<'_> {
    /// Returns an owned copy of the model for editing. Writing an unedited copy gives the same file, byte for byte.
    pub fn to_model(&self) -> Model {
        let frames = self.frames().enumerate();
        let surfaces = self.surfaces().iter().map(|surface| ModelSurface {
            name: surface.header.name,
            flags: surface.header.flags,
            shaders: surface.shaders.to_vec(),
            triangles: surface.triangles.to_vec(),
            st: surface.st.to_vec(),
            vertices: surface.vertices.to_vec(),
        });
        let mut model = Model {
            name: self.header.name,
            flags: self.header.flags,
            frames: frames.map(|(i, frame)| ModelFrame::from_record(frame, self.tags(i).to_vec())).collect(),
            surfaces: surfaces.collect(),
            layout: Layout::default(),
        };
        model.layout = Layout::new(self, StoredLayout::canonical(&model).as_ref());
        model
    }
}
