//! Findings about the tags and their axes.

use alloc::collections::BTreeSet;

use super::Findings;
use crate::code::Code;
use crate::location::Location;
use crate::raw::{HeaderField, Tag};
use crate::view::Md3;

/// Tolerance for the length of an axis and for the cosine between two axes. It is greater than the rounding errors of
/// exporters.
const TOLERANCE: f32 = 0.01;

pub(super) fn check(parts: &Md3<'_>, findings: &mut Findings) {
    if parts.tag_count == 0 {
        return;
    }
    let first = parts.tags.slice(0..parts.tag_count.min(parts.tags.len()));
    for (frame, tags) in parts.tags.chunks(parts.tag_count).enumerate() {
        let mut names = BTreeSet::new();
        for (i, (tag, first)) in tags.iter().zip(first.iter()).enumerate() {
            let location = Location::Tag { frame, tag: i, name: tag.name };
            let offset = parts.tag_offset(frame * parts.tag_count + i);
            super::check_name(
                &tag.name,
                [Code::TagUnnamed, Code::TagUnterminated, Code::TagLeftovers],
                location,
                offset,
                findings,
            );
            if !names.insert(tag.name.as_bytes().to_vec()) {
                let found = format_args!("\"{}\" again", tag.name);
                findings.add(Code::TagTwice, location, offset, found, "different names");
            }
            if tag.name.as_bytes() != first.name.as_bytes() {
                let expected = format_args!("\"{}\" as in frame 0", first.name);
                findings.add(Code::TagRenamed, location, offset, format_args!("\"{}\"", tag.name), expected);
            }
            check_axes(&tag, location, offset + Tag::row_offset(1), findings);
        }
    }
    let are_still = parts.tags.chunks(parts.tag_count).all(|tags| {
        tags.iter().zip(first.iter()).all(|(tag, first)| tag.origin == first.origin && tag.axes == first.axes)
    });
    if are_still && parts.frame_count > 1 {
        let field = HeaderField::NumTags;
        let found = format_args!("no tag moves in {} frames", parts.frame_count);
        findings.add(Code::TagsStill, Location::Header(field), field.offset(), found, "");
    }
}

fn check_axes(tag: &Tag, location: Location, offset: usize, findings: &mut Findings) {
    if !tag.is_finite() {
        return;
    }
    let axes = tag.axes;
    let [forward, left, up] = axes;
    // Squared lengths are compared, which avoids square roots. An axis is invalid if its length is 0 or much too large.
    let squares = axes.map(|axis| dot(axis, axis));
    let volume = dot(cross(forward, left), up);
    let size = squares[0] * squares[1] * squares[2];
    if !(f32::MIN_POSITIVE..f32::INFINITY).contains(&size) || volume * volume < TOLERANCE * size {
        findings.add(Code::TagFlat, location, offset, format_args!("axes {axes:?}"), "three directions");
        return;
    }
    if volume < 0.0 {
        findings.add(Code::TagMirrored, location, offset, format_args!("left-handed axes"), "");
    }
    if squares.iter().any(|square| (square - 1.0).abs() > 2.0 * TOLERANCE) {
        findings.add(Code::TagScaled, location, offset, format_args!("axes {axes:?}"), "unit length");
    }
    let skewed = |a: usize, b: usize| {
        let along = dot(axes[a], axes[b]);
        along * along > TOLERANCE * TOLERANCE * squares[a] * squares[b]
    };
    if skewed(0, 1) || skewed(1, 2) || skewed(2, 0) {
        findings.add(Code::TagSkewed, location, offset, format_args!("axes {axes:?}"), "right angles");
    }
}

fn dot([ax, ay, az]: [f32; 3], [bx, by, bz]: [f32; 3]) -> f32 {
    ax * bx + ay * by + az * bz
}

fn cross([ax, ay, az]: [f32; 3], [bx, by, bz]: [f32; 3]) -> [f32; 3] {
    [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}
