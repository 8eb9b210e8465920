//! Search for the vertices of frames that have no names: each frame is like the frame before it.

use md2_common::layout::{List, Value};

use crate::pose::{Positions, difference, distance, fits};
use crate::record::{count, offset_in, positions, short_position};

/// The bounding boxes of all frames, in the units of their vertices. Empty if they do not show where vertices are.
pub(crate) type Bounds = Vec<[f32; 6]>;

/// Whether the records of a list are the vertices of frames, without names.
pub(crate) fn is_track(list: &List) -> bool {
    matches!(list.values[..], [Value::ShortVertices(count)] if count > 0)
}

/// Whether at most an eighth of the vertices of a frame are outside its bounds.
pub(crate) fn is_in_bounds(pose: &Positions, bounds: &Bounds, frame: usize) -> bool {
    outside(pose, bounds, frame) <= pose.len() / 8
}

/// Returns the number of vertices of a frame that are outside its bounds.
pub(crate) fn outside(pose: &Positions, bounds: &Bounds, frame: usize) -> usize {
    let Some(bounds) = bounds.get(frame) else { return 0 };
    /// Rounding of the bounds, in the units of vertices.
    const SLACK: f32 = 4.0;
    let [least, greatest] = [0, 3].map(|first| bounds.iter().skip(first));
    let is_outside = |vertex: &&[f32; 3]| {
        let mut axes = vertex.iter().zip(least.clone()).zip(greatest.clone());
        axes.any(|((at, least), greatest)| *at < least - SLACK || *at > greatest + SLACK)
    };
    pose.iter().filter(is_outside).count()
}

/// Corners of triangles, of which some may be damaged.
pub(crate) type Edges = Vec<[usize; 2]>;

/// Returns edges of the triangles of a surface, read at both shifts that the list may have.
pub(crate) fn edges(file: &[u8], list: &List, end: i32) -> Edges {
    /// The number of triangles at the start of the list, and at its end, whose edges are used.
    const MOST: usize = 48;
    let below = match list.values[..] {
        [Value::Index { bytes: 4, below, .. }, ..] => below,
        _ => return Edges::new(),
    };
    let triangle = |index: usize, shift: i32| {
        let bytes = record_at(file, list, (index, isize::try_from(shift).ok()?))?;
        let [a, b, c] = [0, 4, 8].map(|at| count(bytes, at).filter(|&index| index < below));
        Some([a?, b?, c?])
    };
    let first = (0..list.count).filter_map(|index| triangle(index, 0)).take(MOST);
    let last = (0..list.count).rev().filter_map(|index| triangle(index, end)).take(MOST);
    first.chain(last).flat_map(|[a, b, c]| [[a, b], [b, c]]).collect()
}

/// Returns the sum of the lengths of edges. It is greater if the vertices are read at a wrong offset.
pub(crate) fn length(pose: &Positions, edges: &Edges) -> f32 {
    let corners = edges.iter().filter_map(|&[a, b]| Some((pose.get(a)?, pose.get(b)?)));
    corners.map(|(a, b)| difference(a, b)).sum()
}

/// Returns the shifts at which the poses of a list are found, in a file whose end has moved by `end`.
pub(crate) fn track_shifts(
    file: &[u8],
    list: &List,
    (bounds, edges): (&Bounds, &Edges),
    end: i32,
) -> Vec<i32> {
    /// The maximum number of searches, each of which looks at thousands of places.
    const SEARCHES: usize = 8;
    let mut shift = frame_shift(file, list, (bounds, edges), (0, end));
    let mut shifts: Vec<i32> = shifts_around(shift, list.stride).take(1).collect();
    let (mut searches, mut read) = (0_usize, 0_usize);
    let mut last: Vec<Positions> = Vec::new();
    let pose = |frame, shift| pose_at(file, list, bounds, (frame, shift));
    for frame in 0..list.count {
        let next = frame.saturating_add(1);
        let at = |frame, shift, last: &[_]| pose(frame, shift).filter(|pose| is_alike(pose, last, edges));
        let mut found = at(frame, shift, &last);
        if found.is_none() && at(next, shift, &last).is_none() && searches < SEARCHES {
            searches = searches.saturating_add(1);
            // The bytes of the frames before are not read again.
            let sample = |before: &Positions, frame: usize, shift: isize| {
                let bytes = record_at(file, list, (frame, shift));
                sample_distance(before, bytes.filter(|bytes| offset_in(file, bytes) >= read)?)
            };
            if let Some(nearest) = nearest((next, shift), &last, (end, edges), &pose, &sample) {
                shift = nearest;
                shifts.extend(shifts_around(shift, list.stride));
                found = at(frame, shift, &last);
            }
        }
        if let Some(found) = found {
            read = record_at(file, list, (frame, shift))
                .map_or(read, |bytes| offset_in(file, bytes).saturating_add(bytes.len()));
            last.push(found);
            last.drain(..last.len().saturating_sub(3));
        }
    }
    shifts
}

/// Returns a shift, and the shifts at which one record more or fewer precedes it.
pub(crate) fn shifts_around(shift: isize, stride: usize) -> impl Iterator<Item = i32> {
    let stride = stride.cast_signed();
    let around = [shift, shift.saturating_add(stride), shift.saturating_sub(stride)];
    around.into_iter().filter_map(|shift| i32::try_from(shift).ok())
}

/// Returns the bytes of a record that has moved by a shift.
pub(crate) fn record_at<'a>(file: &'a [u8], list: &List, (index, shift): (usize, isize)) -> Option<&'a [u8]> {
    let at = list.start.checked_add(index.checked_mul(list.stride)?)?.checked_add_signed(shift)?;
    file.get(at..at.checked_add(list.stride)?)
}

/// Returns the shift of a frame: 0, that of the end of the file, or one between them at which edges are much shorter.
pub(crate) fn frame_shift(
    file: &[u8],
    list: &List,
    (bounds, edges): (&Bounds, &Edges),
    (frame, end): (usize, i32),
) -> isize {
    /// The greatest number of shifts that are tried.
    const MOST: usize = 4096;
    /// The least ratio between the lengths of edges at two shifts that shows which is right.
    const RATIO: f32 = 1.1;
    let (end, mut found) = (isize::try_from(end).unwrap_or(0), (f32::INFINITY, 0));
    for shift in [0, end].into_iter().chain((end.min(0)..end.max(0)).take(MOST)) {
        let Some(pose) = pose_at(file, list, bounds, (frame, shift)) else { continue };
        let length = length(&pose, edges);
        if RATIO * length < found.0 {
            found = (length, shift);
        }
    }
    found.1
}

/// Returns the vertices of a frame that has moved by a shift, if they are inside its bounds.
fn pose_at(file: &[u8], list: &List, bounds: &Bounds, (frame, shift): (usize, isize)) -> Option<Positions> {
    let pose = positions(list, record_at(file, list, (frame, shift))?);
    is_in_bounds(&pose, bounds, frame).then_some(pose)
}

/// Returns the shift at which a frame is most like the frames before it.
fn nearest(
    (frame, shift): (usize, isize),
    last: &[Positions],
    (end, edges): (i32, &Edges),
    pose: &impl Fn(usize, isize) -> Option<Positions>,
    sample: &impl Fn(&Positions, usize, isize) -> Option<f32>,
) -> Option<isize> {
    /// The greatest distance to the shift of the frames before.
    const MOST: isize = 4096;
    /// The number of places at which all vertices are compared, not only a few.
    const FEW: usize = 64;
    let end = isize::try_from(end).ok()?;
    let Some(before) = last.last() else {
        // Without frames before, only the end of the file shows where the frames are.
        return pose(frame.saturating_sub(1), end).map(|_| end);
    };
    let near = shift.saturating_sub(MOST)..=shift.saturating_add(MOST);
    let tried = near.chain([end]).filter(|&tried| tried != shift);
    let mut tried: Vec<(f32, isize)> =
        tried.filter_map(|shift| Some((sample(before, frame, shift)?, shift))).collect();
    tried.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let distances = tried.into_iter().take(FEW).filter_map(|(_, shift)| {
        let found = pose(frame, shift)?;
        Some((distance(&found, before, found.len()), shift))
    });
    let (_, nearest) = distances.min_by(|(a, _), (b, _)| a.total_cmp(b))?;
    pose(frame, nearest).filter(|pose| is_alike(pose, last, edges)).map(|_| nearest)
}

/// Returns the distance between a few vertices of a pose and those in `bytes`.
fn sample_distance(pose: &Positions, bytes: &[u8]) -> Option<f32> {
    const SAMPLES: usize = 8;
    let step = (pose.len() / SAMPLES).max(1);
    let pairs = pose.iter().zip(bytes.as_chunks().0).step_by(step);
    Some(pairs.map(|(vertex, bytes)| difference(vertex, &short_position(bytes))).sum())
}

/// Whether a pose is like the poses before it: its edges are not longer, or its vertices are near.
fn is_alike(pose: &Positions, others: &[Positions], edges: &Edges) -> bool {
    /// The greatest plausible ratio between the lengths of edges in two successive frames.
    const RATIO: f32 = 1.2;
    match others.last() {
        None => true,
        Some(last) if edges.is_empty() => !last.is_empty() && fits(pose, others),
        Some(last) => length(pose, edges) <= RATIO * length(last, edges),
    }
}
