//! The header's fields by themselves, and how much of everything there is.

use alloc::vec::Vec;

use super::Findings;
use super::code::Code;
use super::engine::{Engine, Engines};
use crate::effects::Effects;
use crate::location::{Location, Section};
use crate::parse;
use crate::parts::{COUNTS, Parts};
use crate::raw::{HeaderField, Vertex};

/// A count that no file reaches is no limit.
const FREE: usize = 1 << 24;

/// Coordinates of a map go to ±4096, those of a model that stands in it hardly further than this.
const FAR: f32 = 32768.0;

pub(super) fn check(parts: &Parts<'_>, findings: &mut Findings) {
    check_counts(parts, findings);
    check_limits(parts, findings);
    check_scale(parts, findings);
    check_radius(parts, findings);
    check_the_rest(parts, findings);
}

/// Adds what is unusual about a field.
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
}

/// Each limit, once for the engines that have it in common. A field in which a format allows anything has none.
pub(super) fn limits() -> impl Iterator<Item = (HeaderField, Engines, usize)> {
    COUNTS.into_iter().flat_map(|field| {
        let limit = move |engine: Engine| parse::limit(field, &engine.limits());
        let engines = Engine::ALL.iter().copied().filter(|engine| *engine != Engine::Format);
        let mut limits: Vec<usize> = engines.clone().map(limit).filter(|most| *most < FREE).collect();
        limits.sort_unstable();
        limits.dedup();
        limits.into_iter().map(move |most| {
            let those = engines.clone().filter(|engine| limit(*engine) == most);
            (
                field,
                those.fold(Engines::NONE, |all, engine| all.union(Engines::from_index(engine as u32))),
                most,
            )
        })
    })
}

/// Adds a finding for each limit that is exceeded; engines with the same one share it.
fn check_limits(parts: &Parts<'_>, findings: &mut Findings) {
    for field in COUNTS {
        let found = usize::try_from(parts.header.count(field)).unwrap_or(0);
        exceeded(
            found,
            |engine| parse::limit(field, &engine.limits()),
            |engines, allowed| {
                let (location, expected) = (Location::Header(field), format_args!("at most {allowed}"));
                findings.add_for(
                    engines,
                    Code::Limit,
                    location,
                    field.offset(),
                    format_args!("{found}"),
                    expected,
                );
            },
        );
    }
    let poses = parts.poses.len();
    exceeded(
        poses,
        |engine| engine.limits().max_poses,
        |engines, allowed| {
            let (location, found) = (Location::Section(Section::Frames), format_args!("{poses} poses"));
            let (offset, expected) = (HeaderField::NumFrames.offset(), format_args!("at most {allowed}"));
            findings.add_for(engines, Code::Limit, location, offset, found, expected);
        },
    );
}

/// Calls `add` with each limit that `found` exceeds and the engines whose limit it is.
fn exceeded(found: usize, limit: impl Fn(Engine) -> usize, mut add: impl FnMut(Engines, usize)) {
    let mut above = 0;
    while let Some(allowed) =
        Engine::ALL.iter().copied().map(&limit).filter(|&l| l >= above && l < found).min()
    {
        let those = Engine::ALL.iter().copied().filter(|engine| limit(*engine) == allowed);
        add(those.fold(Engines::NONE, |all, engine| all.union(Engines::from_index(engine as u32))), allowed);
        above = allowed + 1;
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
        let (found, expected) = (format_args!("reaches to {farthest:?}"), alloc::format!("at most {FAR:?}"));
        add(Code::FarAway, HeaderField::Scale, found, &expected, findings);
    }
}

/// Whether all vertices lie in the ball that the header promises.
fn check_radius(parts: &Parts<'_>, findings: &mut Findings) {
    /// What exporters round away.
    const SLACK: f32 = 1.001;
    let (scale, origin) = (parts.header.scale, parts.header.scale_origin);
    let radius = parts.header.boundingradius;
    let square = |vertex: &Vertex| {
        let [x, y, z] = vertex.dequantize(scale, origin);
        x * x + y * y + z * z
    };
    let outside = |vertex: &&Vertex| square(vertex) > radius * radius * SLACK;
    let count = parts.poses.iter().flat_map(|pose| pose.vertices).filter(outside).count();
    if radius.is_finite() && count > 0 {
        let found = format_args!("{count} vertices lie further out than {radius:?}");
        add(Code::Radius, HeaderField::BoundingRadius, found, "", findings);
    }
}

fn check_the_rest(parts: &Parts<'_>, findings: &mut Findings) {
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
