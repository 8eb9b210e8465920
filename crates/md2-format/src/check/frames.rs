//! Findings about the frames and their vertices.

use alloc::vec::Vec;
use core::mem::offset_of;

use md2_common::NORMAL_COUNT;

use super::Findings;
use crate::code::Code;
use crate::faults::FrameFault;
use crate::frame::Frame;
use crate::lenient::Lenient;
use crate::location::Location;
use crate::raw::{FrameHeader, Vertex};
use crate::scan::FrameScan;
use crate::section::{Section, frame_bytes};

/// Greatest plausible coordinate in Quake units. Maps end at ±4096.
const FAR: f32 = 32768.0;

struct FramePlace<'a> {
    index: usize,
    offset: usize,
    frame: Frame<'a>,
}

impl FramePlace<'_> {
    fn location(&self) -> Location {
        Location::Frame { frame: self.index, name: self.frame.name() }
    }
}

pub(super) fn check(parts: &Lenient<'_>, findings: &mut Findings) {
    let extent = parts.extent(Section::Frames);
    for (index, frame) in parts.frames().enumerate() {
        let place = FramePlace { index, offset: extent.record(index), frame };
        check_scale(&place, findings);
        if place.frame.scale() == [0.0; 3] && parts.vertex_count > 1 {
            let found = format_args!("scale {:?}", place.frame.scale());
            findings.add(Code::ScaleZero, place.location(), place.offset, found, "");
        }
        check_name(&place, findings);
        check_normals(&place, findings);
    }
    let mut rest = parts.frames();
    let Some(first) = rest.next() else { return };
    let location = Location::Section(Section::Frames);
    let count = parts.header.num_frames;
    if count > 1 && rest.all(|frame| frame.name().as_bytes() == first.name().as_bytes()) {
        let found = format_args!("all {count} frames have the name \"{}\"", first.name());
        findings.add(Code::NameAlike, location, extent.start(), found, "");
    }
    check_equal(parts, findings);
    let mut vertices = parts.frames().flat_map(|frame| frame.vertices().iter());
    if let (Some(first), true) = (first.vertices().first(), parts.vertex_count > 1)
        && vertices.all(|vertex| vertex.normal_index == first.normal_index)
    {
        let found = format_args!("all vertices have normal index {}", first.normal_index);
        findings.add(Code::NormalsAlike, location, extent.start(), found, "");
    }
}

fn check_equal(parts: &Lenient<'_>, findings: &mut Findings) {
    let extent = parts.extent(Section::Frames);
    let frames: Vec<Frame<'_>> = parts.frames().collect();
    let transform =
        |frame: &Frame<'_>| [frame.scale(), frame.translate()].map(|values| values.map(f32::to_bits));
    let compare = |&a: &usize, &b: &usize| {
        let (a, b) = (&frames[a], &frames[b]);
        transform(a).cmp(&transform(b)).then_with(|| a.vertices().as_bytes().cmp(b.vertices().as_bytes()))
    };
    let mut sorted: Vec<usize> = (0..frames.len()).collect();
    // The sort is stable, so equal frames keep the order of the file.
    sorted.sort_by(compare);
    let mut equal = Vec::new();
    for alike in sorted.chunk_by(|a, b| compare(a, b).is_eq()) {
        if let [first, others @ ..] = alike {
            equal.extend(others.iter().map(|&other| (other, *first)));
        }
    }
    equal.sort_unstable();
    for (index, first) in equal {
        let place = FramePlace { index, offset: extent.record(index), frame: frames[index] };
        let found = format_args!("the same pose as frame {first}");
        findings.add(Code::FramesEqual, place.location(), place.offset, found, "");
    }
}

fn check_scale(place: &FramePlace<'_>, findings: &mut Findings) {
    let (scale, translate) = (place.frame.scale(), place.frame.translate());
    let mut is_finite = true;
    for fault in FrameFault::find_in(scale, translate) {
        findings.add_fault(fault.error(place.location(), place.offset));
        is_finite = false;
    }
    if !is_finite {
        return;
    }
    if scale.iter().any(|&value| value < 0.0) {
        let found = format_args!("scale {scale:?}");
        findings.add(Code::ScaleNegative, place.location(), place.offset, found, "0 or more");
    }
    let farthest = |axis: usize| translate[axis].abs().max((translate[axis] + 255.0 * scale[axis]).abs());
    let farthest = farthest(0).max(farthest(1)).max(farthest(2));
    if farthest > FAR {
        let found = format_args!("extends to {farthest:?}");
        findings.add(Code::FarAway, place.location(), place.offset, found, format_args!("at most {FAR:?}"));
    }
}

fn check_name(place: &FramePlace<'_>, findings: &mut Findings) {
    let name = place.frame.name();
    let mut add = |code, expected| {
        let (found, offset) = (format_args!("{name:?}"), place.offset + offset_of!(FrameHeader, name));
        findings.add(code, place.location(), offset, found, expected);
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

fn check_normals(place: &FramePlace<'_>, findings: &mut Findings) {
    let mut scan = FrameScan::new();
    scan.add(&place.frame);
    if scan.all_normals_in_range() {
        return;
    }
    for (vertex, found) in
        place.frame.vertices().iter().enumerate().filter(|(_, vertex)| !vertex.has_normal())
    {
        let location = Location::Vertex { frame: place.index, name: place.frame.name(), vertex };
        let offset = place.offset + frame_bytes(vertex) + offset_of!(Vertex, normal_index);
        let (found, expected) =
            (format_args!("normal index {}", found.normal_index), format_args!("below {NORMAL_COUNT}"));
        findings.add(Code::NormalIndex, location, offset, found, expected);
    }
}
