//! Tests whether records are plausible.

use crate::grammar::{self, prefix_bytes};
use crate::raw::{Bounds, PoseHeader, Record, Records, St, Triangle, Vertex};

/// Size in bytes of a frame group without its members: the type, the number of members, and the bounds.
pub(super) const FRAME_HEAD: usize = prefix_bytes(true) + size_of::<Bounds>();

/// The greatest plausible end time of a member of a group, in seconds.
const MAX_TIME: f32 = 3600.0;

/// Returns `times` up to the first implausible value. Plausible end times of a group's members increase up to at most [`MAX_TIME`].
pub(super) fn plausible_times(times: impl Iterator<Item = f32>) -> impl Iterator<Item = f32> {
    let mut last = 0.0;
    times.take_while(move |&time| time > core::mem::replace(&mut last, time) && time <= MAX_TIME)
}

/// Tests about `samples` evenly distributed vertices. Returns the number of tested vertices outside the bounds, and the
/// number of all tested vertices.
pub(super) fn outside(vertices: Records<'_, Vertex>, bounds: &Bounds, samples: usize) -> (usize, usize) {
    let step = vertices.len().checked_div(samples).unwrap_or(0).max(1);
    let is_outside = |vertex: &&[u8; size_of::<Vertex>()]| {
        let axes = vertex.iter().zip(bounds.bboxmin).zip(bounds.bboxmax).take(3);
        axes.into_iter().any(|((&at, min), max)| at < min || at > max)
    };
    let (vertices, _) = vertices.as_bytes().as_chunks();
    let tested = || vertices.iter().step_by(step);
    (tested().filter(is_outside).count(), tested().count())
}

pub(super) fn is_mostly_outside((outside, count): (usize, usize)) -> bool {
    outside > count / 8
}

/// Whether `count` of `all` frames are few enough (at most a quarter) to be damaged. If more frames have wrong bounds,
/// the exporter probably wrote them.
pub(super) fn is_exception(count: usize, all: usize) -> bool {
    count <= all / 4
}

#[derive(Clone, Copy)]
pub(super) struct Judge {
    pub(super) vertices: usize,
    /// Whether the bounds of most frames are correct, so that vertices can be compared with them.
    pub(super) trusts_bounds: bool,
}

impl Judge {
    pub(super) fn frame_bytes(self) -> usize {
        usize::try_from(grammar::pose_bytes(self.vertices)).unwrap_or(usize::MAX).saturating_add(4)
    }

    /// Whether the bytes are a plausible single frame. The type of the frame may be wrong, because it can be restored.
    pub(super) fn is_readable(self, frame: &[u8]) -> bool {
        self.is_frame(frame) || self.trusts_bounds && frame.get(4..).is_some_and(|pose| self.is_pose(pose))
    }

    pub(super) fn is_pose(self, pose: &[u8]) -> bool {
        let parts =
            pose.split_first_chunk().filter(|(_, rest)| rest.len().is_multiple_of(size_of::<Vertex>()));
        parts.is_some_and(|(header, vertices)| self.is_plausible(header, Records::new(vertices)))
    }

    pub(super) fn is_plausible(
        self,
        header: &[u8; size_of::<PoseHeader>()],
        vertices: Records<'_, Vertex>,
    ) -> bool {
        let header = PoseHeader::read(header);
        let name = header.name.as_bytes();
        let is_text = name.iter().all(|byte| matches!(byte, b' '..=b'~'));
        if !self.trusts_bounds {
            return is_text && !name.is_empty();
        }
        let Bounds { bboxmin, bboxmax } = header.bounds;
        let is_ordered = bboxmin.iter().zip(bboxmax).take(3).all(|(&min, max)| min <= max);
        let is_blank =
            || vertices.len() > 2 && vertices.iter().zip(vertices.iter().skip(1)).all(|(a, b)| a == b);
        is_text
            && is_ordered
            && !(name.is_empty() && is_blank())
            && !is_mostly_outside(outside(vertices, &header.bounds, vertices.len()))
    }

    pub(super) fn is_frame(self, frame: &[u8]) -> bool {
        frame.split_at_checked(4).is_some_and(|(kind, pose)| kind == [0; 4] && self.is_pose(pose))
    }

    pub(super) fn starts_frame(self, bytes: &[u8]) -> bool {
        bytes.get(..self.frame_bytes()).is_some_and(|frame| self.is_frame(frame))
    }
}

pub(super) fn is_st(st: St, [width, height]: [i32; 2]) -> bool {
    let is_near = |at: i32, size: i32| (size.saturating_neg()..=size.saturating_mul(2)).contains(&at);
    matches!(st.onseam, 0 | 1 | St::ON_SEAM) && is_near(st.s, width) && is_near(st.t, height)
}

pub(super) fn has_vertices(triangle: Triangle, count: usize) -> bool {
    triangle.vertices().into_iter().all(|vertex| (vertex as usize) < count)
}

/// Size in bytes of a group of `count` members with `member` bytes each. `head` is the size of the group without its members.
pub(super) fn group_bytes(head: usize, count: usize, member: usize) -> Option<usize> {
    count.checked_mul(member)?.checked_add(head)
}
