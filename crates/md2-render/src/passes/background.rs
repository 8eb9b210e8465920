//! The gradient behind everything, drawn last of the solid things: only where none of them is.

use std::sync::Arc;

use ash::vk;

use crate::{
    Shading,
    layouts::Layouts,
    vk::{Blend, Depth, Device, Error, Pass, Pipeline, PipelineDesc, Set},
};

/// Draws the background.
pub(crate) struct BackgroundPass {
    pipeline: Pipeline,
}

impl BackgroundPass {
    pub(crate) fn new(
        device: &Arc<Device>,
        layouts: &Layouts,
        shading: Shading,
        color_format: vk::Format,
        samples: vk::SampleCountFlags,
    ) -> Result<Self, Error> {
        let desc = PipelineDesc {
            name: "background",
            vertex: include_bytes!("../../shaders/spirv/background.vert.spv"),
            fragment: if shading.is_of_bytes() {
                include_bytes!("../../shaders/spirv/background_bytes.frag.spv")
            } else {
                include_bytes!("../../shaders/spirv/background.frag.spv")
            },
            vertices: &[],
            sets: &[&layouts.scene],
            push_bytes: 0,
            color_format,
            samples,
            depth: Depth::Test,
            recede: 0.0,
            blend: Blend::Replace,
            alpha_to_coverage: false,
            lines: false,
        };
        Ok(Self { pipeline: Pipeline::new(device, &desc)? })
    }

    pub(crate) fn record<'f>(&'f self, pass: &mut Pass<'_, 'f>, scene: &'f Set) {
        let mut bound = pass.bind(&self.pipeline);
        bound.bind_set(0, scene);
        bound.draw(3);
    }
}
