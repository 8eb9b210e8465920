//! Preparation of the crowds of a picture.

use std::sync::Arc;

use super::context::CrowdContext;
use super::host_list::HostList;
use super::member::Member;
use super::plan::{CrowdBucket, CrowdDraw, CrowdPlan};
use super::record::DrawRecord;
use crate::options::CrowdCulling;
use crate::vk::{Buffer, Error, Resource, Set, Use, check_limit};

/// The crowd data of a picture. Each frame in flight has its own `CrowdData`. Its buffers grow as needed, and are released when a picture
/// has no crowd members.
#[derive(Default)]
pub(crate) struct CrowdData {
    /// The members, and a [`DrawRecord`] for each draw.
    set: Option<Set>,
    plan: CrowdPlan,
    /// The list that the host writes.
    host: HostList,
    /// The list that the device writes.
    device_lists: Option<Arc<Set>>,
    pub(crate) bytes: u64,
}

/// The buffers in which the device finds the visible triangles: its intermediate results, and the list of indices. All
/// pictures use the same buffers, one after the other.
#[derive(Default)]
pub(crate) struct DeviceLists(Option<Arc<Set>>);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CrowdCounts {
    pub(crate) drawn: u32,
    pub(crate) triangles: u64,
    pub(crate) triangles_total: u64,
}

impl CrowdData {
    /// Writes the members and the commands of their draws. On software devices, also finds the visible triangles.
    ///
    /// # Panics
    /// If the scene uses an object that was removed or belongs to another renderer.
    pub(crate) fn gather(
        &mut self,
        context: &CrowdContext<'_>,
        lists: &mut DeviceLists,
    ) -> Result<(), Error> {
        self.plan.make(context)?;
        self.bytes = 0;
        if self.plan.members == 0 {
            *self = Self { plan: std::mem::take(&mut self.plan), ..Self::default() };
            lists.0 = None;
            return Ok(());
        }
        self.prepare_buffers(context, lists)?;
        let Self { set, plan, host, bytes, .. } = self;
        let set = set.as_mut().expect("just prepared");
        let sizes = plan.sizes();
        let members: &mut [Member] = bytemuck::cast_slice_mut(&mut set.buffer(0).mapped()[..sizes[0]]);
        let shading = context.scene.shading;
        host.begin(context, plan.members as usize);
        let (mut model, mut frame_count) = (None, 0);
        plan.for_each_place(context, |place, crowd, member| {
            if model.replace(crowd.model) != Some(crowd.model) {
                frame_count = context.content.model(crowd.model).frame_count();
            }
            members[place as usize] = Member::new(member, frame_count, shading);
            host.place(place as usize, member);
        });
        let records = &mut set.buffer(1).mapped()[..sizes[1]];
        host.write(context, plan, bytemuck::cast_slice_mut(records));
        let written = sizes[0] + sizes[1] + host.written_bytes();
        context.device.count_written(written);
        *bytes = written as u64;
        Ok(())
    }

    pub(crate) fn draws(&self) -> Option<CrowdDraws<'_>> {
        let Self { set, plan: CrowdPlan { buckets, draws, .. }, host, device_lists, .. } = self;
        let device_lists = device_lists.as_deref();
        let list = device_lists.map(|set| set.shared_buffer(1)).or(host.buffer());
        Some(CrowdDraws { set: set.as_ref()?, list, device_lists, buckets, draws })
    }

    /// Returns the counts of the picture, or `None` if the device has not drawn it yet.
    pub(crate) fn counts(&self) -> Option<CrowdCounts> {
        let Some(set) = &self.set else { return Some(CrowdCounts::default()) };
        let CrowdPlan { draws, triangles, .. } = &self.plan;
        let records = set.shared_buffer(1).read_if_idle()?;
        let records: &[DrawRecord] = bytemuck::cast_slice(&records[..size_of::<DrawRecord>() * draws.len()]);
        let mut counts = CrowdCounts { triangles_total: *triangles, ..CrowdCounts::default() };
        let mut last_bucket = None;
        for (record, draw) in records.iter().zip(draws) {
            counts.triangles += record.triangles();
            // All surfaces of a bucket have the same members.
            if last_bucket.replace(draw.bucket) != Some(draw.bucket) {
                counts.drawn += record.drawn;
            }
        }
        Some(counts)
    }

    fn prepare_buffers(&mut self, context: &CrowdContext<'_>, lists: &mut DeviceLists) -> Result<(), Error> {
        let CrowdContext { device, layouts, .. } = context;
        let CrowdPlan { list_length, work_length, .. } = &self.plan;
        // Not empty, and with room for growth.
        let sizes = self.plan.sizes().map(|size| size.max(64).next_power_of_two() as u64);
        let storage = device.limits().storage_bytes;
        check_limit("bytes of a crowd's members", self.plan.sizes()[0] as u64, storage)?;
        let has_room = |set: &Set| (0..2).all(|index| set.shared_buffer(index).size() >= sizes[index]);
        if !self.set.as_ref().is_some_and(has_room) {
            self.set = None;
            let [members, records] = sizes.map(|size| size.min(storage));
            let members = Buffer::new(device, "members", members, Use::Storage)?;
            let records = Buffer::new(device, "crowd draws", records, Use::Commands)?;
            let resources = [members, records].map(Resource::Written);
            self.set = Some(Set::new("crowd", &layouts.crowd, resources)?);
        }
        self.device_lists = None;
        if context.culling == CrowdCulling::Host {
            self.host.reserve(device, *list_length)?;
        } else if *list_length > 0 {
            let lengths = [*work_length, *list_length];
            let has_room =
                |set: &Set| (0..2).all(|index| set.shared_buffer(index).size() >= 4 * lengths[index]);
            if !lists.0.as_deref().is_some_and(has_room) {
                lists.0 = None;
                let [work, list] =
                    lengths.map(|length| (4 * length).next_power_of_two().min(storage / 4 * 4));
                let work = Buffer::new(device, "crowd work", work, Use::Lists)?;
                let list = Buffer::new(device, "visible triangles", list, Use::Lists)?;
                let set = Set::new("lists", &layouts.lists, [work, list].map(Resource::Written))?;
                lists.0 = Some(Arc::new(set));
            }
            self.device_lists.clone_from(&lists.0);
        }
        Ok(())
    }
}

impl CrowdPlan {
    /// The bytes of the members and of the draw records.
    fn sizes(&self) -> [usize; 2] {
        [self.members as usize * size_of::<Member>(), self.draws.len() * size_of::<DrawRecord>()]
    }
}

#[derive(Clone, Copy)]
pub(crate) struct CrowdDraws<'a> {
    /// The members, and a [`DrawRecord`] for each draw.
    pub(crate) set: &'a Set,
    pub(crate) list: Option<&'a Buffer>,
    /// The buffers of the device that finds the triangles.
    pub(crate) device_lists: Option<&'a Set>,
    pub(crate) buckets: &'a [CrowdBucket],
    pub(crate) draws: &'a [CrowdDraw],
}
