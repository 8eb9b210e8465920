//! The background gradient, drawn where no solid surface is.

use std::sync::Arc;

use super::kind::SceneKind;
use crate::{
    layouts::Layouts,
    spirv::spirv,
    vk::{DepthMode, Device, Error, Pass, Pipeline, PipelineDesc, Set},
};

pub(crate) struct BackgroundPass {
    pipeline: Pipeline,
}

impl BackgroundPass {
    pub(crate) fn new(device: &Arc<Device>, layouts: &Layouts, kind: SceneKind) -> Result<Self, Error> {
        let fragment = kind.either(spirv!("background.frag"), spirv!("background_bytes.frag"));
        let vertex = spirv!("background.vert");
        let solid = kind.solid("background", vertex, fragment);
        let desc = PipelineDesc { sets: &[&layouts.scene], depth: DepthMode::Test, ..solid };
        Ok(Self { pipeline: Pipeline::new(device, &desc)? })
    }

    pub(crate) fn record<'f>(&'f self, pass: &mut Pass<'_, 'f>, scene: &'f Set) {
        let mut bound = pass.bind(&self.pipeline);
        bound.bind_set(0, scene);
        bound.draw(3, 0..1);
    }
}
