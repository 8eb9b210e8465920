//! The pipelines of model surfaces, by their skins.

use std::sync::Arc;

use ash::vk;

use super::kind::SceneKind;
use crate::content::SurfaceSkin;
use crate::spirv::spirv;
use crate::style::{Shading, SurfaceBlend};
use crate::vk::{Blend, DepthMode, Device, Error, Pipeline, PipelineDesc};
use md2_common::Faces;

/// Depth bias of edges towards the eye, as a multiple of the depth difference between adjacent pixels. A drawn
/// edge is up to a pixel off.
pub(super) const NEARER: f32 = 1.5;

/// The fragment shaders of surfaces.
pub(super) struct SurfaceShaders {
    pub(super) opaque: &'static [u8],
    glowing: &'static [u8],
    cutout: &'static [u8],
    added: &'static [u8],
    wires: &'static [u8],
    edges: &'static [u8],
}

impl SurfaceShaders {
    pub(super) const fn new(shading: Shading) -> Self {
        match shading {
            Shading::Smooth => Self {
                opaque: spirv!("alias.frag"),
                glowing: spirv!("alias_glow.frag"),
                cutout: spirv!("alias_cutout.frag"),
                added: spirv!("alias_added.frag"),
                wires: spirv!("wire.frag"),
                edges: spirv!("edges.frag"),
            },
            Shading::Classic | Shading::Game => Self {
                opaque: spirv!("classic.frag"),
                glowing: spirv!("classic_glow.frag"),
                cutout: spirv!("classic_cutout.frag"),
                added: spirv!("classic_added.frag"),
                wires: spirv!("wire_bytes.frag"),
                edges: spirv!("edges_bytes.frag"),
            },
        }
    }
}

/// Describes the pipeline for the edges of the given faces.
pub(super) const fn over_faces<'a>(faces: PipelineDesc<'a>, shading: Shading) -> PipelineDesc<'a> {
    PipelineDesc {
        name: "edges",
        fragment: SurfaceShaders::new(shading).edges,
        depth: DepthMode::Test,
        depth_bias: -NEARER,
        blend: Blend::Over,
        lines: true,
        ..faces
    }
}

/// The pipelines of surfaces with one vertex format.
pub(super) struct SurfacePipelines {
    opaque: Pipeline,
    /// For textures that emit light. Most do not, and skip that texture lookup.
    glowing: Pipeline,
    cutout: Pipeline,
    added: Pipeline,
    /// The pipelines for wireframes; `None` if the device cannot draw polygons as lines.
    wires: Option<Pipeline>,
}

/// The steps of a picture that draw models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AliasPart {
    /// Surfaces that hide others, drawn first.
    Solid,
    /// Surfaces that only add light, drawn last.
    Light,
}

impl SurfacePipelines {
    /// Creates all pipelines. `opaque` describes the pipeline for opaque surfaces.
    pub(super) fn new(
        device: &Arc<Device>,
        kind: SceneKind,
        opaque: &PipelineDesc<'_>,
    ) -> Result<Self, Error> {
        let SceneKind { shading, samples, .. } = kind;
        let shaders = SurfaceShaders::new(shading);
        let make = |what: &str, desc: PipelineDesc<'_>| {
            Pipeline::new(device, &PipelineDesc { name: &format!("{what} {}", opaque.name), ..desc })
        };
        let wires = || make("wires of", PipelineDesc { fragment: shaders.wires, lines: true, ..*opaque });
        let cutout = PipelineDesc {
            fragment: shaders.cutout,
            blend: Blend::ReplaceColor,
            // The shader's alpha selects the covered samples, unless edges are hard.
            alpha_to_coverage: shading == Shading::Smooth && samples != vk::SampleCountFlags::TYPE_1,
            ..*opaque
        };
        let added =
            PipelineDesc { fragment: shaders.added, depth: DepthMode::Test, blend: Blend::Add, ..*opaque };
        Ok(Self {
            opaque: Pipeline::new(device, opaque)?,
            glowing: make("glowing", PipelineDesc { fragment: shaders.glowing, ..*opaque })?,
            cutout: make("holed", cutout)?,
            added: make("added", added)?,
            wires: device.adapter().wireframe.then(wires).transpose()?,
        })
    }

    /// Draws one part. `draw` is called with a pipeline and the skins of its surfaces.
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
