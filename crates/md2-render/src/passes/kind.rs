//! The common properties of a scene's pipelines.

use ash::vk;

use crate::style::Shading;
use crate::vk::{DepthMode, PipelineDesc};

#[derive(Clone, Copy)]
pub(crate) struct SceneKind {
    pub(crate) shading: Shading,
    pub(crate) color_format: vk::Format,
    pub(crate) samples: vk::SampleCountFlags,
}

impl SceneKind {
    pub(super) const fn either(self, light: &'static [u8], bytes: &'static [u8]) -> &'static [u8] {
        if self.shading.uses_bytes() { bytes } else { light }
    }

    pub(super) const fn solid<'a>(
        self,
        name: &'a str,
        vertex: &'a [u8],
        fragment: &'a [u8],
    ) -> PipelineDesc<'a> {
        PipelineDesc {
            samples: self.samples,
            depth: DepthMode::TestAndWrite,
            ..PipelineDesc::flat(name, vertex, fragment, self.color_format)
        }
    }
}
