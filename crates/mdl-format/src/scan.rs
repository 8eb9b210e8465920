//! Checks of bulk records in flat loops.
//!
//! Of a file's bulk only the triangles can be wrong: any texel is a color, any vertex a position, and a normal beyond
//! the table has a meaning. Only when the maximum is out of range does a second loop look for the culprit.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use md2_common::scan::lane_maxima;
use zerocopy::IntoBytes;

use crate::raw::Triangle;

/// The greatest index of a vertex, `None` without triangles.
pub(crate) fn max_vertex(triangles: &[Triangle]) -> Option<u32> {
    /// Four triangles, each four words, of which the first is not an index.
    const BLOCK: usize = 16;
    let most: [u32; BLOCK] = lane_maxima(triangles.as_bytes(), u32::from_le_bytes);
    let indices = most.as_chunks().0.iter().flat_map(|&[_, a, b, c]: &[u32; 4]| [a, b, c]);
    indices.max().filter(|_| !triangles.is_empty())
}
