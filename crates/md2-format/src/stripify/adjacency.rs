//! Which triangles are neighbors.

use alloc::vec::Vec;
use core::ops::Range;

use super::Corner;

/// How many triangles at one edge are looked at. Sound surfaces have one on each side; the limit keeps the search
/// short on models where thousands of triangles share an edge.
const MAX_TRIANGLES_AT_EDGE: usize = 8;

/// A side of a triangle, from one corner to the next: `3 * triangle + corner`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct HalfEdge(usize);

impl HalfEdge {
    pub(super) const fn new(triangle: usize, corner: usize) -> Self {
        Self(3 * triangle + corner)
    }

    pub(super) fn sides_of(triangle: usize) -> [Self; 3] {
        [0, 1, 2].map(|corner| Self::new(triangle, corner))
    }

    pub(super) const fn triangle(self) -> usize {
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
    /// For each half-edge the range in `sorted` of those that run the other way.
    opposite: Vec<Range<usize>>,
}

impl Adjacency {
    /// `corners` holds three for each triangle.
    pub(super) fn new(corners: Vec<Corner>) -> Self {
        let ends = |edge: HalfEdge| (corners[edge.0], corners[edge.next().0]);
        let mut sorted: Vec<_> = (0..corners.len()).map(HalfEdge).collect();
        sorted.sort_unstable_by_key(|&edge| (ends(edge), edge));
        let opposite = (0..corners.len())
            .map(|edge| {
                let (start, end) = ends(HalfEdge(edge));
                let from = sorted.partition_point(|&other| ends(other) < (end, start));
                let same = sorted[from..].iter().take(MAX_TRIANGLES_AT_EDGE);
                from..from + same.take_while(|&&other| ends(other) == (end, start)).count()
            })
            .collect();
        Self { corners, sorted, opposite }
    }

    pub(super) fn triangle_count(&self) -> usize {
        self.corners.len() / 3
    }

    /// The corner at the start of `edge`.
    pub(super) fn corner(&self, edge: HalfEdge) -> Corner {
        self.corners[edge.0]
    }

    /// The half-edges that run along `edge` the other way: those of its triangle's neighbors. A triangle that uses a
    /// corner twice can be its own neighbor.
    pub(super) fn across(&self, edge: HalfEdge) -> &[HalfEdge] {
        &self.sorted[self.opposite[edge.0].clone()]
    }
}
