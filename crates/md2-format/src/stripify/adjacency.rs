//! The neighbors of each triangle.

use alloc::vec::Vec;

use super::Corner;

/// The maximum number of triangles that are searched at one edge. Ordinary surfaces have one triangle on each side of an edge. The
/// limit keeps the search short if thousands of triangles share an edge.
const MAX_TRIANGLES_AT_EDGE: usize = 8;

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

    pub(super) const fn next(self) -> Self {
        if self.0 % 3 == 2 { Self(self.0 - 2) } else { Self(self.0 + 1) }
    }

    pub(super) const fn prev(self) -> Self {
        if self.0.is_multiple_of(3) { Self(self.0 + 2) } else { Self(self.0 - 1) }
    }
}

pub(super) struct Adjacency {
    /// For each half-edge, the corner at its start.
    corners: Vec<Corner>,
    /// The half-edges, sorted by their two corners. Half-edges with the same two corners are sorted by direction.
    sorted: Vec<HalfEdge>,
    /// For each half-edge, the index in `sorted` of the first half-edge in the opposite direction.
    opposite_start: Vec<u32>,
    /// For each half-edge, the number of half-edges in the opposite direction, which follow each other in `sorted`.
    opposite_count: Vec<u8>,
    triangle_count: TriangleIndex,
}

impl Adjacency {
    /// Finds the neighbors of all triangles. `corners` has three corners per triangle; their number must fit in 32
    /// bits.
    pub(super) fn new(corners: Vec<Corner>) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "the count fits in 32 bits")]
        let count = corners.len() as u32;
        let ends = |edge: HalfEdge| (corners[edge.0 as usize], corners[edge.next().0 as usize]);
        // The two corners in ascending order, the same for half-edges in opposite directions.
        let line = |edge| {
            let (start, end) = ends(edge);
            (start.min(end), start.max(end))
        };
        let is_backward = |edge| {
            let (start, end) = ends(edge);
            end < start
        };
        let mut sorted: Vec<_> = (0..count).map(HalfEdge).collect();
        sorted.sort_unstable_by_key(|&edge| (line(edge), is_backward(edge), edge));

        let mut opposite_start = alloc::vec![0; corners.len()];
        let mut opposite_count = alloc::vec![0; corners.len()];
        let mut first = 0;
        for edges in sorted.chunk_by(|&a, &b| line(a) == line(b)) {
            let (forward, backward) = edges.split_at(edges.partition_point(|&edge| !is_backward(edge)));
            // A half-edge from a corner to itself is its own opposite.
            let (start, end) = line(edges[0]);
            let opposite_of_forward = if start == end { (0, forward) } else { (forward.len(), backward) };
            for (edges, (skipped, opposite)) in [(forward, opposite_of_forward), (backward, (0, forward))] {
                #[expect(clippy::cast_possible_truncation, reason = "at most `count`, which is below 256")]
                let (start, count) =
                    ((first + skipped) as u32, opposite.len().min(MAX_TRIANGLES_AT_EDGE) as u8);
                for edge in edges {
                    opposite_start[edge.0 as usize] = start;
                    opposite_count[edge.0 as usize] = count;
                }
            }
            first += edges.len();
        }
        Self { corners, sorted, opposite_start, opposite_count, triangle_count: count / 3 }
    }

    pub(super) fn triangle_count(&self) -> TriangleIndex {
        self.triangle_count
    }

    pub(super) fn corner(&self, edge: HalfEdge) -> Corner {
        self.corners[edge.0 as usize]
    }

    /// Returns the half-edges opposite to `edge`, which belong to the neighbors of its triangle. A triangle that uses
    /// a corner twice can be its own neighbor.
    pub(super) fn across(&self, edge: HalfEdge) -> &[HalfEdge] {
        let start = self.opposite_start[edge.0 as usize] as usize;
        &self.sorted[start..start + usize::from(self.opposite_count[edge.0 as usize])]
    }
}
