//! Models: two frames bound at once, blended in the vertex shader.

use std::{mem::offset_of, sync::Arc};

use ash::vk;
use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Quat};

use crate::{
    Filter, RenderError,
    model::{FramePair, GpuModel, ModelData},
    texture::Texture,
    vk::{Blend, Depth, Device, Pipeline, PipelineDesc, Recorder, SceneSet, SetLayouts, VertexInput},
};

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

/// Binds two frames of a model, its texture coordinates and its indices.
pub(super) fn bind_frames(recorder: &mut Recorder<'_>, data: &ModelData, frames: &FramePair) {
    let [a, b] = frames.offsets;
    recorder.bind_vertices([(&data.frames, a), (&data.frames, b), (&data.statics, 0)]);
    recorder.bind_indices(&data.statics, data.index_offset, data.index_type);
}

/// What a picture draws of a model.
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
        layouts: &SetLayouts,
        color_format: vk::Format,
        samples: vk::SampleCountFlags,
    ) -> Result<Self, RenderError> {
        let solid = PipelineDesc {
            name: "alias",
            vertex: include_bytes!("../../shaders/spirv/alias.vert.spv"),
            fragment: include_bytes!("../../shaders/spirv/alias.frag.spv"),
            input: VertexInput::Alias,
            scene: true,
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
        let wires = device.adapter().wireframe.then(|| Pipeline::new(device, layouts, &wires));
        Ok(Self { solid: Pipeline::new(device, layouts, &solid)?, wires: wires.transpose()? })
    }

    pub(crate) fn record<'d>(
        &self,
        recorder: &mut Recorder<'_>,
        scene: &SceneSet,
        style: AliasStyle,
        models: impl Iterator<Item = Drawn<'d>>,
    ) {
        let pipeline = self.wires.as_ref().filter(|_| style.wireframe).unwrap_or(&self.solid);
        recorder.bind(pipeline);
        recorder.bind_scene(pipeline, scene);
        for Drawn { model, skin, transform, frames } in models {
            let Some(data) = &model.data else { continue };
            let culled = if style.two_sided { vk::CullModeFlags::NONE } else { vk::CullModeFlags::BACK };
            // A mirror image is wound the other way round.
            let front = if transform.determinant() < 0.0 {
                vk::FrontFace::COUNTER_CLOCKWISE
            } else {
                vk::FrontFace::CLOCKWISE
            };
            recorder.set_culling(culled, front);
            recorder.bind_texture(pipeline, &skin.sets, style.filter);
            bind_frames(recorder, data, &frames);
            let push = AliasPush::new(style.view_projection * transform, transform, &frames);
            recorder.push(pipeline, &push);
            recorder.draw_indexed(0..data.index_count, 0, 1);
        }
    }
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
