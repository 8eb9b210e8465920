//! Growing a strip or a fan from one triangle, in both directions.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::adjacency::{Adjacency, HalfEdge};
use crate::glcmds::GlPrimitive;

/// A run of triangles while it grows. A corner is named by a half-edge that starts there.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub(super) primitive: GlPrimitive,
    pub(super) triangles: VecDeque<usize>,
    pub(super) corners: VecDeque<HalfEdge>,
    /// Whether the path could not keep a triangle it had reached.
    pub(super) is_cut: bool,
}

impl Path {
    pub(super) const fn empty() -> Self {
        Self {
            primitive: GlPrimitive::Strip,
            triangles: VecDeque::new(),
            corners: VecDeque::new(),
            is_cut: false,
        }
    }
}

/// Which of its two other sides a path leaves a triangle by, after it came in across one.
#[derive(Clone, Copy)]
enum Turn {
    Next,
    Prev,
}

/// Grows paths over triangles that are free.
pub(super) struct Grower<'a> {
    adjacency: &'a Adjacency,
    /// For each triangle the number of the last path it was on.
    visited: Vec<u64>,
    path: u64,
}

impl<'a> Grower<'a> {
    pub(super) fn new(adjacency: &'a Adjacency) -> Self {
        Self { adjacency, visited: alloc::vec![0; adjacency.triangle_count()], path: 0 }
    }

    /// The strip whose corners include, in this order, the three of the triangle of `start`, from the start of
    /// `start` on. It goes on in both directions as far as free triangles lead.
    pub(super) fn strip(&mut self, start: HalfEdge, is_free: impl Fn(usize) -> bool) -> Path {
        let mut path = self.begin(GlPrimitive::Strip, start);
        self.walk(start.next(), [Turn::Prev, Turn::Next], &is_free, |corner, triangle| {
            path.corners.push_back(corner);
            path.triangles.push_back(triangle);
        });
        let after = path.triangles.len();
        self.walk(start, [Turn::Next, Turn::Prev], &is_free, |corner, triangle| {
            path.corners.push_front(corner);
            path.triangles.push_front(triangle);
        });
        let before = path.triangles.len() - after;
        if before % 2 == 1 {
            // The first triangle stands where triangles are turned over. Reading the strip from its other end turns
            // all of them, if the last one stands so too; if not, the strip has to do without one.
            if path.triangles.len() % 2 == 1 {
                path.corners.make_contiguous().reverse();
                path.triangles.make_contiguous().reverse();
            } else {
                path.corners.pop_front();
                path.triangles.pop_front();
                path.is_cut = true;
            }
        }
        path
    }

    /// The fan around the start of `start`, in both directions from the triangle of `start`.
    pub(super) fn fan(&mut self, start: HalfEdge, is_free: impl Fn(usize) -> bool) -> Path {
        let mut path = self.begin(GlPrimitive::Fan, start);
        let center = path.corners.pop_front();
        self.walk(start.prev(), [Turn::Prev; 2], &is_free, |corner, triangle| {
            path.corners.push_back(corner);
            path.triangles.push_back(triangle);
        });
        self.walk(start, [Turn::Next; 2], &is_free, |corner, triangle| {
            path.corners.push_front(corner);
            path.triangles.push_front(triangle);
        });
        if let Some(center) = center {
            path.corners.push_front(center);
        }
        path
    }

    /// A path of one triangle.
    fn begin(&mut self, primitive: GlPrimitive, start: HalfEdge) -> Path {
        self.path += 1;
        self.visited[start.triangle()] = self.path;
        Path {
            primitive,
            triangles: VecDeque::from([start.triangle()]),
            corners: VecDeque::from([start, start.next(), start.prev()]),
            is_cut: false,
        }
    }

    /// Goes from triangle to triangle, first across `exit` and then by `turns`, one after the other, and calls `visit`
    /// with the corner that each triangle adds.
    fn walk(
        &mut self,
        mut exit: HalfEdge,
        turns: [Turn; 2],
        is_free: &impl Fn(usize) -> bool,
        mut visit: impl FnMut(HalfEdge, usize),
    ) {
        for turn in turns.into_iter().cycle() {
            let is_open =
                |edge: &&HalfEdge| self.visited[edge.triangle()] != self.path && is_free(edge.triangle());
            let Some(&entry) = self.adjacency.across(exit).iter().find(is_open) else {
                return;
            };
            self.visited[entry.triangle()] = self.path;
            visit(entry.prev(), entry.triangle());
            exit = match turn {
                Turn::Next => entry.next(),
                Turn::Prev => entry.prev(),
            };
        }
    }
}
