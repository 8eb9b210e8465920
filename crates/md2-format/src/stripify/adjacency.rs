//! Which triangles are neighbors.

use alloc::vec::Vec;

use super::Corner;

/// How many triangles at one edge are looked at. Sound surfaces have one on each side; the limit keeps the search
/// short on models where thousands of triangles share an edge.
const MAX_TRIANGLES_AT_EDGE: u8 = 8;

/// Index of a triangle; 32 bits, since there may be many.
pub(super) type TriangleIndex = u32;

/// A side of a triangle, from one corner to the next: `3 * triangle + corner`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct HalfEdge(u32);

impl HalfEdge {
    pub(super) fn sides_of(triangle: TriangleIndex) -> [Self; 3] {
        [0, 1, 2].map(|corner| Self(3 * triangle + corner))
    }

    pub(super) const fn triangle(self) -> TriangleIndex {
        self.0 / 3
    }

    /// The side that starts where this one ends.
    pub(super) const fn next(self) -> Self {
        if self.0 % 3 == 2 { Self(self.0 - 2) } else { Self(self.0 + 1) }
    }

    /// The side that ends where this one starts.
    pub(super) const fn prev(self) -> Self {
        if self.0.is_multiple_of(3) { Self(self.0 + 2) } else { Self(self.0 - 1) }
    }
}

/// The triangles and their neighbors.
pub(super) struct Adjacency {
    /// The corner that each half-edge starts at.
    corners: Vec<Corner>,
    /// The half-edges in the order of their corners, so that those between the same two lie together.
    sorted: Vec<HalfEdge>,
    /// For each half-edge, where in `sorted` those begin that run the other way …
    opposite_start: Vec<u32>,
    /// … and how many there are.
    opposite_count: Vec<u8>,
    triangle_count: TriangleIndex,
}

impl Adjacency {
    /// `corners` holds three for each triangle, and no more than 32 bits can count.
    pub(super) fn new(corners: Vec<Corner>) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "the caller sees to it")]
        let count = corners.len() as u32;
        let ends = |edge: HalfEdge| (corners[edge.0 as usize], corners[edge.next().0 as usize]);
        let mut sorted: Vec<_> = (0..count).map(HalfEdge).collect();
        sorted.sort_unstable_by_key(|&edge| (ends(edge), edge));

        let mut opposite_start = Vec::with_capacity(corners.len());
        let mut opposite_count = Vec::with_capacity(corners.len());
        for edge in (0..count).map(HalfEdge) {
            let (start, end) = ends(edge);
            let first = sorted.partition_point(|&other| ends(other) < (end, start));
            let same = sorted[first..].iter().take_while(|&&other| ends(other) == (end, start));
            let same = (0..MAX_TRIANGLES_AT_EDGE).zip(same).count();
            #[expect(
                clippy::cast_possible_truncation,
                reason = "no more than `count` and `MAX_TRIANGLES_AT_EDGE`"
            )]
            {
                opposite_start.push(first as u32);
                opposite_count.push(same as u8);
            }
        }
        Self { corners, sorted, opposite_start, opposite_count, triangle_count: count / 3 }
    }

    pub(super) fn triangle_count(&self) -> TriangleIndex {
        self.triangle_count
    }

    /// The corner at the start of `edge`.
    pub(super) fn corner(&self, edge: HalfEdge) -> Corner {
        self.corners[edge.0 as usize]
    }

    /// The half-edges that run along `edge` the other way: those of its triangle's neighbors. A triangle that uses a
    /// corner twice can be its own neighbor.
    pub(super) fn across(&self, edge: HalfEdge) -> &[HalfEdge] {
        let start = self.opposite_start[edge.0 as usize] as usize;
        &self.sorted[start..start + usize::from(self.opposite_count[edge.0 as usize])]
    }
}
