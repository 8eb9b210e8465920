//! Models: the vertex shader blends two bound frames, or four during a cross-fade.

use std::{ops::Range, sync::Arc};

use ash::vk;
use glam::Mat4;

use super::kind::SceneKind;
use super::packing::{PerVertexKind, add_fades, bind_model, for_packing, per_packing, vertex_bindings};
use super::surfaces::{AliasPart, NEARER, SurfacePipelines, opaque_shader, over_faces};
use crate::alias_draw::{AliasDraw, FadeDraw, is_mirror};
use crate::content::SurfaceSkin;
use crate::layouts::Layouts;
use crate::model::ModelData;
use crate::scene_model::{Frames, SceneModel, VertexKind, models_of_kind};
use crate::spirv::{packed_spirv, spirv};
use crate::style::{Filter, Shading, SurfaceBlend};
use crate::vk::{Blend, Bound, DepthMode, Device, Error, Pass, Pipeline, PipelineDesc, Set};
use md2_common::Faces;

#[derive(Clone, Copy)]
pub(crate) struct AliasStyle {
    pub(crate) view_projection: Mat4,
    pub(crate) faces: Faces,
    pub(crate) two_sided: bool,
    pub(crate) filter: Filter,
    pub(crate) shading: Shading,
    /// Whether a model is drawn only in its columns of the picture. Shadows are drawn whole.
    pub(crate) has_columns: bool,
}

pub(crate) struct ModelPass {
    pipelines: PerVertexKind<AliasPipelines>,
    kind: SceneKind,
}

struct AliasPipelines {
    surfaces: SurfacePipelines,
    reflections: Pipeline,
    edges: Option<Pipeline>,
}

impl ModelPass {
    pub(crate) fn new(device: &Arc<Device>, layouts: &Layouts, kind: SceneKind) -> Result<Self, Error> {
        let pipelines = per_packing(false, |vertices| AliasPipelines::new(device, layouts, kind, vertices))?;
        Ok(Self { pipelines, kind })
    }

    pub(crate) fn prepare_fades(&mut self, device: &Arc<Device>, layouts: &Layouts) -> Result<(), Error> {
        let kind = self.kind;
        add_fades(&mut self.pipelines, |vertices| AliasPipelines::new(device, layouts, kind, vertices))
    }

    pub(crate) fn prepare_edges(&mut self, device: &Arc<Device>, layouts: &Layouts) -> Result<(), Error> {
        let kind = self.kind;
        for (vertices, AliasPipelines { edges, .. }) in &mut self.pipelines {
            if edges.is_none() && device.adapter().wireframe {
                let make = |faces: &PipelineDesc<'_>| Pipeline::new(device, &over_faces(*faces, kind));
                *edges = Some(with_desc(layouts, kind, *vertices, make)?);
            }
        }
        Ok(())
    }

    pub(crate) fn record<'f>(
        &'f self,
        pass: &mut Pass<'_, 'f>,
        part: AliasPart,
        scene: &'f Set,
        style: AliasStyle,
        models: impl Iterator<Item = SceneModel<'f>> + Clone,
    ) {
        for (kind, pipelines) in &self.pipelines {
            let models = models_of_kind(models.clone(), *kind);
            pipelines.surfaces.record(part, style.faces, |pipeline, wanted| {
                draw(pass, pipeline, scene, style, models.clone(), 0..1, |skin| {
                    let is_drawn = wanted(skin) && !skin.texture.is_replaced(skin.blend);
                    is_drawn.then(|| style.set(skin))
                });
            });
        }
        if part == AliasPart::Light && style.faces != Faces::Wireframe {
            let style = AliasStyle { shading: Shading::Smooth, ..style };
            for (kind, AliasPipelines { reflections, .. }) in &self.pipelines {
                let models = models_of_kind(models.clone(), *kind);
                let set = |skin: SurfaceSkin<'f>| skin.texture.reflection_set(style.filter);
                draw(pass, reflections, scene, style, models, 0..1, set);
            }
        }
    }

    pub(crate) fn record_edges<'f>(
        &'f self,
        pass: &mut Pass<'_, 'f>,
        scene: &'f Set,
        style: AliasStyle,
        models: impl Iterator<Item = SceneModel<'f>> + Clone,
    ) {
        for (kind, AliasPipelines { edges, .. }) in &self.pipelines {
            let Some(edges) = edges else { continue };
            let models = models_of_kind(models.clone(), *kind);
            draw(pass, edges, scene, style, models, 0..1, |skin| {
                (skin.blend != SurfaceBlend::Added).then(|| style.set(skin))
            });
        }
    }
}

impl AliasPipelines {
    fn new(
        device: &Arc<Device>,
        layouts: &Layouts,
        kind: SceneKind,
        vertices: VertexKind,
    ) -> Result<Self, Error> {
        let reflections = |surface: &PipelineDesc<'_>| {
            Pipeline::new(
                device,
                &PipelineDesc {
                    name: "reflections",
                    fragment: kind.either(spirv!("reflection.frag"), spirv!("reflection_bytes.frag")),
                    depth: DepthMode::Test,
                    // The vertex shaders of the surfaces may round depth differently, so the bias moves the
                    // reflection toward the eye.
                    depth_bias: if kind.shading.uses_bytes() { -NEARER } else { 0.0 },
                    blend: Blend::OverPremultiplied,
                    ..*surface
                },
            )
        };
        let smooth = SceneKind { shading: Shading::Smooth, ..kind };
        Ok(Self {
            surfaces: with_desc(layouts, kind, vertices, |opaque| {
                SurfacePipelines::new(device, kind, opaque)
            })?,
            reflections: with_desc(layouts, smooth, vertices, reflections)?,
            edges: None,
        })
    }
}

fn with_desc<T>(
    layouts: &Layouts,
    kind: SceneKind,
    vertices: VertexKind,
    make: impl FnOnce(&PipelineDesc<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let vertex = for_packing(vertices.packing, vertex_shaders(kind.shading, vertices.fades));
    make(&PipelineDesc {
        vertices: &vertex_bindings(vertices),
        sets: &[&layouts.scene, &layouts.surface],
        push_bytes: 128,
        ..kind.solid("alias", vertex, opaque_shader(kind))
    })
}

const fn vertex_shaders(shading: Shading, fades: bool) -> [&'static [u8]; 2] {
    match (shading, fades) {
        (Shading::Smooth, false) => packed_spirv!("alias"),
        (Shading::Smooth, true) => packed_spirv!("alias_fade"),
        (Shading::Classic, false) => packed_spirv!("classic"),
        (Shading::Classic, true) => packed_spirv!("classic_fade"),
        (Shading::Game, false) => packed_spirv!("game"),
        (Shading::Game, true) => packed_spirv!("game_fade"),
    }
}

/// Draws the surfaces of the models. `set` returns the descriptor set for a surface's skin, or `None` to skip the
/// surface. Binds the buffers of a model only once, and the skin only when it changes.
pub(super) fn draw<'f>(
    pass: &mut Pass<'_, 'f>,
    pipeline: &'f Pipeline,
    scene: &'f Set,
    style: AliasStyle,
    models: impl Iterator<Item = (SceneModel<'f>, &'f ModelData)> + Clone,
    instances: Range<u32>,
    set: impl Fn(SurfaceSkin<'f>) -> Option<&'f Set>,
) {
    let mut surfaces = models.clone().flat_map(|(model, data)| model.surfaces(data));
    if !surfaces.any(|(_, skin)| set(skin).is_some()) {
        return;
    }
    let mut bound = pass.bind(pipeline);
    bound.bind_set(0, scene);
    let mut last: Option<&Set> = None;
    for (model, data) in models {
        let mut is_bound = false;
        for (surface, skin) in model.surfaces(data) {
            let Some(set) = set(skin) else { continue };
            if !is_bound {
                let (transform, frames) = (model.transform(), model.frames().for_shading(style.shading));
                bound.set_culling(style.cull_mode(), front_face(transform));
                bound.set_columns(model.instance.columns.filter(|_| style.has_columns));
                bind_model(&mut bound, data, &frames);
                push(&mut bound, style.view_projection * transform, transform, &frames, style.shading);
                is_bound = true;
            }
            if !last.is_some_and(|last| std::ptr::eq(last, set)) {
                bound.bind_set(1, set);
                last = Some(set);
            }
            if data.runs.is_empty() {
                bound.draw_indexed(surface.indices.clone(), 0, instances.clone());
                continue;
            }
            for run in &data.runs {
                bound.set_topology(run.topology);
                bound.draw_indexed(run.indices.clone(), 0, instances.clone());
            }
            bound.set_topology(vk::PrimitiveTopology::TRIANGLE_LIST);
        }
    }
}

/// Pushes the constants of a model. `matrix` transforms model space to the output space of shaders with two
/// frames. Shaders with four frames use `to_world` and the scene's matrix instead.
pub(super) fn push(
    bound: &mut Bound<'_, '_>,
    matrix: Mat4,
    to_world: Mat4,
    frames: &Frames,
    shading: Shading,
) {
    match frames {
        Frames::Two(frames) => bound.push(&AliasDraw::new(matrix, to_world, frames, shading)),
        Frames::Four(frames) => bound.push(&FadeDraw::new(to_world, frames)),
    }
}

impl AliasStyle {
    pub(super) fn set(self, skin: SurfaceSkin<'_>) -> &Set {
        skin.texture.set(skin.blend, self.filter, self.shading)
    }

    pub(super) const fn cull_mode(self) -> vk::CullModeFlags {
        if self.two_sided { vk::CullModeFlags::NONE } else { vk::CullModeFlags::BACK }
    }
}

pub(super) fn front_face(transform: Mat4) -> vk::FrontFace {
    if is_mirror(transform) { vk::FrontFace::COUNTER_CLOCKWISE } else { vk::FrontFace::CLOCKWISE }
}
