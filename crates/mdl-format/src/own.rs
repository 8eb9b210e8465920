//! Conversion of a view into an owned model.

use alloc::vec::Vec;
use core::num::NonZeroI32;

use md2_common::Vertices;

use crate::frame::{Frame, Pose};
use crate::layout::Layout;
use crate::model::{FrameGroup, GroupMember, Model, ModelFrame, ModelPose, ModelSkin, SkinGroup};
use crate::skin::Skin;
use crate::view::Mdl;

impl Mdl<'_> {
    /// Returns an owned copy of the model for editing. Writing an unedited copy gives the same file, byte for byte.
    #[must_use]
    pub fn to_model(&self) -> Model {
        let vertices = Vertices::from_poses(self.poses().iter().map(Pose::vertices), self.vertex_count());
        let mut poses = self.poses().iter().zip(vertices).map(|(pose, vertices)| ModelPose {
            name: pose.name(),
            bounds: pose.bounds(),
            vertices,
        });
        let frames = self.frames().iter().filter_map(|frame| own_frame(frame, &mut poses));
        let header = self.header();
        Model {
            scale: self.scale(),
            origin: self.origin(),
            bounding_radius: header.boundingradius,
            eye_position: header.eyeposition,
            skin_width: self.skin_width(),
            skin_height: self.skin_height(),
            skins: self.skins().iter().map(own_skin).collect(),
            st: self.st().to_vec(),
            triangles: self.triangles().to_vec(),
            frames: frames.collect(),
            sync_type: self.sync_type(),
            effects: self.effects(),
            size: header.size,
            layout: Layout::from_file(self),
        }
    }
}

pub(crate) fn own_skin(skin: &Skin<'_>) -> ModelSkin {
    match NonZeroI32::new(skin.kind) {
        None => ModelSkin::Single(skin.texels.to_vec()),
        Some(kind) => {
            let images = skin.intervals().iter().zip(skin.images());
            let members = images.map(|(end_s, image)| GroupMember { end_s, value: image.texels.to_vec() });
            ModelSkin::Group(SkinGroup { kind, images: members.collect() })
        }
    }
}

/// Returns an owned frame with the next poses; `None` if there are none left.
pub(crate) fn own_frame(
    frame: &Frame<'_>,
    poses: &mut impl Iterator<Item = ModelPose>,
) -> Option<ModelFrame> {
    let Some(kind) = NonZeroI32::new(frame.kind) else {
        return poses.next().map(ModelFrame::Single);
    };
    let members = frame.intervals().iter().zip(poses).map(|(end_s, value)| GroupMember { end_s, value });
    let poses: Vec<_> = members.collect();
    Some(ModelFrame::Group(FrameGroup { kind, bounds: frame.bounds(), poses }))
}
