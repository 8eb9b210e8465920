//! Signs that vertices were overwritten: blocks of zeros, which are compared with the frames next to them, and signs in a single frame.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// A vertex of a frame, as the file stores it.
#[derive(Clone, Copy, Debug)]
pub struct StoredVertex {
    /// The position in Quake units.
    pub position: [f32; 3],
    /// Whether all bytes of the position are zero.
    pub has_zero_position: bool,
    /// Whether all bytes of the normal are zero.
    pub has_zero_normal: bool,
}

/// Returns the range of zero bytes around an offset.
pub fn zero_run(bytes: &[u8], at: usize) -> Range<usize> {
    let (before, after) = bytes.split_at_checked(at).unwrap_or_default();
    let count = before.iter().rev().take_while(|byte| **byte == 0).count();
    let after = after.iter().take_while(|byte| **byte == 0).count();
    at.saturating_sub(count)..at.saturating_add(after)
}

/// A block of vertices that was probably overwritten, if the same vertices of other frames are not zero.
const ZEROS: [u8; 48] = [0; 48];

/// Whether a block of 48 bytes is zero.
pub fn has_zero_block(bytes: &[u8]) -> bool {
    bytes.as_chunks().0.contains(&ZEROS)
}

/// Returns the first frame with a block of zeros that the frames next to it do not have, and the offset of the block in its vertices.
/// `vertices` returns the bytes of a frame.
pub fn zero_block<'a>(vertices: impl Fn(usize) -> Option<&'a [u8]>) -> Option<(usize, usize)> {
    let is_zero = |frame: Option<usize>, block: usize| {
        frame.and_then(&vertices).and_then(|bytes| bytes.as_chunks().0.get(block)) == Some(&ZEROS)
    };
    (0_usize..).map_while(|frame| Some((frame, vertices(frame)?))).find_map(|(frame, bytes)| {
        let block = bytes.as_chunks().0.iter().position(|block| *block == ZEROS)?;
        let has_neighbor = frame > 0 || vertices(1).is_some();
        let is_alone = !is_zero(frame.checked_sub(1), block) && !is_zero(frame.checked_add(1), block);
        (is_alone && has_neighbor).then_some((frame, block.saturating_mul(ZEROS.len())))
    })
}

/// Returns a range of at least 64 zero bytes of an image whose neighbors in the rows above and below are mostly not zero. Whole rows may
/// be a black band.
pub fn zeroed_rows(texels: &[u8], width: usize) -> Option<Range<usize>> {
    const LEAST: usize = 64;
    let is_row_end = |at: usize| at.checked_rem(width) == Some(0);
    let mut end = 0_usize;
    texels.chunk_by(|a, b| (*a == 0) == (*b == 0)).find_map(|run| {
        let range = end..end.saturating_add(run.len());
        end = range.end;
        let is_band = is_row_end(range.start) && is_row_end(range.end);
        if run.len() < LEAST || run.first() != Some(&0) || is_band {
            return None;
        }
        let around = range.clone().flat_map(|at| [at.checked_sub(width), at.checked_add(width)]);
        let around = around.flatten().filter(|at| !range.contains(at)).filter_map(|at| texels.get(at));
        let (zeros, all) = around.fold((0_usize, 0_usize), |(zeros, all), texel| {
            (zeros.saturating_add(usize::from(*texel == 0)), all.saturating_add(1))
        });
        (all > 0 && zeros <= all / 4).then_some(range)
    })
}

/// Returns the first record and the number of records of a block of at least 64 zero bytes in a list, if it is the only one and the list
/// has more other records.
pub fn zeroed_records(list: &[u8], record_bytes: usize) -> Option<(usize, usize)> {
    const LEAST: usize = 64;
    let is_zero = |record: &&[u8]| record.iter().all(|byte| *byte == 0);
    let records = list.chunks_exact(record_bytes.max(1));
    let first = records.clone().position(|record| is_zero(&record))?;
    let count = records.clone().skip(first).take_while(is_zero).count();
    let is_only = records.clone().filter(is_zero).count() == count && count < records.len() / 2;
    (is_only && count.saturating_mul(record_bytes) >= LEAST).then_some((first, count))
}

/// Describes a block of zeros in some frames, of which the first is the place of the finding.
pub fn describe_zeros(first: usize, last: usize) -> String {
    let place = if first < last { format!(" up to frame {last}") } else { String::new() };
    format!("a block of vertices is zero{place}, unlike in the frames next to it")
}

/// Describes successive vertices of the only frame that were probably overwritten with zeros: their triangles have collapsed, and other
/// edges reach across the model to them. Models with many zero normals are not judged, because a ring that was scaled to a point may be
/// zero in them.
pub fn zeroed_vertices(
    vertices: impl Iterator<Item = StoredVertex>,
    triangles: impl Iterator<Item = [usize; 3]> + Clone,
) -> Option<String> {
    /// The least number of vertices and of collapsed triangles.
    const LEAST: [usize; 2] = [3, 2];
    /// The number of zero vertices that is too large for a ring which was scaled to a point.
    const MANY: usize = 24;
    let vertices: Vec<StoredVertex> = vertices.collect();
    let is_zero = |vertex: &StoredVertex| vertex.has_zero_position && vertex.has_zero_normal;
    let (mut start, mut run) = (0_usize, 0..0);
    for group in vertices.chunk_by(|a, b| is_zero(a) == is_zero(b)) {
        let end = start.saturating_add(group.len());
        if group.first().is_some_and(is_zero) && group.len() > run.len() {
            run = start..end;
        }
        start = end;
    }
    let others = vertices.iter().filter(|vertex| vertex.has_zero_normal && !is_zero(vertex)).count();
    let is_collapsed =
        |corners: &[usize; 3]| corners.iter().filter(|corner| run.contains(corner)).count() >= 2;
    let collapsed = triangles.clone().filter(is_collapsed).count();
    if run.len() < LEAST[0] || collapsed < LEAST[1] || others > vertices.len() / 4 {
        return None;
    }
    let (across, other) = edges(&vertices, |vertex| run.contains(&vertex), triangles);
    let middle = |lengths: &Vec<f32>| lengths.get(lengths.len() / 2).copied();
    // The squares of lengths are compared.
    let is_far = middle(&across).is_some_and(|across| across > 2.25 * middle(&other).unwrap_or(0.0));
    (is_far || run.len() >= MANY)
        .then(|| format!("vertices {} to {} are zero", run.start, run.end.saturating_sub(1)))
}

/// Returns whether all edges between the vertices of a part and the other vertices are far longer than the longest edge of the others, and
/// no two vertices of the part belong to the same triangle.
pub fn is_torn_off(
    vertices: &[StoredVertex],
    is_part: impl Fn(usize) -> bool,
    triangles: impl Iterator<Item = [usize; 3]> + Clone,
) -> bool {
    /// The square of the least ratio.
    const RATIO: f32 = 16.0;
    let has_two = |corners: [usize; 3]| corners.into_iter().filter(|&corner| is_part(corner)).count() > 1;
    let is_connected = triangles.clone().any(has_two);
    let (across, other) = edges(vertices, &is_part, triangles);
    let ends = across.first().zip(other.last());
    !is_connected && ends.is_some_and(|(least, greatest)| *least > RATIO * greatest)
}

/// Returns the squares of the lengths of the edges between a part and the other vertices, and between the others, in ascending order.
fn edges(
    vertices: &[StoredVertex],
    is_part: impl Fn(usize) -> bool,
    triangles: impl Iterator<Item = [usize; 3]>,
) -> (Vec<f32>, Vec<f32>) {
    let (mut across, mut other) = (Vec::<f32>::new(), Vec::<f32>::new());
    for [a, b] in triangles.flat_map(|[a, b, c]| [[a, b], [b, c], [c, a]]) {
        let Some((start, end)) = vertices.get(a).zip(vertices.get(b)) else { continue };
        let square = start.position.iter().zip(end.position).map(|(a, b)| (a - b) * (a - b)).sum();
        match [a, b].map(&is_part) {
            [true, true] => {}
            [false, false] => other.push(square),
            _ => across.push(square),
        }
    }
    across.sort_unstable_by(f32::total_cmp);
    other.sort_unstable_by(f32::total_cmp);
    (across, other)
}
