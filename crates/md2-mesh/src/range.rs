//! Bounds over packed vertices, found in bytes and only then turned into positions.

use crate::{Bounds, FrameTransform};

/// The vertices that triangles use.
///
/// Real files hold others too; inside the bounds they would push the model out of the middle of the
/// picture. Without any triangle every vertex counts as used.
pub(crate) enum UsedVertices {
    /// All of them.
    All,
    /// These, in ascending order.
    Some(Vec<usize>),
}

impl UsedVertices {
    pub(crate) fn new(indices: &[u32], vertex_count: usize) -> Self {
        let mut is_used = vec![indices.is_empty(); vertex_count];
        for &index in indices {
            is_used[index as usize] = true;
        }
        if is_used.iter().all(|&used| used) {
            return Self::All;
        }
        Self::Some((0..vertex_count).filter(|&vertex| is_used[vertex]).collect())
    }

    /// The range of the used vertices (`None` if there are none), where `all` is that of every vertex in `bytes`.
    pub(crate) fn range(&self, bytes: &[u8], all: PackedRange) -> Option<PackedRange> {
        match self {
            Self::All => (!bytes.is_empty()).then_some(all),
            Self::Some(used) => {
                let mut range = PackedRange::EMPTY;
                for vertex in used {
                    range.include(&bytes[4 * vertex..][..4]);
                }
                Some(range)
            }
        }
    }
}

/// The least and the greatest value of each of the four bytes of a vertex, over some vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PackedRange {
    pub(crate) min: [u8; 4],
    pub(crate) max: [u8; 4],
}

impl PackedRange {
    /// The range of no vertices.
    pub(crate) const EMPTY: Self = Self { min: [u8::MAX; 4], max: [0; 4] };

    /// The range of the packed vertices in `bytes`.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        // Sixteen vertices side by side, so that the loop over a block becomes a few vector instructions.
        const BLOCK: usize = 64;
        let (mut min, mut max) = ([u8::MAX; BLOCK], [0; BLOCK]);
        let (blocks, rest) = bytes.as_chunks::<BLOCK>();
        for block in blocks {
            for i in 0..BLOCK {
                min[i] = min[i].min(block[i]);
                max[i] = max[i].max(block[i]);
            }
        }
        let mut half = BLOCK;
        while half > 4 {
            half /= 2;
            for i in 0..half {
                min[i] = min[i].min(min[i + half]);
                max[i] = max[i].max(max[i + half]);
            }
        }
        let mut range = Self { min: [0, 1, 2, 3].map(|i| min[i]), max: [0, 1, 2, 3].map(|i| max[i]) };
        for vertex in rest.chunks_exact(4) {
            range.include(vertex);
        }
        range
    }

    /// Widens the range to include a vertex of four bytes.
    fn include(&mut self, vertex: &[u8]) {
        for ((min, max), &byte) in self.min.iter_mut().zip(&mut self.max).zip(vertex) {
            *min = (*min).min(byte);
            *max = (*max).max(byte);
        }
    }

    /// The box that the range spans in model space. Exact: rounding keeps the order of values.
    pub(crate) fn bounds(&self, transform: &FrameTransform) -> Bounds {
        let corner = |[x, y, z, _]: [u8; 4]| transform.position([x, y, z]);
        let (a, b) = (corner(self.min), corner(self.max));
        // A negative scale turns the order of an axis around.
        Bounds { min: [0, 1, 2].map(|i| a[i].min(b[i])), max: [0, 1, 2].map(|i| a[i].max(b[i])) }
    }
}
