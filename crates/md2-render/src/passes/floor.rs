//! The floor, blended over the background.

use std::sync::Arc;

use ash::vk;

use crate::{
    Filter, RenderError,
    texture::Texture,
    vk::{Blend, Depth, Device, Pipeline, PipelineDesc, Recorder, SceneSet, SetLayouts, VertexInput},
};

/// Draws the floor.
pub(crate) struct FloorPass {
    pipeline: Pipeline,
}

impl FloorPass {
    pub(crate) fn new(
        device: &Arc<Device>,
        layouts: &SetLayouts,
        color_format: vk::Format,
        samples: vk::SampleCountFlags,
    ) -> Result<Self, RenderError> {
        let desc = PipelineDesc {
            name: "floor",
            vertex: include_bytes!("../../shaders/spirv/floor.vert.spv"),
            fragment: include_bytes!("../../shaders/spirv/floor.frag.spv"),
            input: VertexInput::None,
            scene: true,
            push_bytes: 0,
            color_format,
            samples,
            depth: Depth::Test,
            blend: Blend::Over,
            lines: false,
        };
        Ok(Self { pipeline: Pipeline::new(device, layouts, &desc)? })
    }

    /// `pattern` is any texture if the floor has none: the shader then ignores it.
    pub(crate) fn record(&self, recorder: &mut Recorder<'_>, scene: &SceneSet, pattern: &Texture) {
        recorder.bind(&self.pipeline);
        // From below it would only hide the models.
        recorder.set_culling(vk::CullModeFlags::BACK, vk::FrontFace::CLOCKWISE);
        recorder.bind_scene(&self.pipeline, scene);
        recorder.bind_texture(&self.pipeline, &pattern.sets, Filter::Linear);
        recorder.draw(6);
    }
}
