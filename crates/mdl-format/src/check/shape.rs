//! Findings about the shape of the triangles in the first pose.

use alloc::vec::Vec;

use md2_common::InsideOut;
use md2_common::triangle::{facing, is_degenerate};

use super::Findings;
use crate::code::Code;
use crate::frame::Pose;
use crate::location::{Location, Section};
use crate::parts::Parts;
use crate::raw::Triangle;

type Steps = [i32; 3];

pub(super) fn check(parts: &Parts<'_>, findings: &mut Findings) {
    let Some(pose) = parts.poses.first().filter(|_| !parts.triangles.is_empty()) else { return };
    for (index, triangle) in parts.triangles.iter().enumerate() {
        let is_flat = |corners| facing(corners) == [0; 3];
        if !is_degenerate(triangle.vertices()) && corners(pose, triangle).is_some_and(is_flat) {
            let (location, offset) = (Location::Triangle(index), parts.record_offset(parts.triangles, index));
            findings.add(Code::TriangleFlat, location, offset, format_args!("no area in the first pose"), "");
        }
    }
    let (scale, origin) = (parts.header.scale, parts.header.scale_origin);
    let positions: Vec<_> =
        pose.vertices.iter().map(|vertex| vertex.dequantize(scale, origin).map(f64::from)).collect();
    let triangles: Vec<_> = parts.triangles.iter().map(|triangle| triangle.vertices()).collect();
    let inside_out = InsideOut::find(&positions, &triangles);
    for part in &inside_out.parts {
        let (first, found) = (part.triangles[0], format_args!("{part} in the first pose"));
        let (location, offset) = (Location::Triangle(first), parts.record_offset(parts.triangles, first));
        findings.add(Code::PartInsideOut, location, offset, found, "clockwise");
    }
    if let Some(winding) = inside_out.winding {
        let (location, offset) =
            (Location::Section(Section::Triangles), parts.offset_of(parts.triangles.as_bytes()));
        let found = format_args!("{winding} in the first pose");
        findings.add(Code::InsideOut, location, offset, found, "clockwise");
    }
}

fn corners(pose: &Pose<'_>, triangle: Triangle) -> Option<[Steps; 3]> {
    let [a, b, c] = triangle.vertices().map(|vertex| pose.vertices.get(vertex as usize));
    Some([a?, b?, c?].map(|vertex| vertex.position.map(i32::from)))
}
