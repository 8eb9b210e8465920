//! Ranges of quantized coordinates, from which bounds are computed.

use crate::bounds::Bounds;
use crate::transform::FrameTransform;

/// The integer type (`u8` or `i16`) of the four numbers of a quantized vertex: three coordinates and the normal.
pub(crate) trait Lane: Copy + Ord + Into<f32> + 'static {
    type Bytes: Copy + 'static;
    const LEAST: Self;
    const GREATEST: Self;

    fn split(bytes: &[u8]) -> &[Self::Bytes];
    fn read(bytes: Self::Bytes) -> Self;
}

impl Lane for u8 {
    type Bytes = u8;
    const LEAST: Self = Self::MIN;
    const GREATEST: Self = Self::MAX;

    fn split(bytes: &[u8]) -> &[u8] {
        bytes
    }

    fn read(byte: u8) -> Self {
        byte
    }
}

/// The type of the numbers of an MD3's vertices. The fourth number contains the two angles of the normal, so its range has no meaning.
impl Lane for i16 {
    type Bytes = [u8; 2];
    const LEAST: Self = Self::MIN;
    const GREATEST: Self = Self::MAX;

    fn split(bytes: &[u8]) -> &[[u8; 2]] {
        bytes.as_chunks().0
    }

    fn read(bytes: [u8; 2]) -> Self {
        Self::from_le_bytes(bytes)
    }
}

const LANES: usize = 4;

/// The vertices that triangles use.
///
/// Real files also contain vertices that no triangle uses. If the bounds included them, a renderer would not center the model in the
/// picture. Without triangles, every vertex counts as used.
pub(crate) enum UsedVertices {
    All,
    /// The indices of the used vertices, in ascending order.
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

    /// Returns the range of the coordinates of the used vertices; `None` if no vertex is used. `bytes` contains all
    /// vertices, and `all` is their range.
    pub(crate) fn range<L: Lane>(&self, bytes: &[u8], all: PackedRange<L>) -> Option<PackedRange<L>> {
        match self {
            Self::All => (!bytes.is_empty()).then_some(all),
            Self::Some(used) => {
                let lanes = L::split(bytes);
                let mut range = PackedRange::EMPTY;
                for vertex in used {
                    range.include(&lanes[LANES * vertex..][..LANES]);
                }
                Some(range)
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PackedRange<L> {
    pub(crate) min: [L; LANES],
    pub(crate) max: [L; LANES],
}

impl<L: Lane> PackedRange<L> {
    pub(crate) const EMPTY: Self = Self { min: [L::GREATEST; LANES], max: [L::LEAST; LANES] };

    pub(crate) fn new(bytes: &[u8]) -> Self {
        // The compiler turns the loop over sixteen vertices into a few vector instructions.
        const BLOCK: usize = 16 * LANES;
        let (mut min, mut max) = ([L::GREATEST; BLOCK], [L::LEAST; BLOCK]);
        let (blocks, rest) = L::split(bytes).as_chunks::<BLOCK>();
        for block in blocks {
            for i in 0..BLOCK {
                let lane = L::read(block[i]);
                min[i] = min[i].min(lane);
                max[i] = max[i].max(lane);
            }
        }
        let mut half = BLOCK;
        while half > LANES {
            half /= 2;
            for i in 0..half {
                min[i] = min[i].min(min[i + half]);
                max[i] = max[i].max(max[i + half]);
            }
        }
        let mut range = Self { min: [0, 1, 2, 3].map(|i| min[i]), max: [0, 1, 2, 3].map(|i| max[i]) };
        for vertex in rest.chunks_exact(LANES) {
            range.include(vertex);
        }
        range
    }

    fn include(&mut self, vertex: &[L::Bytes]) {
        for ((min, max), &lane) in self.min.iter_mut().zip(&mut self.max).zip(vertex) {
            let lane = L::read(lane);
            *min = (*min).min(lane);
            *max = (*max).max(lane);
        }
    }

    /// Returns the bounding box of the range in model space. It is exact, because rounding preserves the order of values.
    pub(crate) fn bounds(&self, transform: &FrameTransform) -> Bounds {
        let corner = |[x, y, z, _]: [L; LANES]| transform.position([x, y, z].map(Into::into));
        let (a, b) = (corner(self.min), corner(self.max));
        // If the scale is negative, minimum and maximum are swapped.
        Bounds { min: [0, 1, 2].map(|i| a[i].min(b[i])), max: [0, 1, 2].map(|i| a[i].max(b[i])) }
    }
}
