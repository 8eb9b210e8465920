//! Findings about the frames, their poses and their vertices.

use core::fmt;
use core::mem::offset_of;

use md2_common::NORMAL_COUNT;

use super::{Findings, times};
use crate::code::Code;
use crate::frame::{Frame, Pose};
use crate::location::{Location, Section};
use crate::parts::Parts;
use crate::raw::{Bounds, PoseHeader, Record, Vertex};

pub(super) fn check(parts: &Parts<'_>, findings: &mut Findings) {
    for (index, frame) in parts.frames.iter().enumerate() {
        check_frame(parts, index, frame, findings);
    }
    for (index, pose) in parts.poses.iter().enumerate() {
        check_name(parts, index, pose, findings);
        check_normals(parts, index, pose, findings);
    }
    check_bounds(parts, findings);
    check_alike(parts, findings);
}

fn check_frame(parts: &Parts<'_>, index: usize, frame: &Frame<'_>, findings: &mut Findings) {
    let (location, offset) = (Location::Frame(index), parts.frame_offset(frame));
    if !matches!(frame.kind, 0 | 1) {
        findings.add(Code::Type, location, offset, format_args!("type {}", frame.kind), "0 or 1");
    }
    match frame.intervals.len() {
        0 => return,
        1 => findings.add(Code::GroupOfOne, location, offset, format_args!("a group of one pose"), ""),
        count => {
            findings.add(Code::FrameGroup, location, offset, format_args!("a group of {count} poses"), "");
        }
    }
    times::check(parts, frame.intervals, location, |pose| Location::Member { frame: index, pose }, findings);
}

fn check_name(parts: &Parts<'_>, index: usize, pose: &Pose<'_>, findings: &mut Findings) {
    let name = pose.name();
    let mut add = |code, expected| {
        let (location, offset) =
            (parts.pose_place(index), parts.offset_of(pose.header) + offset_of!(PoseHeader, name));
        findings.add(code, location, offset, format_args!("{name:?}"), expected);
    };
    if name.as_bytes().is_empty() {
        add(Code::NameEmpty, "a name");
    }
    if !name.is_printable() {
        add(Code::NameNotAscii, "printable ASCII");
    }
    if !name.is_terminated() {
        add(Code::NameUnterminated, "at most 15 bytes and a NUL");
    } else if name.has_leftovers() {
        add(Code::NameLeftovers, "only NULs after the name");
    }
}

fn check_normals(parts: &Parts<'_>, index: usize, pose: &Pose<'_>, findings: &mut Findings) {
    for (vertex, record) in pose.vertices.iter().enumerate().filter(|(_, vertex)| !vertex.has_normal()) {
        let location = match parts.pose_place(index) {
            Location::Pose(pose) => Location::Vertex { pose, vertex },
            other => other,
        };
        let offset = parts.record_offset(pose.vertices, vertex) + offset_of!(Vertex, normal_index);
        let (found, expected) =
            (format_args!("normal index {}", record.normal_index), format_args!("below {NORMAL_COUNT}"));
        findings.add(Code::NormalIndex, location, offset, found, expected);
    }
}

/// Reports the first wrong bounds and the number of all wrong bounds in a single finding, because in most real files
/// either all bounds or none are wrong.
fn check_bounds(parts: &Parts<'_>, findings: &mut Findings) {
    if parts.st.is_empty() {
        return;
    }
    let covering =
        |poses: &[Pose<'_>]| corners(Bounds::covering(poses.iter().flat_map(|pose| pose.vertices.iter())));
    let groups = parts.frames.iter().enumerate().filter(|(_, frame)| frame.is_group());
    let groups = groups.map(|(index, frame)| {
        let poses = parts.poses.get(frame.poses()).unwrap_or_default();
        (Location::Frame(index), &frame.bounds[..], covering(poses))
    });
    let poses = parts.poses.iter().enumerate().map(|(index, pose)| {
        (parts.pose_place(index), &pose.header[..], covering(core::slice::from_ref(pose)))
    });
    let all_bounds = || groups.clone().chain(poses.clone());
    let mut wrong = all_bounds().filter(|&(_, place, covering)| corners(Bounds::read(place)) != covering);
    let Some((location, place, [min, max])) = wrong.next() else { return };
    let count = wrong.count() + 1;
    let [found_min, found_max] = corners(Bounds::read(place));
    let found =
        format_args!("{found_min:?} to {found_max:?}, wrong in {count} of {} bounds", all_bounds().count());
    let expected: fmt::Arguments<'_> = format_args!("{min:?} to {max:?}");
    findings.add(Code::Bounds, location, parts.offset_of(place), found, expected);
}

fn check_alike(parts: &Parts<'_>, findings: &mut Findings) {
    let [first, rest @ ..] = parts.poses.as_slice() else { return };
    let (location, offset) = (Location::Section(Section::Frames), parts.offset_of(first.header));
    let at = |vertex: Vertex| vertex.position;
    let is_like_first = |pose: &Pose<'_>| pose.vertices.iter().map(at).eq(first.vertices.iter().map(at));
    if !rest.is_empty() && rest.iter().all(is_like_first) {
        let found = format_args!("all {} poses are the same", parts.poses.len());
        findings.add(Code::PosesAlike, location, offset, found, "");
    }
    let mut vertices = parts.poses.iter().flat_map(|pose| pose.vertices.iter());
    if let (Some(Vertex { normal_index, .. }), Some(_)) = (first.vertices.first(), first.vertices.get(1))
        && vertices.all(|vertex| vertex.normal_index == normal_index)
    {
        let found = format_args!("all vertices have normal index {normal_index}");
        findings.add(Code::NormalsAlike, location, offset, found, "");
    }
}

fn corners(bounds: Bounds) -> [[u8; 3]; 2] {
    [bounds.bboxmin, bounds.bboxmax].map(|[x, y, z, _]| [x, y, z])
}
