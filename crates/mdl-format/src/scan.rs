//! Checks of bulk records in flat loops.
//!
//! Of a file's bulk only the triangles can be wrong: any texel is a color, any vertex a position, and a normal beyond
//! the table has a meaning. The loop takes the maximum of every lane of a block, without a branch, which the compiler
//! turns into vector instructions. Only when a maximum is out of range does a second loop look for the culprit.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use zerocopy::IntoBytes;

use crate::raw::Triangle;

/// The greatest index of a vertex, `None` without triangles.
pub(crate) fn max_vertex(triangles: &[Triangle]) -> Option<u32> {
    /// Four triangles, each four words, of which the first is not an index.
    const BLOCK: usize = 16;
    let (words, _) = triangles.as_bytes().as_chunks::<4>();
    let (blocks, rest) = words.as_chunks::<BLOCK>();
    let mut most = [0; BLOCK];
    for block in blocks {
        raise(&mut most, block.map(u32::from_le_bytes));
    }
    raise(&mut most, rest.iter().copied().map(u32::from_le_bytes));
    let indices = most.as_chunks().0.iter().flat_map(|&[_, a, b, c]: &[u32; 4]| [a, b, c]);
    indices.max().filter(|_| !triangles.is_empty())
}

/// Raises each of the maxima to the value in its place.
#[inline(always)]
fn raise<T: Ord + Copy>(most: &mut [T], values: impl IntoIterator<Item = T>) {
    for (most, value) in most.iter_mut().zip(values) {
        *most = value.max(*most);
    }
}
