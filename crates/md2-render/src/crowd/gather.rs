//! Preparation of the crowds of a picture.

use std::{ops::Range, sync::Arc};

use glam::Mat4;

use super::cull::{Culling, MemberPose, SampleLattice};
use super::frustum::Frustum;
use super::member::{MEMBERS_PER_SET, Member, SoftShadow};
use crate::alias_draw::is_mirror;
use crate::content::Content;
use crate::layouts::Layouts;
use crate::model::{GpuModel, ModelData};
use crate::scene::{Crowd, CrowdMember, Floor, Scene};
use crate::vk::{Buffer, Device, Error, Resource, Set, Use, check_limit};
use md2_common::Faces;

/// The crowd data of a picture. Each frame in flight has its own `CrowdData`. Its buffers grow as needed, and are released when a picture
/// has no crowd members.
#[derive(Default)]
pub(crate) struct CrowdData {
    /// The descriptor sets of the visible members. Each has room for [`MEMBERS_PER_SET`] members.
    members: Vec<Set>,
    /// The vertex indices of the visible triangles. Each index combines the number of a crowd member with the number of a vertex.
    list: Option<Buffer>,
    draws: Vec<CrowdDraw>,
    scratch: Scratch,
    pub(crate) counts: CrowdCounts,
}

#[derive(Default)]
struct Scratch {
    order: Vec<(GroupKey, usize)>,
    members: Vec<MemberPose>,
    places: Vec<[f32; 2]>,
}

/// A draw call for one surface of members that have the same outfit (set of skins) and are in the same descriptor set.
pub(crate) struct CrowdDraw {
    pub(crate) crowd: usize,
    pub(crate) outfit: usize,
    pub(crate) surface: usize,
    pub(crate) mirrors: bool,
    pub(crate) indices: Range<u32>,
    pub(crate) set: usize,
    /// The instances to draw: a range of the members in the set. If `is_listed`, the range has one instance; the shader
    /// adds the member number in each index to the number of this instance.
    pub(crate) members: Range<u32>,
    /// Whether the indices are in `CrowdData::list` (visible triangles only) rather than in the model's index buffer.
    pub(crate) is_listed: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CrowdCounts {
    pub(crate) members: u32,
    pub(crate) drawn: u32,
    pub(crate) triangles: u64,
    pub(crate) bytes: u64,
}

pub(crate) struct CrowdContext<'a> {
    pub(crate) device: &'a Arc<Device>,
    pub(crate) layouts: &'a Layouts,
    pub(crate) content: &'a Content,
    pub(crate) scene: &'a Scene<'a>,
    pub(crate) view_projection: Mat4,
    pub(crate) extent: [u32; 2],
}

/// The largest number of indices in the list of visible triangles (64 MiB). Members that do not fit are drawn with all triangles.
const MAX_LISTED: u64 = 1 << 24;

impl CrowdData {
    /// Finds the visible members, and writes the data for their draws.
    ///
    /// # Panics
    /// If the scene uses an object that was removed or belongs to another renderer.
    pub(crate) fn gather(&mut self, context: &CrowdContext<'_>) -> Result<(), Error> {
        self.draws.clear();
        self.counts = CrowdCounts::default();
        let crowds = context.scene.crowds;
        if crowds.iter().all(|crowd| crowd.members.is_empty()) {
            self.members.clear();
            self.list = None;
            return Ok(());
        }
        self.prepare_buffers(context)?;
        let mut buffers = CrowdBuffers {
            members: &mut self.members,
            member_count: 0,
            list: match &mut self.list {
                Some(list) => bytemuck::cast_slice_mut(list.mapped()),
                None => &mut [],
            },
            listed: 0,
            draws: &mut self.draws,
            counts: &mut self.counts,
        };
        for (number, crowd) in crowds.iter().enumerate() {
            context.add_crowd(number, crowd, &mut self.scratch, &mut buffers);
        }
        let bytes = buffers.member_count * size_of::<Member>() + buffers.listed * size_of::<u32>();
        context.device.count_written(bytes);
        self.counts.bytes = bytes as u64;
        Ok(())
    }

    pub(crate) fn draws(&self) -> Option<CrowdDraws<'_>> {
        let CrowdData { members, list, draws, counts, .. } = self;
        (counts.drawn > 0).then_some(CrowdDraws { members, list: list.as_ref(), draws, count: counts.drawn })
    }

    fn prepare_buffers(&mut self, context: &CrowdContext<'_>) -> Result<(), Error> {
        let CrowdContext { device, layouts, content, scene, .. } = context;
        let limits = device.limits();
        let (mut members, mut listed) = (0, 0);
        for crowd in scene.crowds {
            let Some(data) = &content.model(crowd.model).data else { continue };
            if data.pulled.is_none() {
                let found = data.frames.size().max(data.statics.size());
                check_limit("bytes of a crowd's model", found, limits.storage_bytes)?;
            }
            let count = crowd.members.len() as u64;
            members += crowd.members.len();
            if data.shape.is_some() && scene.faces == Faces::Solid {
                listed += count
                    * data.surfaces.iter().map(|s| u64::from(s.indices.end - s.indices.start)).sum::<u64>();
            }
        }
        // There is room for all members, visible or not, so that a movement of the camera allocates nothing.
        let sets = members.div_ceil(MEMBERS_PER_SET);
        while self.members.len() < sets {
            let size = (MEMBERS_PER_SET * size_of::<Member>()) as u64;
            let buffer = Buffer::new(device, "members", size, Use::Uniforms)?;
            self.members.push(Set::new("members", &layouts.crowd, [Resource::Written(buffer)])?);
        }
        let listed = listed.min(MAX_LISTED);
        if listed > 0 && self.list.as_ref().is_none_or(|list| list.size() < listed * 4) {
            self.list = None;
            let size = listed.next_power_of_two() * 4;
            self.list = Some(Buffer::new(device, "visible triangles", size, Use::Stream)?);
        }
        Ok(())
    }
}

#[derive(Clone, Copy)]
pub(crate) struct CrowdDraws<'a> {
    pub(crate) members: &'a [Set],
    pub(crate) list: Option<&'a Buffer>,
    pub(crate) draws: &'a [CrowdDraw],
    pub(crate) count: u32,
}

impl<'a> CrowdDraws<'a> {
    pub(crate) fn sets(self) -> impl Iterator<Item = (&'a Set, Range<u32>)> {
        let firsts = (0..self.count).step_by(MEMBERS_PER_SET);
        let instances = move |first: u32| 0..(self.count - first).min(count(MEMBERS_PER_SET));
        self.members.iter().zip(firsts.map(instances))
    }
}

struct CrowdBuffers<'a> {
    members: &'a mut [Set],
    member_count: usize,
    list: &'a mut [u32],
    listed: usize,
    draws: &'a mut Vec<CrowdDraw>,
    counts: &'a mut CrowdCounts,
}

impl CrowdBuffers<'_> {
    fn push_member(&mut self, member: &Member) {
        let (set, index) = locate_member(self.member_count);
        let members: &mut [Member] = bytemuck::cast_slice_mut(self.members[set].buffer(0).mapped());
        members[index] = *member;
        self.member_count += 1;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct GroupKey {
    outfit: usize,
    mirrors: bool,
}

impl CrowdContext<'_> {
    fn add_crowd(
        &self,
        number: usize,
        crowd: &Crowd<'_>,
        scratch: &mut Scratch,
        buffers: &mut CrowdBuffers<'_>,
    ) {
        let model = self.content.model(crowd.model);
        buffers.counts.members =
            buffers.counts.members.saturating_add(u32::try_from(crowd.members.len()).unwrap_or(u32::MAX));
        let Some(data) = &model.data else { return };
        scratch.order.clear();
        for (index, member) in crowd.members.iter().enumerate() {
            if self.may_show(model, member) {
                let outfit = crowd.outfits.len().min(member.outfit as usize);
                scratch.order.push((GroupKey { outfit, mirrors: is_mirror(transform(member)) }, index));
            }
        }
        // The order of members within a group is preserved.
        scratch.order.sort_unstable();
        let Scratch { order, members, places } = scratch;
        for group in order.chunk_by(|(a, _), (b, _)| a == b) {
            let (key, _) = group[0];
            let first = buffers.member_count;
            members.clear();
            for &(_, index) in group {
                let member = &crowd.members[index];
                let pose = MemberPose {
                    matrix: self.view_projection * transform(member),
                    mirrors: key.mirrors,
                    frames: model.frames_of(member.pose).for_shading(self.scene.shading),
                };
                buffers.push_member(&Member::new(
                    self.view_projection,
                    transform(member),
                    &pose.frames,
                    self.scene.shading,
                    data.packing.vertex_bytes() as u64,
                    self.soft_shadow(model, member).unwrap_or_default(),
                ));
                members.push(pose);
            }
            let group = MemberGroup { crowd: number, key, first };
            self.add_group(&group, crowd, data, members, places, buffers);
        }
        buffers.counts.drawn = u32::try_from(buffers.member_count).unwrap_or(u32::MAX);
    }

    fn add_group(
        &self,
        group: &MemberGroup,
        crowd: &Crowd<'_>,
        data: &ModelData,
        members: &[MemberPose],
        places: &mut Vec<[f32; 2]>,
        buffers: &mut CrowdBuffers<'_>,
    ) {
        let skins = crowd.outfits.get(group.key.outfit).copied().unwrap_or_default();
        for (number, surface) in data.surfaces.iter().enumerate() {
            if self.content.surface_skin(skins, surface).is_none() {
                continue;
            }
            // Returns the draw of the group's members `from..to`, which are in one set. For listed triangles, `to` is `from + 1`.
            let draw = |indices, from: usize, to: usize, is_listed| {
                let MemberGroup { crowd, key: GroupKey { outfit, mirrors }, first } = *group;
                let (set, index) = locate_member(first + from);
                let members = count(index)..count(index + to - from);
                CrowdDraw { crowd, outfit, surface: number, mirrors, indices, set, members, is_listed }
            };
            // Returns the number of members from `from` to the end of its set, including `from`.
            let room = |from: usize| MEMBERS_PER_SET - locate_member(group.first + from).1;
            let mut drawn = 0;
            if let Some(shape) = data.shape.as_ref().filter(|_| self.scene.faces == Faces::Solid) {
                let culling = self.culling();
                places.resize(places.len().max(data.vertex_count as usize), [0.0; 2]);
                let vertices = surface.vertices.start as usize..surface.vertices.end as usize;
                let indices = surface.indices.start as usize..surface.indices.end as usize;
                // An index combines a member and a vertex, up to the device's largest index.
                let bits = vertex_bits(data);
                let batch = self.device.limits().index.checked_shr(bits).unwrap_or(0) as usize;
                while drawn < members.len() && batch > 0 {
                    let (from, base) = (buffers.listed, drawn);
                    while drawn < members.len() && drawn - base < batch.min(room(base)) {
                        let list = &mut buffers.list[buffers.listed..];
                        if list.len() < indices.len() {
                            break;
                        }
                        let part = (vertices.clone(), indices.clone());
                        let member = count(drawn - base) << bits;
                        buffers.listed += culling.list(shape, part, &members[drawn], member, places, list);
                        drawn += 1;
                    }
                    if buffers.listed > from {
                        buffers.draws.push(draw(count(from)..count(buffers.listed), base, base + 1, true));
                        buffers.counts.triangles += (buffers.listed - from) as u64 / 3;
                    }
                    if drawn == base {
                        break;
                    }
                }
            }
            while drawn < members.len() {
                let to = members.len().min(drawn + room(drawn));
                buffers.draws.push(draw(surface.indices.clone(), drawn, to, false));
                let triangles = u64::from((surface.indices.end - surface.indices.start) / 3);
                buffers.counts.triangles += triangles * (to - drawn) as u64;
                drawn = to;
            }
        }
    }

    fn culling(&self) -> Culling {
        let samples = self.device.samples().as_raw();
        let lattice = SampleLattice::new(self.extent, samples, self.device.sample_grid());
        Culling { lattice, two_sided: self.scene.two_sided }
    }

    fn may_show(&self, model: &GpuModel, member: &CrowdMember) -> bool {
        let view = Frustum::new(self.view_projection * transform(member));
        if view.may_show(model.bounds_of(member.pose)) {
            return true;
        }
        let Some(floor) = &self.scene.floor else { return false };
        let soft_shadow = self.soft_shadow(model, member);
        let world = Frustum::new(self.view_projection);
        soft_shadow.is_some_and(|soft_shadow| {
            soft_shadow.shadow > 0.0 && world.may_show(soft_shadow.bounds(floor.height))
        })
    }

    fn soft_shadow(&self, model: &GpuModel, member: &CrowdMember) -> Option<SoftShadow> {
        let floor: &Floor = self.scene.floor.as_ref()?;
        Some(SoftShadow::new(floor, model.bounds_of(member.pose), transform(member)))
    }
}

struct MemberGroup {
    crowd: usize,
    key: GroupKey,
    first: usize,
}

/// Returns the index of the set that contains a member, and the member's index in that set. `number` counts the members of all sets.
fn locate_member(number: usize) -> (usize, usize) {
    (number / MEMBERS_PER_SET, number % MEMBERS_PER_SET)
}

fn transform(member: &CrowdMember) -> Mat4 {
    Mat4::from_cols_array_2d(&member.transform)
}

/// Returns how many of the low bits of an index contain the vertex number. In the list of visible triangles, the
/// other bits contain the number of the crowd member.
pub(crate) fn vertex_bits(data: &ModelData) -> u32 {
    u32::BITS - data.vertex_count.saturating_sub(1).leading_zeros()
}

/// Converts a count or an index to 32 bits. It is below 2^32, since the counted items are in one buffer or one set.
fn count(number: usize) -> u32 {
    u32::try_from(number).expect("limited by the buffer size")
}
