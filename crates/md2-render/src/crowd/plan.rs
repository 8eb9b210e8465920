//! The division of a picture's crowds into buckets and draws.

use std::ops::Range;

use super::context::CrowdContext;
use crate::model::{GpuSurface, ModelData};
use crate::options::CrowdCulling;
use crate::scene::{Crowd, CrowdMember};
use crate::vk::{BoundCompute, Error, check_limit};
use md2_common::Faces;

/// Successive members in the buffer of members that have the same model and outfit (set of skins), and are all mirrored
/// or all not.
pub(crate) struct CrowdBucket {
    pub(crate) crowd: usize,
    pub(crate) outfit: usize,
    pub(crate) mirrors: bool,
    pub(crate) members: Range<u32>,
}

/// One surface of the members in a bucket.
pub(crate) struct CrowdDraw {
    pub(crate) bucket: usize,
    pub(crate) surface: usize,
    /// `None` if all triangles of all members are drawn.
    pub(crate) list: Option<ListPart>,
    /// Whether the list may have no room for some members, which are drawn whole.
    pub(crate) may_overflow: bool,
}

/// The room of a draw in the lists.
#[derive(Clone, Copy)]
pub(crate) struct ListPart {
    pub(crate) first_index: u32,
    pub(crate) length: u32,
    /// The first word of the draw in the buffer `Work` of shaders/crowd_lists.glsl.
    pub(crate) first_work: u32,
}

#[derive(Default)]
pub(crate) struct CrowdPlan {
    pub(crate) buckets: Vec<CrowdBucket>,
    pub(crate) draws: Vec<CrowdDraw>,
    /// For each crowd and each kind of member: the place of the next member in the buffer of members.
    places: Vec<u32>,
    pub(super) members: u32,
    pub(super) triangles: u64,
    pub(super) list_length: u64,
    pub(super) work_length: u64,
}

/// The largest number of indices in the list of visible triangles (32 MiB).
const MAX_LISTED: u64 = 1 << 23;

/// The largest number of words for the results of the compute passes (64 MiB).
const MAX_WORK: u64 = 1 << 24;

/// The largest surface that a work group of shaders/crowd_test.comp.glsl can test.
const MAX_VERTICES: u32 = 2048;
const MAX_TRIANGLES: u32 = 4096;

/// The memory that a work group of that shader shares, in bytes.
pub(crate) const SHARED_BYTES: u32 = MAX_VERTICES * 8 + MAX_TRIANGLES / 8 + 8;

impl CrowdPlan {
    pub(super) fn make(&mut self, context: &CrowdContext<'_>) -> Result<(), Error> {
        self.buckets.clear();
        self.draws.clear();
        self.places.clear();
        (self.members, self.triangles, self.work_length) = (0, 0, 0);
        for (number, crowd) in context.scene.crowds.iter().enumerate() {
            let model = context.content.model(crowd.model);
            let Some(data) = &model.data else { continue };
            if data.pulled.is_none() {
                let found = data.frames.size().max(data.statics.size()).max(model.frame_table_bytes());
                check_limit("bytes of a crowd's model", found, context.device.limits().storage_bytes)?;
            }
            let first = self.places.len();
            self.places.resize(first + kind_count(crowd), 0);
            for member in crowd.members {
                self.places[first + kind(crowd, member)] += 1;
            }
            for kind in 0..kind_count(crowd) {
                let count = std::mem::replace(&mut self.places[first + kind], self.members);
                self.add_members(context, (number, crowd), data, kind, count);
            }
        }
        self.share_list(context);
        Ok(())
    }

    /// Calls `write` for each member of a model with triangles, with its place in the buffer of members.
    pub(super) fn for_each_place(
        &mut self,
        context: &CrowdContext<'_>,
        mut write: impl FnMut(u32, &Crowd<'_>, &CrowdMember),
    ) {
        let mut places = self.places.as_mut_slice();
        for crowd in context.scene.crowds {
            if context.content.model(crowd.model).data.is_none() {
                continue;
            }
            let (own, rest) = places.split_at_mut(kind_count(crowd));
            places = rest;
            for member in crowd.members {
                let place = &mut own[kind(crowd, member)];
                write(*place, crowd, member);
                *place += 1;
            }
        }
    }

    /// Adds members of one kind: the buckets and their draws.
    fn add_members(
        &mut self,
        context: &CrowdContext<'_>,
        (number, crowd): (usize, &Crowd<'_>),
        data: &ModelData,
        kind: usize,
        count: u32,
    ) {
        let outfit = kind / 2;
        let skins = crowd.outfits.get(outfit).copied().unwrap_or_default();
        // An index combines a member and a vertex, up to the device's largest index. A vertex offset is signed.
        let largest = context.device.limits().index.min(i32::MAX.cast_unsigned());
        let in_bucket = (largest >> vertex_bits(data)).clamp(1, BoundCompute::MAX_GROUPS);
        let end = self.members + count;
        while self.members < end {
            let members = self.members..end.min(self.members + in_bucket);
            self.members = members.end;
            let bucket = self.buckets.len();
            for (index, surface) in data.surfaces.iter().enumerate() {
                if context.content.surface_skin(skins, surface).is_none() {
                    continue;
                }
                self.triangles += u64::from(surface.triangles()) * members.len() as u64;
                let list = self.list_part(context, data, surface, members.len() as u64);
                self.draws.push(CrowdDraw { bucket, surface: index, list, may_overflow: false });
            }
            self.buckets.push(CrowdBucket { crowd: number, outfit, mirrors: kind % 2 == 1, members });
        }
    }

    fn list_part(
        &mut self,
        context: &CrowdContext<'_>,
        data: &ModelData,
        surface: &GpuSurface,
        members: u64,
    ) -> Option<ListPart> {
        let first_work = self.work_length;
        let is_listed = match context.culling {
            CrowdCulling::Host => data.shape.is_some(),
            CrowdCulling::Device => {
                let words = 1 + u64::from(surface.triangles().div_ceil(32));
                let end = first_work + members * words;
                let fits = end <= MAX_WORK.min(context.device.limits().storage_bytes / 4)
                    && surface.vertices.len() <= MAX_VERTICES as usize
                    && surface.triangles() <= MAX_TRIANGLES;
                self.work_length = if fits { end } else { first_work };
                fits
            }
            _ => false,
        };
        let first_work = u32::try_from(first_work).expect("limited by MAX_WORK");
        // Lines cover samples that their triangle does not cover.
        (is_listed && context.scene.faces == Faces::Solid).then_some(ListPart {
            first_index: 0,
            length: 0,
            first_work,
        })
    }

    /// Divides the list among the draws, in proportion to their triangles.
    fn share_list(&mut self, context: &CrowdContext<'_>) {
        let CrowdContext { content, scene, .. } = context;
        let buckets = &self.buckets;
        let all_indices = |draw: &CrowdDraw| {
            let CrowdBucket { crowd, members, .. } = &buckets[draw.bucket];
            let data = content.model(scene.crowds[*crowd].model).data.as_ref().expect("it has draws");
            u64::from(data.surfaces[draw.surface].triangles()) * 3 * members.len() as u64
        };
        let wanted: u64 = self.draws.iter().filter(|draw| draw.list.is_some()).map(all_indices).sum();
        self.list_length = wanted.min(MAX_LISTED).min(context.device.limits().storage_bytes / 4);
        let mut first = 0;
        for draw in &mut self.draws {
            let wanted_here = all_indices(draw);
            let Some(list) = &mut draw.list else { continue };
            let share = u128::from(wanted_here) * u128::from(self.list_length) / u128::from(wanted);
            let share = u64::try_from(share).expect("a part of the list") / 3 * 3;
            let index = |at: u64| u32::try_from(at).expect("limited by MAX_LISTED");
            (list.first_index, list.length) = (index(first), index(share));
            draw.may_overflow = share < wanted_here;
            first += share;
        }
    }
}

/// The number of kinds of members: with each outfit or with none, mirrored or not.
fn kind_count(crowd: &Crowd<'_>) -> usize {
    2 * (crowd.outfits.len() + 1)
}

fn kind(crowd: &Crowd<'_>, member: &CrowdMember) -> usize {
    2 * crowd.outfits.len().min(member.outfit as usize) + usize::from(member.scale < 0.0)
}

/// Returns how many of the low bits of an index contain the vertex number. In the list of visible triangles, the
/// other bits contain the number of the crowd member.
pub(crate) fn vertex_bits(data: &ModelData) -> u32 {
    u32::BITS - data.vertex_count.saturating_sub(1).leading_zeros()
}
