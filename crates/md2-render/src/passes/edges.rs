//! The edges of models over their faces.

use std::sync::Arc;

use super::alias::{AliasStyle, draw, per_packing};
use super::kind::SceneKind;
use super::packing::PerVertexKind;
use super::surfaces::over_faces;
use crate::layouts::Layouts;
use crate::scene_model::{SceneModel, models_of_kind};
use crate::style::SurfaceBlend;
use crate::vk::{Device, Error, Pass, Pipeline, Set};

/// Draws edges, if the device draws lines.
pub(crate) struct EdgesPass {
    pipelines: PerVertexKind<Pipeline>,
}

impl EdgesPass {
    pub(crate) fn new(device: &Arc<Device>, layouts: &Layouts, kind: SceneKind) -> Result<Self, Error> {
        let pipelines = |fades| {
            per_packing(layouts, kind, fades, |faces| {
                Pipeline::new(device, &over_faces(*faces, kind.shading))
            })
        };
        let mut all = PerVertexKind::new(pipelines(false)?);
        all.prepare_fades(|| pipelines(true))?;
        Ok(Self { pipelines: all })
    }

    /// Draws the edges of all surfaces except those that only add light.
    pub(crate) fn record<'f>(
        &'f self,
        pass: &mut Pass<'_, 'f>,
        scene: &'f Set,
        style: AliasStyle,
        models: impl Iterator<Item = SceneModel<'f>> + Clone,
    ) {
        for (kind, pipeline) in self.pipelines.iter() {
            let models = models_of_kind(models.clone(), kind);
            draw(pass, pipeline, scene, style, models, |skin| {
                (skin.blend != SurfaceBlend::Added).then(|| style.set(skin))
            });
        }
    }
}
