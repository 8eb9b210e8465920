//! The gradient behind everything, drawn last of the solid things: only where none of them is.

use std::sync::Arc;

use ash::vk;

use crate::{
    RenderError,
    vk::{Blend, Depth, Device, Pipeline, PipelineDesc, Recorder, SceneSet, SetLayouts, VertexInput},
};

/// Draws the background.
pub(crate) struct BackgroundPass {
    pipeline: Pipeline,
}

impl BackgroundPass {
    pub(crate) fn new(
        device: &Arc<Device>,
        layouts: &SetLayouts,
        color_format: vk::Format,
        samples: vk::SampleCountFlags,
    ) -> Result<Self, RenderError> {
        let desc = PipelineDesc {
            name: "background",
            vertex: include_bytes!("../../shaders/spirv/fullscreen.vert.spv"),
            fragment: include_bytes!("../../shaders/spirv/background.frag.spv"),
            input: VertexInput::None,
            scene: true,
            push_bytes: 0,
            color_format,
            samples,
            depth: Depth::Test,
            blend: Blend::Replace,
            lines: false,
        };
        Ok(Self { pipeline: Pipeline::new(device, layouts, &desc)? })
    }

    pub(crate) fn record(&self, recorder: &mut Recorder<'_>, scene: &SceneSet) {
        recorder.bind(&self.pipeline);
        recorder.bind_scene(&self.pipeline, scene);
        recorder.draw(3);
    }
}
