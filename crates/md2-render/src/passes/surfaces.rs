//! The pipelines of model surfaces, by their skins.

use std::sync::Arc;

use ash::vk;

use super::kind::SceneKind;
use crate::content::SurfaceSkin;
use crate::spirv::spirv;
use crate::style::{Shading, SurfaceBlend};
use crate::vk::{Blend, DepthMode, Device, Error, Pipeline, PipelineDesc};
use md2_common::Faces;

/// Depth bias of edges towards the eye, as a multiple of the depth difference between adjacent pixels. A rasterized
/// line can be up to a pixel away from the exact edge.
pub(super) const NEARER: f32 = 1.5;

pub(super) const fn opaque_shader(kind: SceneKind) -> &'static [u8] {
    kind.either(spirv!("alias.frag"), spirv!("classic.frag"))
}

pub(super) const fn over_faces<'a>(faces: PipelineDesc<'a>, kind: SceneKind) -> PipelineDesc<'a> {
    PipelineDesc {
        name: "edges",
        fragment: kind.either(spirv!("edges.frag"), spirv!("edges_bytes.frag")),
        depth: DepthMode::Test,
        depth_bias: -NEARER,
        blend: Blend::Over,
        lines: true,
        ..faces
    }
}

pub(super) struct SurfacePipelines {
    opaque: Pipeline,
    /// The pipeline for textures that emit light. Most textures do not: `opaque` draws them without reading emitted light.
    glowing: Pipeline,
    cutout: Pipeline,
    added: Pipeline,
    wires: Option<Pipeline>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AliasPart {
    Solid,
    Light,
}

impl SurfacePipelines {
    pub(super) fn new(
        device: &Arc<Device>,
        kind: SceneKind,
        opaque: &PipelineDesc<'_>,
    ) -> Result<Self, Error> {
        let make = |what: &str, desc: PipelineDesc<'_>| {
            Pipeline::new(device, &PipelineDesc { name: &format!("{what} {}", opaque.name), ..desc })
        };
        let wires = || {
            let fragment = kind.either(spirv!("wire.frag"), spirv!("wire_bytes.frag"));
            make("wires of", PipelineDesc { fragment, lines: true, ..*opaque })
        };
        let glowing = PipelineDesc {
            fragment: kind.either(spirv!("alias_glow.frag"), spirv!("classic_glow.frag")),
            ..*opaque
        };
        let cutout = PipelineDesc {
            fragment: kind.either(spirv!("alias_cutout.frag"), spirv!("classic_cutout.frag")),
            blend: Blend::ReplaceColor,
            // The shader's alpha selects the covered samples, unless edges are hard.
            alpha_to_coverage: kind.shading == Shading::Smooth
                && kind.samples != vk::SampleCountFlags::TYPE_1,
            ..*opaque
        };
        let added = PipelineDesc {
            fragment: kind.either(spirv!("alias_added.frag"), spirv!("classic_added.frag")),
            depth: DepthMode::Test,
            blend: Blend::Add,
            ..*opaque
        };
        Ok(Self {
            opaque: Pipeline::new(device, opaque)?,
            glowing: make("glowing", glowing)?,
            cutout: make("holed", cutout)?,
            added: make("added", added)?,
            wires: device.adapter().wireframe.then(wires).transpose()?,
        })
    }

    pub(super) fn record<'f>(
        &'f self,
        part: AliasPart,
        faces: Faces,
        mut draw: impl FnMut(&'f Pipeline, fn(SurfaceSkin<'_>) -> bool),
    ) {
        let wires = self.wires.as_ref().filter(|_| faces == Faces::Wireframe);
        match (part, wires) {
            (AliasPart::Solid, Some(wires)) => draw(wires, |_| true),
            (AliasPart::Light, Some(_)) => {}
            (AliasPart::Solid, None) => {
                draw(&self.opaque, |SurfaceSkin { texture, blend }| {
                    blend == SurfaceBlend::Opaque && !texture.glows
                });
                draw(&self.glowing, |SurfaceSkin { texture, blend }| {
                    blend == SurfaceBlend::Opaque && texture.glows
                });
                draw(&self.cutout, |skin| skin.blend == SurfaceBlend::Cutout);
            }
            (AliasPart::Light, None) => draw(&self.added, |skin| skin.blend == SurfaceBlend::Added),
        }
    }
}
