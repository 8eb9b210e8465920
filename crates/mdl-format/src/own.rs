//! Conversion of a view into an owned model.

use alloc::vec::Vec;
use core::num::NonZeroI32;

use md2_common::Vertices;

use crate::effects::{Effects, SyncType};
use crate::frame::{Frame, Pose};
use crate::layout::Layout;
use crate::model::{FrameGroup, GroupMember, Model, ModelFrame, ModelPose, ModelSkin, SkinGroup};
use crate::parts::Parts;
use crate::raw::{Record, St, Triangle};
use crate::skin::Skin;
use crate::view::Mdl;

impl Mdl<'_> {
    /// Returns an owned copy of the model for editing. Writing an unedited copy gives the same file, byte for byte.
    pub fn to_model(&self) -> Model {
        let vertices = Vertices::from_poses(self.poses().iter().map(Pose::vertices), self.vertex_count());
        model(&self.parts, self.st().to_vec(), self.triangles().to_vec(), vertices)
    }
}

/// Returns a model with the content of a file, except its geometry: the skin coordinates, the triangles and the vertices of each pose are
/// arguments.
pub(crate) fn model<T: Record>(
    parts: &Parts<'_, T>,
    st: Vec<St>,
    triangles: Vec<Triangle>,
    vertices: impl IntoIterator<Item = Vertices>,
) -> Model {
    let mut poses = parts.poses.iter().zip(vertices).map(|(pose, vertices)| ModelPose {
        name: pose.name(),
        bounds: pose.bounds(),
        vertices,
    });
    let header = &parts.header;
    Model {
        scale: header.scale,
        origin: header.scale_origin,
        bounding_radius: header.boundingradius,
        eye_position: header.eyeposition,
        skin_width: header.skinwidth.cast_unsigned(),
        skin_height: header.skinheight.cast_unsigned(),
        skins: parts.skins.iter().map(own_skin).collect(),
        st,
        triangles,
        frames: parts.frames.iter().filter_map(|frame| own_frame(frame, &mut poses)).collect(),
        sync_type: SyncType::from_field(header.synctype),
        effects: Effects::from_bits(header.flags.cast_unsigned()),
        size: header.size,
        layout: Layout::new(header.synctype, parts.rest),
    }
}

fn own_skin(skin: &Skin<'_>) -> ModelSkin {
    match NonZeroI32::new(skin.kind) {
        None => ModelSkin::Single(skin.texels.to_vec()),
        Some(kind) => {
            let images = skin.intervals().iter().zip(skin.images());
            let members = images.map(|(end_s, image)| GroupMember { end_s, value: image.texels.to_vec() });
            ModelSkin::Group(SkinGroup { kind, images: members.collect() })
        }
    }
}

fn own_frame(frame: &Frame<'_>, poses: &mut impl Iterator<Item = ModelPose>) -> Option<ModelFrame> {
    let Some(kind) = NonZeroI32::new(frame.kind) else {
        return poses.next().map(ModelFrame::Single);
    };
    let members = frame.intervals().iter().zip(poses).map(|(end_s, value)| GroupMember { end_s, value });
    let poses: Vec<_> = members.collect();
    Some(ModelFrame::Group(FrameGroup { kind, bounds: frame.bounds(), poses }))
}
