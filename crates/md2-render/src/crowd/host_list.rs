//! The commands of a crowd's draws, and the list of visible triangles that the host writes.

use std::ops::Range;
use std::sync::Arc;

use super::context::CrowdContext;
use super::cull::{Culling, MemberPose};
use super::frustum::Frustum;
use super::member::Placement;
use super::plan::{CrowdBucket, CrowdDraw, CrowdPlan, vertex_bits};
use super::record::{Command, DrawRecord};
use crate::model::{HostShape, ModelData};
use crate::options::CrowdCulling;
use crate::scene::CrowdMember;
use crate::vk::{Buffer, Device, Error, Use};

#[derive(Default)]
pub(super) struct HostList {
    list: Option<Buffer>,
    written: usize,
    /// The members in the order of the buffer of members, if the host finds the triangles.
    members: Vec<CrowdMember>,
    is_used: bool,
    /// The visible members of a bucket, with their numbers.
    visible: Vec<(u32, MemberPose)>,
    places: Vec<[f32; 2]>,
}

impl HostList {
    pub(super) fn reserve(&mut self, device: &Arc<Device>, length: u64) -> Result<(), Error> {
        if length > 0 && self.list.as_ref().is_none_or(|list| list.size() < 4 * length) {
            self.list = None;
            let size = 4 * length.next_power_of_two();
            self.list = Some(Buffer::new(device, "visible triangles", size, Use::Stream)?);
        }
        Ok(())
    }

    pub(super) fn buffer(&self) -> Option<&Buffer> {
        self.list.as_ref()
    }

    pub(super) fn written_bytes(&self) -> usize {
        4 * self.written
    }

    pub(super) fn begin(&mut self, context: &CrowdContext<'_>, count: usize) {
        self.is_used = context.culling == CrowdCulling::Host;
        self.written = 0;
        if self.is_used {
            self.members.resize(count, CrowdMember::new([0.0; 3], 0.0));
        }
    }

    pub(super) fn place(&mut self, place: usize, member: &CrowdMember) {
        if self.is_used {
            self.members[place] = *member;
        }
    }

    /// Writes the records of all draws. The device replaces those whose triangles it finds.
    pub(super) fn write(&mut self, context: &CrowdContext<'_>, plan: &CrowdPlan, records: &mut [DrawRecord]) {
        let culling = Culling {
            view_projection: context.view_projection,
            lattice: context.lattice(),
            two_sided: context.scene.two_sided,
        };
        let frustum = Frustum::new(context.view_projection);
        let mut last_bucket = None;
        for (draw, record) in plan.draws.iter().zip(records) {
            let bucket = &plan.buckets[draw.bucket];
            let model = context.content.model(context.scene.crowds[bucket.crowd].model);
            let data = model.data.as_ref().expect("it has draws");
            let count = bucket.members.end - bucket.members.start;
            let Some(shape) = data.shape.as_ref().filter(|_| self.is_used && draw.list.is_some()) else {
                *record = DrawRecord::default();
                if draw.list.is_none() {
                    record.drawn = count;
                    record.whole = whole(data, draw, 0..count);
                }
                continue;
            };
            if last_bucket.replace(draw.bucket) != Some(draw.bucket) {
                self.find_visible(context, bucket, &frustum);
            }
            *record = self.list(&culling, draw, shape, data, count);
        }
    }

    fn find_visible(&mut self, context: &CrowdContext<'_>, bucket: &CrowdBucket, frustum: &Frustum) {
        let model = context.content.model(context.scene.crowds[bucket.crowd].model);
        let members = &self.members[bucket.members.start as usize..bucket.members.end as usize];
        self.visible.clear();
        self.visible.extend((0..).zip(members).filter_map(|(number, member)| {
            let placement = Placement::new(member);
            let frames = model.frames_of(member.pose).for_shading(context.scene.shading);
            let pose = MemberPose { placement, mirrors: bucket.mirrors, frames };
            frustum.may_show(&pose.placement, model.bounds_of(member.pose)).then_some((number, pose))
        }));
    }

    /// Lists the triangles of the visible members. Members for which the list has no room are drawn whole.
    fn list(
        &mut self,
        culling: &Culling,
        draw: &CrowdDraw,
        shape: &HostShape,
        data: &ModelData,
        count: u32,
    ) -> DrawRecord {
        let surface = &data.surfaces[draw.surface];
        let [vertices, indices] =
            [&surface.vertices, &surface.indices].map(|Range { start, end }| *start as usize..*end as usize);
        let part = draw.list.as_ref().expect("only draws with a list");
        let buffer = self.list.as_mut().expect("reserved");
        let list: &mut [u32] = bytemuck::cast_slice_mut(buffer.mapped());
        let list = &mut list[part.first_index as usize..][..part.length as usize];
        self.places.resize(self.places.len().max(data.vertex_count as usize), [0.0; 2]);
        let mut listed = 0;
        let mut rest = count..count;
        for (number, pose) in &self.visible {
            let room = &mut list[listed..];
            if room.len() < indices.len() {
                rest.start = *number;
                break;
            }
            let base = number << vertex_bits(data);
            let surface = (vertices.clone(), indices.clone());
            listed += culling.list(shape, surface, pose, base, &mut self.places, room);
        }
        self.written += listed;
        let index_count = u32::try_from(listed).expect("a part of the list");
        DrawRecord {
            listed: Command {
                index_count,
                instance_count: 1,
                first_index: part.first_index,
                ..Command::default()
            },
            whole: whole(data, draw, rest),
            drawn: u32::try_from(self.visible.len()).expect("members of a bucket"),
            ..DrawRecord::default()
        }
    }
}

/// Returns the command that draws all triangles of some members, one instance for each.
fn whole(data: &ModelData, draw: &CrowdDraw, members: Range<u32>) -> Command {
    if members.is_empty() {
        return Command::default();
    }
    let surface = &data.surfaces[draw.surface];
    Command {
        index_count: 3 * surface.triangles(),
        instance_count: members.end - members.start,
        first_index: data.first_index(surface),
        // The offset is added to each index, and so to its member.
        vertex_offset: (members.start << vertex_bits(data)).cast_signed(),
        first_instance: 0,
    }
}
