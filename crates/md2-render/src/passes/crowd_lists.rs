//! The compute passes that list the visible triangles of crowds. docs/crowds.md explains them.

use std::sync::Arc;

use ash::vk;
use bytemuck::{Pod, Zeroable};

use super::crowd::CrowdScene;
use super::packing::for_packing;
use crate::crowd::{CrowdDraw, ListPart, SHARED_BYTES, SampleLattice, vertex_bits};
use crate::layouts::Layouts;
use crate::model::ModelData;
use crate::spirv::spirv;
use crate::vk::{ComputePipeline, Device, Error, ListBarrier, Recorder, Set};

/// The push constants of shaders/crowd_lists.glsl, which describes each field.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
struct ListPush {
    lattice: [f32; 2],
    snap: f32,
    facing: f32,
    first_member: u32,
    member_count: u32,
    vertex_bits: u32,
    frame_length: u32,
    first_vertex: u32,
    vertex_count: u32,
    first_index: u32,
    triangles: u32,
    wide: u32,
    first_work: u32,
    first_listed: u32,
    list_length: u32,
    draw: u32,
}

const _: () = assert!(size_of::<ListPush>() == 68);

pub(crate) struct CrowdListPass {
    test: [ComputePipeline; 2],
    count: ComputePipeline,
    list: ComputePipeline,
}

impl CrowdListPass {
    /// Whether the limits of the device suffice.
    pub(crate) fn is_supported(device: &Device) -> bool {
        /// The members and records, the three buffers of the model, and the two of the lists.
        const STORAGE_BUFFERS: u32 = 7;
        let limits = device.limits();
        limits.shared_bytes >= SHARED_BYTES && limits.storage_buffers >= STORAGE_BUFFERS
    }

    pub(crate) fn new(device: &Arc<Device>, layouts: &Layouts) -> Result<Self, Error> {
        let Layouts { scene, crowd, pulled, lists, .. } = layouts;
        let sets = [scene, crowd, pulled, lists];
        let push = 68;
        let make = |name, spirv| ComputePipeline::new(device, name, spirv, &sets, push);
        Ok(Self {
            test: [
                make("crowd test", spirv!("crowd_test8.comp"))?,
                make("crowd test", spirv!("crowd_test16.comp"))?,
            ],
            count: make("crowd count", spirv!("crowd_count.comp"))?,
            list: make("crowd list", spirv!("crowd_list.comp"))?,
        })
    }

    /// Records the passes for all draws that have a part of the list.
    pub(crate) fn record<'f>(
        &'f self,
        recorder: &mut Recorder<'_, 'f>,
        crowds: &CrowdScene<'f, '_>,
        lists: &'f Set,
        lattice: SampleLattice,
    ) {
        let test = |data: &ModelData| for_packing(data.packing, [&self.test[0], &self.test[1]]);
        recorder.list_barrier(ListBarrier::DrawnToListed);
        dispatch(recorder, crowds, lists, lattice, |data, push| (test(data), push.member_count));
        recorder.list_barrier(ListBarrier::ListedToListed);
        dispatch(recorder, crowds, lists, lattice, |_, _| (&self.count, 1));
        recorder.list_barrier(ListBarrier::ListedToListed);
        dispatch(recorder, crowds, lists, lattice, |_, push| (&self.list, push.member_count));
        recorder.list_barrier(ListBarrier::ListedToDrawn);
    }
}

/// Dispatches a pipeline for each draw that has a part of the list. `choose` returns the pipeline and its work groups.
fn dispatch<'f>(
    recorder: &mut Recorder<'_, 'f>,
    crowds: &CrowdScene<'f, '_>,
    lists: &'f Set,
    lattice: SampleLattice,
    choose: impl Fn(&ModelData, &ListPush) -> (&'f ComputePipeline, u32),
) {
    for (number, draw) in (0..).zip(crowds.drawn.draws) {
        let Some(part) = &draw.list else { continue };
        let data = crowds.model(&crowds.drawn.buckets[draw.bucket]);
        let push = ListPush::new(crowds, (number, draw), part, lattice);
        let (pipeline, groups) = choose(data, &push);
        let mut bound = recorder.bind_compute(pipeline);
        bound.bind_set(0, crowds.set);
        bound.bind_set(1, crowds.drawn.set);
        bound.bind_set(2, data.pulled.as_ref().expect("gathering has checked the limits"));
        bound.bind_set(3, lists);
        bound.push(&push);
        bound.dispatch(groups);
    }
}

impl ListPush {
    fn new(
        crowds: &CrowdScene<'_, '_>,
        (number, draw): (u32, &CrowdDraw),
        part: &ListPart,
        lattice: SampleLattice,
    ) -> Self {
        let bucket = &crowds.drawn.buckets[draw.bucket];
        let data = crowds.model(bucket);
        let surface = &data.surfaces[draw.surface];
        let facing = if bucket.mirrors { -1.0 } else { 1.0 };
        Self {
            lattice: lattice.size,
            snap: lattice.snap,
            facing: if crowds.style.two_sided { 0.0 } else { facing },
            first_member: bucket.members.start,
            member_count: bucket.members.end - bucket.members.start,
            vertex_bits: vertex_bits(data),
            frame_length: data.vertex_count,
            first_vertex: surface.vertices.start,
            vertex_count: surface.vertices.end - surface.vertices.start,
            first_index: data.first_index(surface),
            triangles: surface.triangles(),
            wide: u32::from(data.index_type == vk::IndexType::UINT32),
            first_work: part.first_work,
            first_listed: part.first_index,
            list_length: part.length,
            draw: number,
        }
    }
}
