//! Growth of strips and fans from one triangle in both directions.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::adjacency::{Adjacency, HalfEdge, TriangleIndex};
use crate::glcmds::GlPrimitive;

/// A strip or a fan under construction.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub(super) primitive: GlPrimitive,
    /// The corners, each stored as a half-edge: the one that starts at the corner, in the triangle that added the
    /// corner to the path.
    pub(super) corners: VecDeque<HalfEdge>,
    /// Whether the strip omits its first triangle, which would have the wrong winding as the first triangle of a strip.
    pub(super) is_cut: bool,
}

impl Path {
    pub(super) const fn empty() -> Self {
        Self { primitive: GlPrimitive::Strip, corners: VecDeque::new(), is_cut: false }
    }

    pub(super) fn from_triangle(triangle: TriangleIndex) -> Self {
        let [start, ..] = HalfEdge::sides_of(triangle);
        Self::new(GlPrimitive::Strip, start)
    }

    fn new(primitive: GlPrimitive, start: HalfEdge) -> Self {
        Self { primitive, corners: VecDeque::from([start, start.next(), start.prev()]), is_cut: false }
    }

    pub(super) fn triangle_count(&self) -> usize {
        self.corners.len().saturating_sub(2)
    }

    /// Returns the triangle that added each corner. The first triangle added three corners and is returned three times.
    pub(super) fn triangles(&self) -> impl Iterator<Item = TriangleIndex> {
        self.corners.iter().map(|corner| corner.triangle())
    }
}

/// The side through which a path leaves a triangle, relative to the side through which it enters.
#[derive(Clone, Copy)]
enum Turn {
    Next,
    Prev,
}

pub(super) struct Grower<'a> {
    adjacency: &'a Adjacency,
    /// For each triangle the number of the last path that reached it.
    reached: Vec<u32>,
    path: u32,
}

impl<'a> Grower<'a> {
    pub(super) fn new(adjacency: &'a Adjacency) -> Self {
        Self { adjacency, reached: alloc::vec![0; adjacency.triangle_count() as usize], path: 0 }
    }

    /// Builds a strip from the triangle of the half-edge `start`, with the corner at the beginning of `start` first.
    /// Extends the strip in both directions as long as the next triangle is free.
    pub(super) fn strip(&mut self, start: HalfEdge, is_free: impl Fn(TriangleIndex) -> bool) -> Path {
        let mut path = Path::new(GlPrimitive::Strip, start);
        self.begin(start);
        self.walk(start.next(), [Turn::Prev, Turn::Next], &is_free, |corner| path.corners.push_back(corner));
        let after = path.triangle_count();
        self.walk(start, [Turn::Next, Turn::Prev], &is_free, |corner| path.corners.push_front(corner));
        let before = path.triangle_count() - after;
        if before % 2 == 1 {
            // The first triangle has the wrong winding at its position in the strip. If the last triangle is at such
            // a position as well, reversing the strip corrects all windings. Otherwise the strip must omit the first
            // triangle.
            if path.triangle_count() % 2 == 1 {
                path.corners.make_contiguous().reverse();
            } else {
                path.corners.pop_front();
                path.is_cut = true;
            }
        }
        path
    }

    /// Builds a fan around the corner at which the half-edge `start` begins, from the triangle of `start` in both directions.
    pub(super) fn fan(&mut self, start: HalfEdge, is_free: impl Fn(TriangleIndex) -> bool) -> Path {
        let mut path = Path::new(GlPrimitive::Fan, start);
        self.begin(start);
        path.corners.pop_front();
        self.walk(start.prev(), [Turn::Prev; 2], &is_free, |corner| path.corners.push_back(corner));
        self.walk(start, [Turn::Next; 2], &is_free, |corner| path.corners.push_front(corner));
        path.corners.push_front(start);
        path
    }

    fn begin(&mut self, start: HalfEdge) {
        self.path = self.path.wrapping_add(1);
        self.reach(start);
    }

    fn reach(&mut self, edge: HalfEdge) {
        self.reached[edge.triangle() as usize] = self.path;
    }

    /// Walks from triangle to triangle until the next triangle is not free. First crosses the side `exit`. The two `turns` then
    /// alternately select the next side. Calls `visit` with the corner that each triangle adds to the path.
    fn walk(
        &mut self,
        mut exit: HalfEdge,
        turns: [Turn; 2],
        is_free: &impl Fn(TriangleIndex) -> bool,
        mut visit: impl FnMut(HalfEdge),
    ) {
        for turn in turns.into_iter().cycle() {
            let is_open = |edge: &&HalfEdge| {
                self.reached[edge.triangle() as usize] != self.path && is_free(edge.triangle())
            };
            let Some(&entry) = self.adjacency.across(exit).iter().find(is_open) else {
                return;
            };
            self.reach(entry);
            visit(entry.prev());
            exit = match turn {
                Turn::Next => entry.next(),
                Turn::Prev => entry.prev(),
            };
        }
    }
}
