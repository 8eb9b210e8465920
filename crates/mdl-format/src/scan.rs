//! Checks of bulk records in flat loops.
//!
//! A file is mostly vertices and texels, and texels may be anything, so parsing is as fast as the loop over the
//! vertices. It takes the maximum of every lane of a block, without a branch, which the compiler turns into vector
//! instructions. Only when a maximum is out of range does a second loop look for the culprit.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use zerocopy::IntoBytes;

use md2_common::NORMAL_COUNT;

use crate::raw::{Triangle, Vertex};

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

/// The greatest bytes seen in the vertices of a model.
pub(crate) struct VertexScan {
    /// Taken modulo 128: the normal index is every fourth one.
    bytes: [u8; Self::BLOCK],
}

impl VertexScan {
    /// Thirty-two vertices. All their bytes are compared, because that is what vectors do best.
    const BLOCK: usize = 128;

    pub(crate) const fn new() -> Self {
        Self { bytes: [0; Self::BLOCK] }
    }

    #[inline]
    pub(crate) fn add(&mut self, vertices: &[Vertex]) {
        let bytes = vertices.as_bytes();
        for block in bytes.as_chunks::<{ Self::BLOCK }>().0 {
            raise(&mut self.bytes, *block);
        }
        // What is left over is covered by the last whole block of the pose, though that reads some bytes again.
        match bytes.last_chunk::<{ Self::BLOCK }>() {
            Some(block) => raise(&mut self.bytes, *block),
            None => raise(&mut self.bytes, bytes.iter().copied()),
        }
    }

    /// Whether every normal index is in the table.
    pub(crate) fn all_normals_in_range(&self) -> bool {
        let (vertices, _) = self.bytes.as_chunks::<{ size_of::<Vertex>() }>();
        vertices.iter().all(|&[.., normal]| usize::from(normal) < NORMAL_COUNT)
    }
}

/// Raises each of the maxima to the value in its place.
#[inline(always)]
fn raise<T: Ord + Copy>(most: &mut [T], values: impl IntoIterator<Item = T>) {
    for (most, value) in most.iter_mut().zip(values) {
        *most = value.max(*most);
    }
}
