//! Findings about the header: its fields and the limits of its counts.

use super::Findings;
use crate::code::Code;
use crate::effects::Effects;
use crate::engine::{DARKPLACES, Engines, FROM_GLQUAKE, GLQUAKE, IRONWAIL, ORIGINAL, QUAKESPASM, WINQUAKE};
use crate::location::{Location, Section};
use crate::parts::{COUNTS, Parts};
use crate::raw::{HeaderField, Vertex};

/// The limits of engines: a field, its greatest allowed value, and the engines with this limit. GLQuake does not check the numbers of
/// triangles and poses, and writes beyond its arrays.
pub(super) const LIMITS: [(HeaderField, usize, Engines); 10] = [
    (HeaderField::NumSkins, 32, FROM_GLQUAKE),
    (HeaderField::NumSkins, 65_535, DARKPLACES),
    (HeaderField::SkinHeight, 480, ORIGINAL),
    (HeaderField::NumVerts, 1024, GLQUAKE),
    (HeaderField::NumVerts, 2000, WINQUAKE.union(QUAKESPASM)),
    (HeaderField::NumVerts, 32_767, IRONWAIL),
    (HeaderField::NumVerts, 65_535, DARKPLACES),
    (HeaderField::NumTris, 2048, GLQUAKE),
    (HeaderField::NumTris, 4096, QUAKESPASM),
    (HeaderField::NumTris, 65_535, DARKPLACES),
];

/// The greatest numbers of poses, including the poses in groups.
const POSE_LIMITS: [(usize, Engines); 2] = [(256, GLQUAKE), (1024, QUAKESPASM.union(IRONWAIL))];

/// The greatest skin height in texels that the first versions of Quake accept.
const DOS_SKIN_HEIGHT: i32 = 200;

/// Greatest plausible coordinate in Quake units. Maps end at ±4096.
const FAR: f32 = 32768.0;

pub(super) fn check(parts: &Parts<'_>, findings: &mut Findings) {
    check_counts(parts, findings);
    check_limits(parts, findings);
    check_scale(parts, findings);
    check_radius(parts, findings);
    check_other_fields(parts, findings);
}

fn add(
    code: Code,
    field: HeaderField,
    found: core::fmt::Arguments<'_>,
    expected: &str,
    findings: &mut Findings,
) {
    findings.add(code, Location::Header(field), field.offset(), found, expected);
}

fn check_counts(parts: &Parts<'_>, findings: &mut Findings) {
    let header = &parts.header;
    for field in COUNTS.into_iter().filter(|field| header.count(*field) == 0) {
        let is_side = matches!(field, HeaderField::SkinWidth | HeaderField::SkinHeight);
        let code = if is_side { Code::SkinSize } else { Code::Empty };
        add(code, field, format_args!("0"), "1 or more", findings);
    }
    if header.skinwidth % 4 != 0 {
        let found = format_args!("{}", header.skinwidth);
        add(Code::SkinWidth, HeaderField::SkinWidth, found, "a multiple of 4", findings);
    }
    if header.skinheight > DOS_SKIN_HEIGHT {
        let found = format_args!("{}", header.skinheight);
        add(Code::SkinTall, HeaderField::SkinHeight, found, "at most 200 for DOS Quake", findings);
    }
}

fn check_limits(parts: &Parts<'_>, findings: &mut Findings) {
    for (field, allowed, engines) in LIMITS {
        let found = parts.header.count(field);
        if usize::try_from(found).is_ok_and(|found| found > allowed) {
            let (location, expected) = (Location::Header(field), format_args!("at most {allowed}"));
            let found = format_args!("{found}");
            findings.add_for(engines, Code::Limit, location, field.offset(), found, expected);
        }
    }
    let poses = parts.poses.len();
    for (allowed, engines) in POSE_LIMITS.into_iter().filter(|(allowed, _)| poses > *allowed) {
        let (location, found) = (Location::Section(Section::Frames), format_args!("{poses} poses"));
        let (offset, expected) = (HeaderField::NumFrames.offset(), format_args!("at most {allowed}"));
        findings.add_for(engines, Code::Limit, location, offset, found, expected);
    }
}

fn check_scale(parts: &Parts<'_>, findings: &mut Findings) {
    let (scale, origin) = (parts.header.scale, parts.header.scale_origin);
    if !scale.iter().chain(&origin).all(|value| value.is_finite()) {
        return;
    }
    let found = format_args!("{scale:?}");
    if scale.iter().any(|&value| value < 0.0) {
        add(Code::ScaleNegative, HeaderField::Scale, found, "above 0", findings);
    }
    if scale.contains(&0.0) {
        add(Code::ScaleZero, HeaderField::Scale, found, "above 0", findings);
    }
    let farthest = |axis: usize| origin[axis].abs().max((origin[axis] + 255.0 * scale[axis]).abs());
    let farthest = farthest(0).max(farthest(1)).max(farthest(2));
    if farthest > FAR {
        let (found, expected) = (format_args!("extends to {farthest:?}"), alloc::format!("at most {FAR:?}"));
        add(Code::FarAway, HeaderField::Scale, found, &expected, findings);
    }
}

fn check_radius(parts: &Parts<'_>, findings: &mut Findings) {
    /// The tolerance for rounding by exporters: the factor by which a squared distance may exceed the squared radius.
    const TOLERANCE: f32 = 1.001;
    let (scale, origin) = (parts.header.scale, parts.header.scale_origin);
    let radius = parts.header.boundingradius;
    let square = |vertex: &Vertex| {
        let [x, y, z] = vertex.dequantize(scale, origin);
        x * x + y * y + z * z
    };
    let outside = |vertex: &Vertex| square(vertex) > radius * radius * TOLERANCE;
    let count = parts.poses.iter().flat_map(|pose| pose.vertices.iter()).filter(outside).count();
    if radius.is_finite() && count > 0 {
        let found = format_args!("{count} vertices are outside the radius {radius:?}");
        add(Code::Radius, HeaderField::BoundingRadius, found, "", findings);
    }
}

fn check_other_fields(parts: &Parts<'_>, findings: &mut Findings) {
    let header = &parts.header;
    if !header.boundingradius.is_finite() {
        let found = format_args!("{:?}", header.boundingradius);
        add(Code::UnusedNotFinite, HeaderField::BoundingRadius, found, "a finite number", findings);
    }
    if !header.eyeposition.iter().all(|value| value.is_finite()) {
        let found = format_args!("{:?}", header.eyeposition);
        add(Code::UnusedNotFinite, HeaderField::EyePosition, found, "finite numbers", findings);
    }
    if !header.size.is_finite() {
        let found = format_args!("{:?}", header.size);
        add(Code::UnusedNotFinite, HeaderField::Size, found, "a finite number", findings);
    }
    if !matches!(header.synctype, 0 | 1) {
        let found = format_args!("{}", header.synctype);
        add(Code::SyncType, HeaderField::SyncType, found, "0 or 1", findings);
    }
    let unknown = Effects::from_bits(header.flags.cast_unsigned()).unknown();
    if unknown != 0 {
        add(Code::UnknownFlags, HeaderField::Flags, format_args!("{unknown:#x}"), "", findings);
    }
}
