//! The edges of models over their faces.

use std::sync::Arc;

use ash::vk;

use super::{
    alias::{AliasStyle, SurfaceShaders, draw, vertex_shaders},
    packing::{PerPacking, VertexLayout},
};
use crate::{
    Shading, SurfaceBlend,
    drawn::{Drawn, VertexKind, of_kind},
    layouts::Layouts,
    vk::{Blend, Depth, Device, Error, Pass, Pipeline, PipelineDesc, Set},
};

/// How far edges are moved to the eye, in pixels of their slope: what is drawn of an edge is up to a pixel beside it.
const NEARER: f32 = 1.5;

/// Draws edges, on a device that can.
pub(crate) struct EdgesPass {
    /// Of models in two frames, and in four.
    pipelines: [PerPacking<Pipeline>; 2],
}

/// What the pipelines of edges have that those of faces have not.
pub(super) const fn over_faces<'a>(faces: PipelineDesc<'a>, shaders: &SurfaceShaders) -> PipelineDesc<'a> {
    PipelineDesc {
        name: "edges",
        fragment: shaders.edges,
        depth: Depth::Test,
        recede: -NEARER,
        blend: Blend::Over,
        lines: true,
        ..faces
    }
}

impl EdgesPass {
    pub(crate) fn new(
        device: &Arc<Device>,
        layouts: &Layouts,
        shading: Shading,
        color_format: vk::Format,
        samples: vk::SampleCountFlags,
    ) -> Result<Self, Error> {
        let shaders = SurfaceShaders::of(shading);
        let pipelines = |fades| {
            PerPacking::try_new(vertex_shaders(shading, fades), |packing, vertex| {
                let layout = VertexLayout::new(VertexKind { packing, fades });
                let faces = PipelineDesc {
                    name: "alias",
                    vertex,
                    fragment: shaders.opaque,
                    vertices: &layout.bindings(),
                    sets: &[&layouts.scene, &layouts.surface],
                    push_bytes: 128,
                    color_format,
                    samples,
                    depth: Depth::TestAndWrite,
                    recede: 0.0,
                    blend: Blend::Replace,
                    alpha_to_coverage: false,
                    lines: false,
                };
                Pipeline::new(device, &over_faces(faces, &shaders))
            })
        };
        Ok(Self { pipelines: [pipelines(false)?, pipelines(true)?] })
    }

    /// Draws the edges of what hides something.
    pub(crate) fn record<'f>(
        &'f self,
        pass: &mut Pass<'_, 'f>,
        scene: &'f Set,
        style: AliasStyle,
        models: impl Iterator<Item = Drawn<'f>> + Clone,
    ) {
        for (fades, pipelines) in [false, true].into_iter().zip(&self.pipelines) {
            for (packing, pipeline) in pipelines.iter() {
                let models = of_kind(models.clone(), VertexKind { packing, fades });
                draw(pass, pipeline, scene, style, models, |worn| worn.blend != SurfaceBlend::Added);
            }
        }
    }
}
