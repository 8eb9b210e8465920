//! A fast range check of triangle indices.
//!
//! Only triangles need a check, because all values of texels and vertices are valid. The parser searches for the faulty
//! triangle only if the greatest vertex index is out of range.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use md2_common::scan::lane_maxima;

use crate::raw::{Records, Triangle};

pub(crate) fn max_vertex(triangles: Records<'_, Triangle>) -> Option<u32> {
    /// The number of 32-bit words in four triangles. Each triangle has a word that is not an index, and three vertex indices.
    const BLOCK: usize = 16;
    let most: [u32; BLOCK] = lane_maxima(triangles.as_bytes(), u32::from_le_bytes);
    let indices = most.as_chunks().0.iter().flat_map(|&[_, a, b, c]: &[u32; 4]| [a, b, c]);
    indices.max().filter(|_| !triangles.is_empty())
}
