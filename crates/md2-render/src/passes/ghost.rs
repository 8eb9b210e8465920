//! Ghosts: translucent models. Each ghost is drawn twice: first only its depth, then the color of its nearest
//! surface, so overlapping parts are no denser than the rest.

use std::{mem::offset_of, sync::Arc};

use bytemuck::{Pod, Zeroable};
use glam::Mat4;
use md2_common::saturate;

use super::alias::{AliasStyle, front_face};
use super::kind::SceneKind;
use super::packing::{PerVertexKind, bind_shape, for_packing, per_packing, vertex_bindings};
use crate::layouts::Layouts;
use crate::model::{FramePair, ModelData};
use crate::scene::Ghost;
use crate::scene_model::{Frames, SceneModel, models_of_kind};
use crate::spirv::{packed_spirv, spirv};
use crate::style::SurfaceBlend;
use crate::vk::{Blend, DepthMode, Device, Error, Pass, Pipeline, PipelineDesc, Set};

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
struct GhostDraw {
    world: [[f32; 4]; 3],
    scale_a: [f32; 3],
    blend: f32,
    scale_b: [f32; 3],
    _behind_scale_b: f32,
    translate: [f32; 3],
    _behind_translate: f32,
    color: [f32; 4],
}

const _: () = {
    assert!(size_of::<GhostDraw>() == 112 && offset_of!(GhostDraw, world) == 0);
    assert!(offset_of!(GhostDraw, scale_a) == 48 && offset_of!(GhostDraw, blend) == 60);
    assert!(offset_of!(GhostDraw, scale_b) == 64 && offset_of!(GhostDraw, translate) == 80);
    assert!(offset_of!(GhostDraw, color) == 96);
};

impl GhostDraw {
    fn new(to_world: Mat4, frames: &FramePair, ghost: Ghost) -> Self {
        let [x, y, z, _] = to_world.transpose().to_cols_array_2d();
        let shares = [1.0 - frames.blend, frames.blend];
        let [red, green, blue] = ghost.color.map(saturate);
        Self {
            world: [x, y, z],
            scale_a: frames.a.scale.map(|axis| axis * shares[0]),
            blend: frames.blend,
            scale_b: frames.b.scale.map(|axis| axis * shares[1]),
            _behind_scale_b: 0.0,
            translate: [0, 1, 2]
                .map(|axis| frames.a.translate[axis] * shares[0] + frames.b.translate[axis] * shares[1]),
            _behind_translate: 0.0,
            color: [red, green, blue, saturate(ghost.opacity)],
        }
    }
}

/// Depth bias of ghosts away from the eye, as a multiple of the depth difference between adjacent pixels. With it,
/// a solid model in the same pose hides the ghost.
const DEPTH_BIAS: f32 = 1.0;

/// The upper limit for the depths of ghosts with [`Ghost::behind`]. Depth decreases with distance, so the limit makes a ghost appear far
/// away. With perspective, where depth is the inverse of distance, a model hides such a ghost unless the model is 256 times as far away.
/// Without perspective, a model hides the ghost unless the model is in the last 256th of the depth range.
const BEHIND: f32 = 1.0 / 256.0;

pub(crate) struct GhostPass {
    pipelines: PerVertexKind<GhostPipelines>,
}

struct GhostPipelines {
    nearest: Pipeline,
    shown: Pipeline,
}

impl GhostPass {
    pub(crate) fn new(device: &Arc<Device>, layouts: &Layouts, kind: SceneKind) -> Result<Self, Error> {
        let pipelines = per_packing(false, |vertices| {
            let bindings = vertex_bindings(vertices);
            let vertex = for_packing(vertices.packing, packed_spirv!("ghost"));
            let fragment = spirv!("ghost_depth.frag");
            let nearest = PipelineDesc {
                vertices: &bindings[..2],
                sets: &[&layouts.scene],
                push_bytes: 112,
                depth_bias: DEPTH_BIAS,
                blend: Blend::Keep,
                ..kind.solid("nearest of a ghost", vertex, fragment)
            };
            let shown = PipelineDesc {
                name: "ghost",
                fragment: kind.either(spirv!("ghost.frag"), spirv!("ghost_bytes.frag")),
                depth: DepthMode::Test,
                blend: Blend::Over,
                ..nearest
            };
            Ok(GhostPipelines {
                nearest: Pipeline::new(device, &nearest)?,
                shown: Pipeline::new(device, &shown)?,
            })
        })?;
        Ok(Self { pipelines })
    }

    pub(crate) fn record<'f>(
        &'f self,
        pass: &mut Pass<'_, 'f>,
        scene: &'f Set,
        style: AliasStyle,
        ghosts: impl Iterator<Item = SceneModel<'f>> + Clone,
    ) {
        for (kind, pipelines) in &self.pipelines {
            for (model, data) in models_of_kind(ghosts.clone(), *kind) {
                draw(pass, &pipelines.nearest, scene, style, model, data);
                draw(pass, &pipelines.shown, scene, style, model, data);
            }
        }
    }
}

fn draw<'f>(
    pass: &mut Pass<'_, 'f>,
    pipeline: &'f Pipeline,
    scene: &'f Set,
    style: AliasStyle,
    model: SceneModel<'f>,
    data: &'f ModelData,
) {
    let (Some(ghost), frames @ Frames::Two(pair)) = (model.instance.ghost, &model.frames()) else { return };
    let transform = model.transform();
    let mut bound = pass.bind(pipeline);
    bound.bind_set(0, scene);
    if ghost.behind {
        bound.set_nearest(BEHIND);
    }
    bound.set_culling(style.cull_mode(), front_face(transform));
    bind_shape(&mut bound, data, frames);
    bound.push(&GhostDraw::new(transform, pair, ghost));
    for (surface, skin) in model.surfaces(data) {
        if skin.blend != SurfaceBlend::Added {
            bound.draw_indexed(surface.indices.clone(), 0, 0..1);
        }
    }
}
