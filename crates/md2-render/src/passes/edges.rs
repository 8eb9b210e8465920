//! The edges of models over their faces.

use std::sync::Arc;

use super::alias::{AliasStyle, draw, per_vertex};
use super::kind::SceneKind;
use super::packing::PerPacking;
use super::surfaces::over_faces;
use crate::layouts::Layouts;
use crate::scene_model::{SceneModel, VertexKind, models_of_kind};
use crate::style::SurfaceBlend;
use crate::vk::{Device, Error, Pass, Pipeline, Set};

/// Draws edges, on a device that can.
pub(crate) struct EdgesPass {
    /// Of models in two frames, and in four.
    pipelines: [PerPacking<Pipeline>; 2],
}

impl EdgesPass {
    pub(crate) fn new(device: &Arc<Device>, layouts: &Layouts, kind: SceneKind) -> Result<Self, Error> {
        let pipelines = |fades| {
            per_vertex(layouts, kind, fades, |faces| Pipeline::new(device, &over_faces(*faces, kind.shading)))
        };
        Ok(Self { pipelines: [pipelines(false)?, pipelines(true)?] })
    }

    /// Draws the edges of what hides something.
    pub(crate) fn record<'f>(
        &'f self,
        pass: &mut Pass<'_, 'f>,
        scene: &'f Set,
        style: AliasStyle,
        models: impl Iterator<Item = SceneModel<'f>> + Clone,
    ) {
        for (fades, pipelines) in [false, true].into_iter().zip(&self.pipelines) {
            for (packing, pipeline) in pipelines.iter() {
                let models = models_of_kind(models.clone(), VertexKind { packing, fades });
                draw(pass, pipeline, scene, style, models, |skin| skin.blend != SurfaceBlend::Added);
            }
        }
    }
}
