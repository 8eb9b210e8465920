//! The verdict about a file.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::format;
use alloc::string::String;

use md2_common::overwritten::{StoredVertex, describe_zeros, zero_block, zero_run, zeroed_vertices};
use md2_common::scan::lane_maxima;
use md2_common::{Verdict, name_replaced_text};

use crate::code::Code;
use crate::error::ParseError;
use crate::frame::{Frame, Pose};
use crate::grammar::{pose_bytes, prefix_bytes};
use crate::location::Location;
use crate::raw::{Bounds, PoseHeader, Record, Records, Vertex};
use crate::view::Mdl;

/// Judges a file without searching for its records. A file is doubtful if parsing accepts it, but a frame has many vertices outside its
/// bounds, while most frames have correct bounds, a vertex of the only pose contradicts the normals around it, or further frames or poses
/// follow the last one that is counted.
///
/// ```
/// # let file = md2_testdata::mdl::with_frames(["run1", "run2", "run3"]).build();
/// use md2_common::Verdict;
///
/// assert_eq!(mdl_format::verdict(file.bytes()), Verdict::Sound);
/// # let mut file = file;
/// # file.set_i32("numframes", 2);
/// // The header counts two of three frames.
/// assert!(matches!(mdl_format::verdict(file.bytes()), Verdict::Doubtful(_)));
/// assert!(matches!(mdl_format::verdict(b"IDPO"), Verdict::Refused(_)));
/// ```
pub fn verdict(file: &[u8]) -> Verdict<ParseError> {
    match Mdl::parse(file) {
        Err(mut fault) => {
            name_replaced_text(&mut fault.found, file);
            Verdict::Refused(fault)
        }
        Ok(mdl) => mdl.damage().map_or(Verdict::Sound, Verdict::Doubtful),
    }
}

impl Mdl<'_> {
    /// Returns the first sign of damage in a file that parsing accepts: the reason for which [`verdict`] calls the file
    /// doubtful.
    pub fn damage(&self) -> Option<ParseError> {
        let implausible = |pose: &Pose<'_>, found: &str, expected: &str| {
            let offset = self.parts.offset_of(pose.vertices().as_bytes());
            Some(ParseError::new(
                Code::ImplausibleFrame,
                Location::Frame(pose.frame),
                offset,
                found,
                expected,
            ))
        };
        if let Some((pose, distance)) =
            [false, true].into_iter().find_map(|in_groups| self.outside(in_groups))
        {
            let found = format!("a vertex is {distance} units outside the bounds");
            return implausible(pose, &found, &format!("at most {NEAR}"));
        }
        if let Some((pose, found)) = self.zeroed() {
            return implausible(pose, &found, "");
        }
        if let Some((pose, vertex)) = self.poses().first().zip(self.torn_vertex()) {
            let found = format!("vertex {vertex} is far from the vertices around it");
            return implausible(pose, &found, "");
        }
        self.has_more_frames().then(|| {
            let (offset, bytes) = (self.parts.offset_of(self.trailing()), self.trailing().len());
            let found = format_args!("{bytes} bytes with frames after the last frame");
            ParseError::new(Code::FramesLeftOut, Location::Trailing, offset, found, "0")
        })
    }

    /// Returns the first pose with a vertex far outside its bounds, and the distance. Poses in groups are judged separately.
    fn outside(&self, in_groups: bool) -> Option<(&Pose<'_>, u8)> {
        let is_group = |frame: usize| self.frames().get(frame).is_some_and(Frame::is_group);
        let poses = || self.poses().iter().filter(|pose| is_group(pose.frame) == in_groups);
        let mut bad = poses().filter_map(|pose| Some((pose, distance_outside(pose)?)));
        // If more frames have wrong bounds, the exporter probably wrote them.
        bad.next().filter(|_| bad.count() < poses().count() / 4)
    }

    /// Returns the first pose with a block of zeros that the poses next to it do not have, and describes the block.
    fn zeroed(&self) -> Option<(&Pose<'_>, String)> {
        let vertices = |index: usize| Some(self.poses().get(index)?.vertices().as_bytes());
        let Some((index, at)) = zero_block(vertices) else { return self.zeroed_vertices() };
        let pose = self.poses().get(index)?;
        let at = self.parts.offset_of(pose.vertices().as_bytes()).checked_add(at)?;
        let end = zero_run(self.file(), at).end;
        let last = self.poses().iter().rfind(|pose| self.parts.offset_of(pose.header) < end)?;
        Some((pose, describe_zeros(pose.frame, last.frame)))
    }

    /// Returns the only pose, and describes its vertices that were probably overwritten with zeros.
    fn zeroed_vertices(&self) -> Option<(&Pose<'_>, String)> {
        let [pose] = self.poses() else { return None };
        let stored = |vertex: Vertex| StoredVertex {
            position: vertex.dequantize(self.scale(), self.origin()),
            has_zero_position: vertex.position == [0; 3],
            has_zero_normal: vertex.normal_index == 0,
        };
        let corner = |index: u32| usize::try_from(index).unwrap_or(usize::MAX);
        let corners = self.triangles().iter().map(move |triangle| triangle.vertices().map(corner));
        Some((pose, zeroed_vertices(pose.vertices().iter().map(stored), corners)?))
    }

    /// Whether further frames or members of a group follow the last frame.
    fn has_more_frames(&self) -> bool {
        let rest = self.trailing();
        let pose = usize::try_from(pose_bytes(self.vertex_count())).unwrap_or(usize::MAX);
        let is_pose_at = |at: usize| rest.get(at..).and_then(|bytes| bytes.get(..pose)).is_some_and(is_pose);
        // The times of further members would precede the poses.
        let members = rest.len().checked_div(pose.saturating_add(size_of::<f32>())).unwrap_or(0);
        let is_group = self.frames().last().is_some_and(Frame::is_group);
        rest.starts_with(&[0; 4]) && is_pose_at(prefix_bytes(false))
            || is_group && members > 0 && is_pose_at(members.saturating_mul(size_of::<f32>()))
    }
}

/// The greatest distance from the bounds, in quantized units, that is no sign of damage.
const NEAR: u8 = 8;

/// Returns the distance of the farthest vertex from the bounds of a pose, if it is far from them.
fn distance_outside(pose: &Pose<'_>) -> Option<u8> {
    let [least, greatest] = [!0, 0].map(|flip| {
        // The least value is the complement of the greatest complement.
        let lanes: [u8; 64] = lane_maxima(pose.vertices.as_bytes(), |[byte]: [u8; 1]| byte ^ flip);
        let vertices = lanes.as_chunks::<4>().0.iter().copied();
        vertices.fold([0; 4], |a, b| {
            [0, 1, 2, 3].map(|axis: usize| a.get(axis).max(b.get(axis)).map_or(0, |&value| value))
        })
    });
    let bounds = pose.bounds();
    let below = bounds.bboxmin.iter().zip(least).map(|(bound, least)| bound.saturating_sub(!least));
    let above = bounds.bboxmax.iter().zip(greatest).map(|(bound, greatest)| greatest.saturating_sub(*bound));
    let distance = below.take(3).chain(above.take(3)).max().unwrap_or(0);
    (distance > NEAR && !pose.vertices.is_empty()).then_some(distance)
}

/// Whether the name and most vertices of a pose are plausible.
fn is_pose(bytes: &[u8]) -> bool {
    let Some((header, vertices)) = bytes.split_first_chunk::<{ size_of::<PoseHeader>() }>() else {
        return false;
    };
    let (PoseHeader { bounds, name }, vertices) = (PoseHeader::read(header), Records::new(vertices));
    let is_ordered = bounds.bboxmin.iter().zip(bounds.bboxmax).take(3).all(|(&min, max)| min <= max);
    let is_blank = || vertices.len() > 2 && vertices.iter().zip(vertices.iter().skip(1)).all(|(a, b)| a == b);
    let name = name.as_bytes();
    name.iter().all(|byte| matches!(byte, b' '..=b'~'))
        && is_ordered
        && !(name.is_empty() && is_blank())
        && !is_mostly_outside(vertices, &bounds)
}

/// Whether more than an eighth of the vertices are outside the bounds.
fn is_mostly_outside(vertices: Records<'_, Vertex>, bounds: &Bounds) -> bool {
    let is_outside = |vertex: &Vertex| {
        let axes = vertex.position.iter().zip(bounds.bboxmin).zip(bounds.bboxmax);
        axes.into_iter().any(|((&at, min), max)| at < min || at > max)
    };
    vertices.iter().filter(is_outside).count() > vertices.len() / 8
}
