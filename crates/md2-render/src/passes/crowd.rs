//! Crowds: models whose vertices the shader pulls from buffers, and the soft shadows at their feet. Each draw follows a
//! command that the host or the device has written.

use std::sync::Arc;

use ash::vk;
use bytemuck::{Pod, Zeroable};

use super::alias::AliasStyle;
use super::kind::SceneKind;
use super::packing::{PerVertexKind, for_packing, per_packing};
use super::surfaces::{AliasPart, SurfacePipelines, opaque_shader, over_faces};
use crate::content::{Content, SurfaceSkin};
use crate::crowd::{CrowdBucket, CrowdDraw, CrowdDraws, DrawRecord, vertex_bits};
use crate::layouts::Layouts;
use crate::model::ModelData;
use crate::scene::Scene;
use crate::scene_model::VertexKind;
use crate::spirv::{packed_spirv, spirv};
use crate::style::{Shading, SurfaceBlend};
use crate::vk::{Blend, DepthMode, Device, Error, Pass, Pipeline, PipelineDesc, Set};
use md2_common::Faces;

/// The push constants of shaders/crowd_push.glsl, which describes each field.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
struct CrowdPush {
    first_member: u32,
    vertex_bits: u32,
    vertex_count: u32,
}

impl CrowdPush {
    fn new(bucket: &CrowdBucket, data: &ModelData) -> Self {
        Self {
            first_member: bucket.members.start,
            vertex_bits: vertex_bits(data),
            vertex_count: data.vertex_count,
        }
    }
}

const CROWD_PUSH: u32 = 12;

pub(crate) struct CrowdPass {
    pipelines: PerVertexKind<CrowdPipelines>,
    soft_shadows: Pipeline,
}

struct CrowdPipelines {
    surfaces: SurfacePipelines,
    /// The pipelines for wireframes; `None` if the device cannot draw polygons as lines.
    edges: Option<Pipeline>,
}

#[derive(Clone, Copy)]
pub(crate) struct CrowdScene<'f, 's> {
    pub(crate) set: &'f Set,
    pub(crate) style: AliasStyle,
    pub(crate) content: &'f Content,
    pub(crate) scene: &'s Scene<'s>,
    pub(crate) drawn: CrowdDraws<'f>,
}

impl CrowdPass {
    pub(crate) fn new(device: &Arc<Device>, layouts: &Layouts, kind: SceneKind) -> Result<Self, Error> {
        device.expect_large_pictures();
        let vertex_shaders: [&[u8]; 2] = match kind.shading {
            Shading::Smooth => packed_spirv!("crowd"),
            Shading::Classic => packed_spirv!("crowd_classic"),
            Shading::Game => packed_spirv!("crowd_game"),
        };
        let sets = [&layouts.scene, &layouts.surface, &layouts.crowd, &layouts.pulled];
        let pipelines = per_packing(false, |VertexKind { packing, .. }| {
            let vertex = for_packing(packing, vertex_shaders);
            let fragment = opaque_shader(kind);
            let opaque =
                PipelineDesc { sets: &sets, push_bytes: CROWD_PUSH, ..kind.solid("crowd", vertex, fragment) };
            let edges = || Pipeline::new(device, &over_faces(opaque, kind));
            Ok(CrowdPipelines {
                surfaces: SurfacePipelines::new(device, kind, &opaque)?,
                edges: device.adapter().wireframe.then(edges).transpose()?,
            })
        })?;
        let soft_shadows = PipelineDesc {
            sets: &[&layouts.scene, &layouts.crowd, &layouts.pulled],
            push_bytes: CROWD_PUSH,
            depth: DepthMode::Test,
            depth_bias: super::floor::DEPTH_BIAS,
            blend: Blend::Multiply,
            ..kind.solid("soft shadows", spirv!("blob.vert"), spirv!("blob.frag"))
        };
        Ok(Self { pipelines, soft_shadows: Pipeline::new(device, &soft_shadows)? })
    }

    pub(crate) fn record<'f>(
        &'f self,
        pass: &mut Pass<'_, 'f>,
        part: AliasPart,
        crowds: &CrowdScene<'f, '_>,
    ) {
        for (VertexKind { packing, .. }, pipelines) in &self.pipelines {
            let mut draw = |pipeline, wanted: fn(SurfaceSkin<'_>) -> bool| {
                crowds.draw(pass, pipeline, |data, skin| data.packing == *packing && wanted(skin));
            };
            pipelines.surfaces.record(part, crowds.style.faces, &mut draw);
            let edged = part == AliasPart::Solid && crowds.style.faces == Faces::SolidWireframe;
            if let Some(edges) = pipelines.edges.as_ref().filter(|_| edged) {
                draw(edges, |skin| skin.blend != SurfaceBlend::Added);
            }
        }
    }

    pub(crate) fn record_soft_shadows<'f>(&'f self, pass: &mut Pass<'_, 'f>, crowds: &CrowdScene<'f, '_>) {
        let mut bound = pass.bind(&self.soft_shadows);
        // Like the floor, they are not visible from below.
        bound.set_culling(vk::CullModeFlags::BACK, vk::FrontFace::CLOCKWISE);
        bound.bind_set(0, crowds.set);
        bound.bind_set(1, crowds.drawn.set);
        for bucket in crowds.drawn.buckets {
            let data = crowds.model(bucket);
            bound.bind_set(2, data.pulled.as_ref().expect("gathering has checked the limits"));
            bound.push(&CrowdPush::new(bucket, data));
            bound.draw(6, 0..bucket.members.end - bucket.members.start);
        }
    }
}

impl<'f> CrowdScene<'f, '_> {
    pub(super) fn model(&self, bucket: &CrowdBucket) -> &'f ModelData {
        let model = self.content.model(self.scene.crowds[bucket.crowd].model);
        model.data.as_ref().expect("a bucket has members with triangles")
    }

    fn draw(
        &self,
        pass: &mut Pass<'_, 'f>,
        pipeline: &'f Pipeline,
        wanted: impl Fn(&ModelData, SurfaceSkin<'f>) -> bool,
    ) {
        let CrowdScene { style, content, scene, drawn, .. } = *self;
        let looked_up = |draw: &CrowdDraw| {
            let bucket = &drawn.buckets[draw.bucket];
            let data = self.model(bucket);
            let skins = scene.crowds[bucket.crowd].outfits.get(bucket.outfit).copied().unwrap_or_default();
            let skin = content.surface_skin(skins, &data.surfaces[draw.surface])?;
            wanted(data, skin).then_some((bucket, data, skin))
        };
        if !drawn.draws.iter().any(|draw| looked_up(draw).is_some()) {
            return;
        }
        let mut bound = pass.bind(pipeline);
        bound.bind_set(0, self.set);
        bound.bind_set(2, drawn.set);
        let (mut last_skin, mut last_bucket) = (None, None);
        for (number, draw) in (0..).zip(drawn.draws) {
            let Some((bucket, data, SurfaceSkin { texture, blend })) = looked_up(draw) else { continue };
            let front =
                if bucket.mirrors { vk::FrontFace::COUNTER_CLOCKWISE } else { vk::FrontFace::CLOCKWISE };
            let skin = texture.set(blend, style.filter, style.shading);
            if last_skin.replace(std::ptr::from_ref(skin)) != Some(std::ptr::from_ref(skin)) {
                bound.bind_set(1, skin);
            }
            if last_bucket.replace(draw.bucket) != Some(draw.bucket) {
                bound.set_culling(style.cull_mode(), front);
                bound.bind_set(3, data.pulled.as_ref().expect("gathering has checked the limits"));
                bound.push(&CrowdPush::new(bucket, data));
            }
            let records = drawn.set.shared_buffer(1);
            let record = number * size_of::<DrawRecord>() as u64;
            if let Some(list) = drawn.list.filter(|_| draw.list.is_some()) {
                bound.bind_indices(list, 0, vk::IndexType::UINT32);
                bound.draw_indexed_indirect(records, record + DrawRecord::LISTED);
            }
            if draw.list.is_none() || draw.may_overflow {
                // Mesa's lavapipe (seen in 22.3) ignores the offset of indices for indirect draws, so it is in the command.
                bound.bind_indices(&data.statics, 0, data.index_type);
                bound.draw_indexed_indirect(records, record + DrawRecord::WHOLE);
            }
        }
    }
}
