//! Crowds: models whose vertices the shader pulls from buffers, and the soft shadows at their feet.

use std::sync::Arc;

use ash::vk;
use bytemuck::{Pod, Zeroable};

use super::alias::AliasStyle;
use super::kind::SceneKind;
use super::packing::{PerVertexKind, for_packing, per_packing};
use super::surfaces::{AliasPart, SurfacePipelines, opaque_shader, over_faces};
use crate::content::{Content, SurfaceSkin};
use crate::crowd::{CrowdDraw, CrowdDraws, vertex_bits};
use crate::layouts::Layouts;
use crate::model::ModelData;
use crate::scene::Scene;
use crate::scene_model::VertexKind;
use crate::spirv::{packed_spirv, spirv};
use crate::style::{Shading, SurfaceBlend};
use crate::vk::{Blend, DepthMode, Device, Error, Pass, Pipeline, PipelineDesc, Set};
use md2_common::Faces;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
struct CrowdPush {
    vertex_bits: u32,
}

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
            let opaque = PipelineDesc { sets: &sets, push_bytes: 4, ..kind.solid("crowd", vertex, fragment) };
            let edges = || Pipeline::new(device, &over_faces(opaque, kind));
            Ok(CrowdPipelines {
                surfaces: SurfacePipelines::new(device, kind, &opaque)?,
                edges: device.adapter().wireframe.then(edges).transpose()?,
            })
        })?;
        let soft_shadows = PipelineDesc {
            sets: &[&layouts.scene, &layouts.crowd],
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
        for (members, instances) in crowds.drawn.sets() {
            bound.bind_set(1, members);
            bound.draw(6, instances);
        }
    }
}

impl<'f> CrowdScene<'f, '_> {
    fn draw(
        &self,
        pass: &mut Pass<'_, 'f>,
        pipeline: &'f Pipeline,
        wanted: impl Fn(&ModelData, SurfaceSkin<'f>) -> bool,
    ) {
        let CrowdScene { style, content, scene, drawn, .. } = *self;
        let looked_up = |draw: &CrowdDraw| {
            let crowd = &scene.crowds[draw.crowd];
            let data = content.model(crowd.model).data.as_ref()?;
            let skins = crowd.outfits.get(draw.outfit).copied().unwrap_or_default();
            let skin = content.surface_skin(skins, &data.surfaces[draw.surface])?;
            let pulled = data.pulled.as_ref()?;
            wanted(data, skin).then_some((data, skin, pulled))
        };
        if !drawn.draws.iter().any(|draw| looked_up(draw).is_some()) {
            return;
        }
        let mut bound = pass.bind(pipeline);
        bound.bind_set(0, self.set);
        let (mut last_members, mut last_skin, mut last_model, mut last_indices) = (None, None, None, None);
        for draw in drawn.draws {
            let Some((data, SurfaceSkin { texture, blend }, pulled)) = looked_up(draw) else { continue };
            let front =
                if draw.mirrors { vk::FrontFace::COUNTER_CLOCKWISE } else { vk::FrontFace::CLOCKWISE };
            bound.set_culling(style.cull_mode(), front);
            if last_members.replace(draw.set) != Some(draw.set) {
                bound.bind_set(2, &drawn.members[draw.set]);
            }
            let skin = texture.set(blend, style.filter, style.shading);
            if last_skin.replace(std::ptr::from_ref(skin)) != Some(std::ptr::from_ref(skin)) {
                bound.bind_set(1, skin);
            }
            if last_model.replace(std::ptr::from_ref(pulled)) != Some(std::ptr::from_ref(pulled)) {
                bound.bind_set(3, pulled);
                bound.push(&CrowdPush { vertex_bits: vertex_bits(data) });
            }
            let (buffer, offset, kind) = match drawn.list.filter(|_| draw.is_listed) {
                Some(list) => (list, 0, vk::IndexType::UINT32),
                None => (&*data.statics, data.index_offset, data.index_type),
            };
            if last_indices.replace(std::ptr::from_ref(buffer)) != Some(std::ptr::from_ref(buffer)) {
                bound.bind_indices(buffer, offset, kind);
            }
            bound.draw_indexed(draw.indices.clone(), 0, draw.members.clone());
        }
    }
}
