//! Models: two frames bound at once, blended in the vertex shader.

use std::{mem::offset_of, sync::Arc};

use ash::vk;
use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Quat};

use crate::{
    Filter,
    layouts::Layouts,
    model::{FramePair, GpuModel, ModelData},
    texture::Texture,
    vk::{
        Blend, Bound, Depth, Device, Error, Pass, Pipeline, PipelineDesc, Set, VertexAttribute, VertexBinding,
    },
};

/// A packed vertex of one of the two frames.
const fn packed(attributes: &[VertexAttribute]) -> VertexBinding<'_> {
    VertexBinding { stride: 4, attributes }
}

/// What shaders/alias_push.glsl reads at these locations: a packed vertex.
const PACKED: [VertexAttribute; 2] = [
    VertexAttribute { location: 0, format: vk::Format::R8G8B8A8_UINT, offset: 0 },
    VertexAttribute { location: 1, format: vk::Format::R8G8B8A8_UINT, offset: 0 },
];

/// Texture coordinates, the same for all frames.
const UV: [VertexAttribute; 1] =
    [VertexAttribute { location: 2, format: vk::Format::R32G32_SFLOAT, offset: 0 }];

/// The vertex buffers of a model: either frame, and texture coordinates. Shadows need only the first two.
pub(super) const VERTICES: [VertexBinding<'_>; 3] = [
    packed(PACKED.split_at(1).0),
    packed(PACKED.split_at(1).1),
    VertexBinding { stride: 8, attributes: &UV },
];

/// The block of shaders/alias_push.glsl, whose comments tell what each field holds.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(super) struct AliasPush {
    matrix: Mat4,
    scale_a: [f32; 4],
    translate_a: [f32; 4],
    scale_b: [f32; 4],
    translate_b: [f32; 4],
}

const _: () = {
    assert!(size_of::<AliasPush>() == 128);
    assert!(offset_of!(AliasPush, scale_a) == 64 && offset_of!(AliasPush, translate_a) == 80);
    assert!(offset_of!(AliasPush, scale_b) == 96 && offset_of!(AliasPush, translate_b) == 112);
};

impl AliasPush {
    /// `matrix` takes model space to where the shader wants it, `to_world` to world space.
    pub(super) fn new(matrix: Mat4, to_world: Mat4, frames: &FramePair) -> Self {
        let rotation = rotation_of(to_world);
        let FramePair { a, b, blend, .. } = frames;
        let with = |[x, y, z]: [f32; 3], w| [x, y, z, w];
        Self {
            matrix,
            scale_a: with(a.scale, *blend),
            translate_a: with(a.translate, rotation.x),
            scale_b: with(b.scale, rotation.y),
            translate_b: with(b.translate, rotation.z),
        }
    }
}

/// A model's rotation, as the one of the two quaternions for it whose w is not negative: the shader computes
/// that from the others.
fn rotation_of(transform: Mat4) -> Quat {
    let (_, rotation, _) = transform.to_scale_rotation_translation();
    match rotation {
        q if !q.is_finite() => Quat::IDENTITY,
        q if q.w < 0.0 => -q,
        q => q,
    }
}

/// What a picture draws of a model.
#[derive(Clone, Copy)]
pub(crate) struct Drawn<'a> {
    pub(crate) model: &'a GpuModel,
    pub(crate) skin: &'a Texture,
    pub(crate) transform: Mat4,
    pub(crate) frames: FramePair,
}

/// How a picture draws its models.
#[derive(Clone, Copy)]
pub(crate) struct AliasStyle {
    pub(crate) view_projection: Mat4,
    pub(crate) wireframe: bool,
    pub(crate) two_sided: bool,
    pub(crate) filter: Filter,
}

/// Draws models, solid or as wires.
pub(crate) struct AliasPass {
    solid: Pipeline,
    /// Where the device can.
    wires: Option<Pipeline>,
}

impl AliasPass {
    pub(crate) fn new(
        device: &Arc<Device>,
        layouts: &Layouts,
        color_format: vk::Format,
        samples: vk::SampleCountFlags,
    ) -> Result<Self, Error> {
        let solid = PipelineDesc {
            name: "alias",
            vertex: include_bytes!("../../shaders/spirv/alias.vert.spv"),
            fragment: include_bytes!("../../shaders/spirv/alias.frag.spv"),
            vertices: &VERTICES,
            sets: &[&layouts.scene, &layouts.texture],
            push_bytes: 128,
            color_format,
            samples,
            depth: Depth::TestAndWrite,
            blend: Blend::Replace,
            lines: false,
        };
        let wires = PipelineDesc {
            name: "wires",
            fragment: include_bytes!("../../shaders/spirv/wire.frag.spv"),
            lines: true,
            ..solid
        };
        let wires = device.adapter().wireframe.then(|| Pipeline::new(device, &wires));
        Ok(Self { solid: Pipeline::new(device, &solid)?, wires: wires.transpose()? })
    }

    pub(crate) fn record<'f>(
        &'f self,
        pass: &mut Pass<'_, 'f>,
        scene: &'f Set,
        style: AliasStyle,
        models: impl Iterator<Item = Drawn<'f>>,
    ) {
        let wires = self.wires.as_ref().filter(|_| style.wireframe);
        let mut bound = pass.bind(wires.unwrap_or(&self.solid));
        bound.bind_set(0, scene);
        for Drawn { model, skin, transform, frames } in models {
            let Some(data) = &model.data else { continue };
            let culled = if style.two_sided { vk::CullModeFlags::NONE } else { vk::CullModeFlags::BACK };
            // A mirror image is wound the other way round.
            let front = if transform.determinant() < 0.0 {
                vk::FrontFace::COUNTER_CLOCKWISE
            } else {
                vk::FrontFace::CLOCKWISE
            };
            bound.set_culling(culled, front);
            bound.bind_set(1, skin.sets.get(style.filter));
            let [a, b] = frames.offsets;
            bound.bind_vertices([(&data.frames, a), (&data.frames, b), (&data.statics, 0)]);
            bind_indices(&mut bound, data);
            bound.push(&AliasPush::new(style.view_projection * transform, transform, &frames));
            bound.draw_indexed(0..data.index_count, 0, 1);
        }
    }
}

/// The indices of a model.
pub(super) fn bind_indices<'f>(bound: &mut Bound<'_, 'f>, data: &'f ModelData) {
    bound.bind_indices(&data.statics, data.index_offset, data.index_type);
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::*;

    #[test]
    fn rotations_survive_the_way_to_the_shader() {
        let check = |rotation: Quat, scale: f32| {
            let transform =
                Mat4::from_scale_rotation_translation(Vec3::splat(scale), rotation, Vec3::new(1.0, 2.0, 3.0));
            let q = rotation_of(transform);
            // As in the shader.
            let axis = Vec3::new(q.x, q.y, q.z);
            let w = (1.0 - axis.length_squared()).max(0.0).sqrt();
            for direction in [Vec3::X, Vec3::Y, Vec3::Z, Vec3::ONE] {
                let turned = direction + 2.0 * axis.cross(axis.cross(direction) + w * direction);
                assert!((turned - rotation * direction).length() < 1e-3, "{rotation:?}");
            }
        };
        check(Quat::IDENTITY, 1.0);
        check(Quat::from_rotation_z(0.7), 2.0);
        check(Quat::from_rotation_z(3.5), 0.5);
        check(Quat::from_rotation_x(std::f32::consts::PI), 1.0);
        check(Quat::from_euler(glam::EulerRot::XYZ, 2.0, -1.0, 3.0), 1.0);
        assert_eq!(rotation_of(Mat4::ZERO), Quat::IDENTITY);
    }
}
