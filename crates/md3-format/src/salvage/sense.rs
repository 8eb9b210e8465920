//! Tests whether records are plausible.

use alloc::collections::BTreeSet;

use crate::raw::{Frame, POSITION_SCALE, Records, St, Tag, Vertex};
use crate::view::Md3;

/// The greatest plausible coordinate of a tag in Quake units. The coordinates of vertices are at most 512 units.
const FAR: f32 = 32768.0;

/// Whether all numbers of a tag are within ±32768, which is far more than the size of any model.
pub(super) fn is_tag(tag: &Tag) -> bool {
    let values = tag.origin.into_iter().chain(tag.axes.into_iter().flatten());
    values.into_iter().all(|value| value.abs() <= FAR)
}

/// Whether a tag has a name and plausible axes. A tag that is read from a wrong offset fails this test.
pub(super) fn is_certain_tag(tag: &Tag) -> bool {
    let has_length =
        |axis: [f32; 3]| (1.0e-3..1.0e3).contains(&axis.iter().map(|value| value.abs()).sum::<f32>());
    is_tag(tag)
        && is_text(tag.name.as_bytes())
        && !tag.name.as_bytes().is_empty()
        && tag.axes.into_iter().all(has_length)
}

pub(super) fn is_text(name: &[u8]) -> bool {
    name.iter().all(|byte| matches!(byte, b' '..=b'~'))
}

pub(super) fn is_frame(frame: &Frame) -> bool {
    let (min, max, radius) = (frame.min, frame.max, frame.radius);
    let is_plain = |value: f32| value == 0.0 || (1.0e-12..=FAR).contains(&value.abs());
    min.into_iter().chain(max).chain([radius]).all(is_plain)
        && min.iter().zip(max).all(|(min, max)| *min <= max)
        && is_text(frame.name.as_bytes())
}

pub(super) fn is_st(st: &St) -> bool {
    let is_plain = |value: f32| value == 0.0 || (1.0e-12..1.0e4).contains(&value.abs());
    is_plain(st.s) && is_plain(st.t)
}

/// Tests about `samples` vertices. Returns whether more than an eighth of them are outside the bounds of the frame,
/// enlarged by `margin` times their size. Also true if all tested vertices are equal, but the bounds are large.
pub(super) fn is_outside(vertices: Records<'_, Vertex>, frame: &Frame, margin: f32, samples: usize) -> bool {
    let step = vertices.len().checked_div(samples).unwrap_or(0).max(1);
    let size = frame.min.iter().zip(frame.max).map(|(min, max)| max - min).fold(0.0, f32::max);
    let slack = size * margin + POSITION_SCALE;
    let is_outside = |vertex: &Vertex| {
        let axes = vertex.position().into_iter().zip(frame.min).zip(frame.max);
        axes.into_iter().any(|((at, min), max)| at < min - slack || at > max + slack)
    };
    let tested = || (0..vertices.len()).step_by(step).filter_map(|i| vertices.get(i));
    let outside = tested().filter(|vertex| is_outside(vertex)).count();
    let first = vertices.first().map(|vertex| vertex.xyz);
    let is_blank = || vertices.len() > 3 && tested().all(|vertex| Some(vertex.xyz) == first);
    is_frame(frame) && (outside > tested().count() / 8 || size > 1.0 && is_blank())
}

/// Whether the bounds of a frame are the bounding box of `vertices`, apart from rounding.
pub(super) fn has_bounds(vertices: Records<'_, Vertex>, frame: &Frame) -> bool {
    let most = |pick: fn(f32, f32) -> f32| {
        vertices
            .iter()
            .map(|vertex| vertex.position())
            .reduce(|[ax, ay, az], [bx, by, bz]| [pick(ax, bx), pick(ay, by), pick(az, bz)])
    };
    let is_near = |corner: Option<[f32; 3]>, bound: [f32; 3]| {
        corner.is_some_and(|at| at.iter().zip(bound).all(|(at, bound)| (at - bound).abs() <= POSITION_SCALE))
    };
    is_near(most(f32::min), frame.min) && is_near(most(f32::max), frame.max)
}

/// Returns the frames with a surface whose vertices are far outside the bounds. The set is empty if more than a quarter
/// of the frames have wrong bounds.
pub(super) fn far_frames(view: &Md3<'_>, samples: usize) -> BTreeSet<usize> {
    exceptions(view.frame_count, |frame| {
        let mut surfaces = view.surfaces.iter().filter(|surface| surface.vertex_count > 0);
        surfaces.any(|surface| is_outside(surface.vertices(frame), &view.frame(frame), 1.0, samples))
    })
}

/// Returns the frames for which `is_bad` is true. If these are more than a quarter of all frames, returns an empty set,
/// because the exporter then probably wrote wrong bounds.
pub(super) fn exceptions(all: usize, is_bad: impl Fn(usize) -> bool) -> BTreeSet<usize> {
    let bad: BTreeSet<usize> = (0..all).filter(|&frame| is_bad(frame)).collect();
    if is_exception(bad.len(), all) { bad } else { BTreeSet::new() }
}

/// Whether `count` of `all` frames are few enough (at most a quarter) to be damaged. If more frames are implausible,
/// the exporter probably wrote them.
pub(super) fn is_exception(count: usize, all: usize) -> bool {
    count <= all / 4
}
