//! The floor, blended over the background.

use std::sync::Arc;

use ash::vk;

use crate::{
    Filter, Shading, SurfaceBlend,
    layouts::Layouts,
    texture::Texture,
    vk::{Blend, Depth, Device, Error, Pass, Pipeline, PipelineDesc, Set},
};

/// How far the floor is moved away from the eye, in pixels of its slope.
///
/// What lies on it has the same depth, but for what is rounded: corners are moved to the nearest of some 256 places a
/// pixel, which at a flat angle is a far way. Less than a pixel is not seen where something stands on the floor. Seen
/// from above there is no slope; there shaders/floor.vert.glsl moves it by a part of its distance.
pub(super) const RECEDE: f32 = 0.5;

/// Draws the floor.
pub(crate) struct FloorPass {
    pipeline: Pipeline,
}

impl FloorPass {
    pub(crate) fn new(
        device: &Arc<Device>,
        layouts: &Layouts,
        shading: Shading,
        color_format: vk::Format,
        samples: vk::SampleCountFlags,
    ) -> Result<Self, Error> {
        let desc = PipelineDesc {
            name: "floor",
            vertex: include_bytes!("../../shaders/spirv/floor.vert.spv"),
            fragment: if shading.is_of_bytes() {
                include_bytes!("../../shaders/spirv/floor_bytes.frag.spv")
            } else {
                include_bytes!("../../shaders/spirv/floor.frag.spv")
            },
            vertices: &[],
            sets: &[&layouts.scene, &layouts.surface, &layouts.texture],
            push_bytes: 0,
            color_format,
            samples,
            depth: Depth::Test,
            recede: RECEDE,
            blend: Blend::Over,
            alpha_to_coverage: false,
            lines: false,
        };
        Ok(Self { pipeline: Pipeline::new(device, &desc)? })
    }

    /// `pattern` is any texture if the floor has none: the shader then ignores it. `mask` is that of the
    /// shadows.
    pub(crate) fn record<'f>(
        &'f self,
        pass: &mut Pass<'_, 'f>,
        scene: &'f Set,
        pattern: &'f Texture,
        mask: &'f Set,
    ) {
        let mut bound = pass.bind(&self.pipeline);
        // From below it would only hide the models.
        bound.set_culling(vk::CullModeFlags::BACK, vk::FrontFace::CLOCKWISE);
        bound.bind_set(0, scene);
        bound.bind_set(1, pattern.set(SurfaceBlend::Opaque, Filter::Linear, Shading::Smooth));
        bound.bind_set(2, mask);
        bound.draw(6);
    }
}
