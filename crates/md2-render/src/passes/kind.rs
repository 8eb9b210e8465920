//! What the pipelines of a scene have in common.

use ash::vk;

use crate::style::Shading;
use crate::vk::{DepthMode, PipelineDesc};

/// The scenes that pipelines are made for.
#[derive(Clone, Copy)]
pub(crate) struct SceneKind {
    pub(crate) shading: Shading,
    pub(crate) color_format: vk::Format,
    pub(crate) samples: vk::SampleCountFlags,
}

impl SceneKind {
    /// Of two shaders that differ in what they write: light, or bytes.
    pub(super) const fn either(self, light: &'static [u8], bytes: &'static [u8]) -> &'static [u8] {
        if self.shading.uses_bytes() { bytes } else { light }
    }

    /// What draws something solid by shaders that make up vertices, and are given no sets.
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
