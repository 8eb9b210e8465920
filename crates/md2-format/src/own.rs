//! Conversion of a view into an owned model.

use md2_common::Vertices;

use crate::canonical::canonical_header;
use crate::layout::Layout;
use crate::model::{Model, ModelFrame};
use crate::view::Md2;

impl Md2<'_> {
    /// Returns an owned copy of the model for editing. Writing an unedited copy gives the same file, byte for byte.
    pub fn to_model(&self) -> Model {
        let vertices = Vertices::from_poses(self.frames().map(|frame| frame.vertices()), self.vertex_count());
        let frames = self.frames().zip(vertices).map(|(frame, vertices)| ModelFrame {
            name: frame.name(),
            scale: frame.scale(),
            translate: frame.translate(),
            vertices,
        });
        let mut model = Model {
            skin_width: self.skin_width(),
            skin_height: self.skin_height(),
            skins: self.skins().to_vec(),
            st: self.st().to_vec(),
            triangles: self.triangles().to_vec(),
            frames: frames.collect(),
            gl_commands: self.gl_words().to_vec(),
            layout: Layout::default(),
        };
        let is_canonical = canonical_header(&model).as_ref() == Some(self.header())
            && usize::try_from(self.header().ofs_end) == Ok(self.file().len());
        if !is_canonical {
            model.layout = Layout::from_file(self.header(), self.file());
        }
        model
    }
}
