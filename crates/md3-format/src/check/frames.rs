//! What the frames say about themselves, beside their vertices.

use alloc::vec;
use alloc::vec::Vec;

use super::{Code, Findings, NameCodes};
use crate::location::Location;
use crate::raw::{Frame, FrameName, POSITION_SCALE};
use crate::view::Md3;

/// What a bound may be off by: less than a step of a position.
const TOLERANCE: f32 = POSITION_SCALE;

/// Field offsets in a frame.
const MIN: usize = 0;
const LOCAL_ORIGIN: usize = 24;
const RADIUS: usize = 36;
const NAME: usize = size_of::<Frame>() - size_of::<FrameName>();

const NAME_CODES: NameCodes = NameCodes {
    empty: Code::NameEmpty,
    unterminated: Code::NameUnterminated,
    leftovers: Code::FrameLeftovers,
};

/// Least and greatest packed coordinates.
type Bounds = [[i16; 3]; 2];

pub(super) fn check(parts: &Md3<'_>, findings: &mut Findings) {
    let bounds = bounds(parts);
    for (index, (frame, bounds)) in parts.frames().zip(bounds).enumerate() {
        let location = Location::Frame { frame: index, name: frame.name };
        let offset = parts.frame_offset(index);
        super::check_name(&frame.name, &NAME_CODES, location, offset + NAME, findings);
        if frame.name().contains(&b' ') {
            let found = format_args!("\"{}\"", frame.name);
            findings.add(Code::NameSpace, location, offset + NAME, found, "");
        }
        check_numbers(frame, bounds, location, offset, findings);
    }
    check_alike(parts, findings);
}

/// Bounds of the vertices of each frame; `None` where there are none.
fn bounds(parts: &Md3<'_>) -> Vec<Option<Bounds>> {
    let mut bounds = vec![None; parts.frame_count];
    for surface in parts.surfaces.iter().filter(|surface| surface.vertex_count > 0) {
        for (bounds, vertices) in bounds.iter_mut().zip(surface.vertices.chunks(surface.vertex_count)) {
            for vertex in vertices {
                let at = vertex.packed();
                let [min, max]: &mut Bounds = bounds.get_or_insert([at, at]);
                for axis in 0..3 {
                    min[axis] = min[axis].min(at[axis]);
                    max[axis] = max[axis].max(at[axis]);
                }
            }
        }
    }
    bounds
}

fn check_numbers(
    frame: &Frame,
    bounds: Option<Bounds>,
    location: Location,
    offset: usize,
    findings: &mut Findings,
) {
    let (min, max, radius) = (frame.min(), frame.max(), frame.radius());
    let origin = frame.local_origin();
    if origin != [0.0; 3] {
        let found = format_args!("local origin {origin:?}");
        findings.add(Code::LocalOrigin, location, offset + LOCAL_ORIGIN, found, "0");
    }
    if !min.into_iter().chain(max).chain([radius]).all(f32::is_finite) {
        let found = format_args!("bounds {min:?} to {max:?}, radius {radius:?}");
        findings.add(Code::BoundsNotFinite, location, offset + MIN, found, "finite numbers");
        return;
    }
    if (0..3).any(|axis| min[axis] > max[axis]) {
        let found = format_args!("bounds {min:?} to {max:?}");
        findings.add(Code::BoundsInverted, location, offset + MIN, found, "the least first");
        return;
    }
    let Some([least, greatest]) = bounds.map(|bounds| bounds.map(|at| at.map(units))) else { return };
    if (0..3).any(|axis| least[axis] < min[axis] - TOLERANCE || greatest[axis] > max[axis] + TOLERANCE) {
        let found = format_args!("bounds {min:?} to {max:?}");
        let expected = format_args!("{least:?} to {greatest:?}");
        findings.add(Code::BoundsSmall, location, offset + MIN, found, expected);
    }
    // The farthest vertex is at least as far as the farthest side of the box.
    let reach = [least, greatest].into_iter().flatten().fold(0.0_f32, |reach, c| reach.max(c.abs()));
    if reach > radius + TOLERANCE {
        let found = format_args!("radius {radius:?}");
        findings.add(Code::RadiusSmall, location, offset + RADIUS, found, format_args!("at least {reach:?}"));
    }
}

fn units(steps: i16) -> f32 {
    f32::from(steps) * POSITION_SCALE
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
