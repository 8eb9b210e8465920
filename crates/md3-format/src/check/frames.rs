//! Findings about the bounds, radii and names of frames.

use alloc::vec;
use alloc::vec::Vec;
use core::mem::offset_of;

use super::Findings;
use crate::bounds::{VertexExtent, units};
use crate::code::Code;
use crate::location::Location;
use crate::raw::{Frame, POSITION_SCALE};
use crate::view::Md3;

const TOLERANCE: f32 = POSITION_SCALE;

pub(super) fn check(parts: &Md3<'_>, findings: &mut Findings) {
    for (index, (frame, extent)) in parts.frames().zip(extents(parts)).enumerate() {
        let location = Location::Frame { frame: index, name: frame.name };
        let offset = parts.frame_offset(index);
        super::check_name(
            &frame.name,
            [Code::NameEmpty, Code::NameUnterminated, Code::FrameLeftovers],
            location,
            offset + offset_of!(Frame, name),
            findings,
        );
        if frame.name.as_bytes().contains(&b' ') {
            let found = format_args!("\"{}\"", frame.name);
            findings.add(Code::NameSpace, location, offset + offset_of!(Frame, name), found, "");
        }
        check_numbers(&frame, extent, location, offset, findings);
    }
    check_alike(parts, findings);
}

/// Returns, for each frame, the extent of its vertices. All elements are `None` if the model has no vertices.
fn extents(parts: &Md3<'_>) -> Vec<Option<VertexExtent>> {
    let mut extents = vec![None; parts.frame_count];
    for surface in parts.surfaces.iter().filter(|surface| surface.vertex_count > 0) {
        for (extent, vertices) in extents.iter_mut().zip(surface.vertices.chunks(surface.vertex_count)) {
            let own = VertexExtent::new(vertices.iter());
            *extent = extent.take().into_iter().chain(own).reduce(VertexExtent::union);
        }
    }
    extents
}

fn check_numbers(
    frame: &Frame,
    extent: Option<VertexExtent>,
    location: Location,
    offset: usize,
    findings: &mut Findings,
) {
    let (min, max, radius) = (frame.min, frame.max, frame.radius);
    let origin = frame.local_origin;
    if origin != [0.0; 3] {
        let found = format_args!("local origin {origin:?}");
        findings.add(Code::LocalOrigin, location, offset + offset_of!(Frame, local_origin), found, "0");
    }
    if !min.into_iter().chain(max).chain([radius]).all(f32::is_finite) {
        let found = format_args!("bounds {min:?} to {max:?}, radius {radius:?}");
        findings.add(Code::BoundsNotFinite, location, offset, found, "finite numbers");
        return;
    }
    if (0..3).any(|axis| min[axis] > max[axis]) {
        let found = format_args!("bounds {min:?} to {max:?}");
        findings.add(Code::BoundsInverted, location, offset, found, "the minimum first");
        return;
    }
    let Some(extent) = extent else { return };
    let [least, greatest] = [extent.least, extent.greatest].map(|at| at.map(units));
    if (0..3).any(|axis| least[axis] < min[axis] - TOLERANCE || greatest[axis] > max[axis] + TOLERANCE) {
        let found = format_args!("bounds {min:?} to {max:?}");
        let expected = format_args!("{least:?} to {greatest:?}");
        findings.add(Code::BoundsSmall, location, offset, found, expected);
    }
    let needed = extent.radius();
    if needed > radius + TOLERANCE {
        let (found, expected) = (format_args!("radius {radius:?}"), format_args!("at least {needed:?}"));
        findings.add(Code::RadiusSmall, location, offset + offset_of!(Frame, radius), found, expected);
    }
}

fn check_alike(parts: &Md3<'_>, findings: &mut Findings) {
    let mut moving = parts.surfaces.iter().filter(|surface| surface.vertex_count > 0).peekable();
    if parts.frame_count < 2 || moving.peek().is_none() {
        return;
    }
    let alike = moving.all(|surface| {
        let mut frames = surface.vertices.chunks(surface.vertex_count);
        let first = frames.next();
        frames.all(|frame| Some(frame) == first)
    });
    if alike {
        let found = format_args!("all {} frames have the same vertices", parts.frame_count);
        let field = crate::raw::HeaderField::NumFrames;
        findings.add(Code::FramesAlike, Location::Header(field), field.offset(), found, "");
    }
}
