//! A search for as few runs (strips and fans) as possible that together contain all triangles.
//!
//! A greedy pass repeatedly takes the triangle with the fewest uncovered neighbors, so that few triangles remain alone.
//! It grows all possible strips and fans through this triangle and keeps the longest. Then a local search repeatedly
//! replaces a few neighboring runs: it covers their triangles again in a random order, and keeps the result unless it
//! has more runs.

use alloc::vec::Vec;
use core::mem;

use super::Run;
use super::adjacency::{Adjacency, HalfEdge, TriangleIndex};
use super::random::Random;
use super::run::{Grower, Path};

/// The maximum number of triangles that the local search covers again, per triangle of the model.
const EFFORT_PER_TRIANGLE: usize = 64;

/// The maximum number of triangles that the local search covers again in total. This takes about a tenth of a second.
const MAX_EFFORT: usize = 500_000;

/// The maximum number of neighboring runs that are replaced together with a run.
const MAX_NEIGHBORS: usize = 8;

pub(super) fn cover(adjacency: &Adjacency) -> Vec<Run> {
    let mut paths = best_cover(adjacency).paths;
    paths.retain(|path| path.triangle_count() > 0);
    let corner = |edge| adjacency.corner(edge);
    let run = |path: Path| Run {
        primitive: path.primitive,
        corners: path.corners.into_iter().map(corner).collect(),
    };
    paths.into_iter().map(run).collect()
}

fn best_cover(adjacency: &Adjacency) -> Cover<'_> {
    // To save memory, only one cover is stored at a time.
    let long_paths = Cover::greedy(adjacency, Preference::Long).paths.len();
    let mut cover = Cover::greedy(adjacency, Preference::Whole);
    if long_paths <= cover.paths.len() {
        drop(cover);
        cover = Cover::greedy(adjacency, Preference::Long);
    }
    cover.improve(&mut Random::new(0));
    cover
}

#[derive(Clone, Copy)]
enum Preference {
    Long,
    /// Prefers the longer path, but counts only half the length of a path that must omit its first triangle. This rule
    /// gives better results for regular grids, where long paths omit many triangles in total.
    Whole,
}

const FREE: u32 = u32::MAX;

struct Cover<'a> {
    adjacency: &'a Adjacency,
    grower: Grower<'a>,
    /// For each triangle the index of its path, or [`FREE`].
    owner: Vec<u32>,
    /// The paths. Some may have no triangles.
    paths: Vec<Path>,
}

impl<'a> Cover<'a> {
    fn greedy(adjacency: &'a Adjacency, preference: Preference) -> Self {
        let count = adjacency.triangle_count();
        let mut cover = Self {
            adjacency,
            grower: Grower::new(adjacency),
            owner: alloc::vec![FREE; count as usize],
            // A vector that grows on demand could use three times the memory.
            paths: Vec::with_capacity(count as usize),
        };
        cover.fill((0..count).rev(), preference);
        cover
    }

    /// Covers `triangles`, which must be free (on no path). Starts each path at a triangle with the fewest free neighbors.
    fn fill(&mut self, triangles: impl IntoIterator<Item = TriangleIndex>, preference: Preference) {
        // The triangles, by their number of free neighbors. An entry may be outdated: its triangle may be covered
        // already, or it may have a second entry with fewer free neighbors.
        let mut waiting: [Vec<TriangleIndex>; 4] = Default::default();
        for triangle in triangles {
            waiting[self.free_neighbors(triangle)].push(triangle);
        }
        while let Some(triangle) = waiting.iter_mut().find_map(Vec::pop) {
            if !self.is_free(triangle) {
                continue;
            }
            let path = self.best_path(triangle, preference);
            self.own(self.paths.len(), &path);
            for edge in path.triangles().flat_map(HalfEdge::sides_of) {
                if let Some(neighbor) = self.free_neighbor(edge) {
                    waiting[self.free_neighbors(neighbor)].push(neighbor);
                }
            }
            self.paths.push(path);
        }
    }

    fn best_path(&mut self, triangle: TriangleIndex, preference: Preference) -> Path {
        if self.free_neighbors(triangle) == 0 {
            return Path::from_triangle(triangle);
        }
        let is_free = |triangle: TriangleIndex| self.owner[triangle as usize] == FREE;
        let mut best = Path::empty();
        let mut best_score = 0;
        for start in HalfEdge::sides_of(triangle) {
            for path in [self.grower.strip(start, is_free), self.grower.fan(start, is_free)] {
                let worth = match preference {
                    Preference::Whole if path.is_cut => 1,
                    Preference::Whole | Preference::Long => 2,
                };
                let score = worth * path.triangle_count();
                if score > best_score {
                    (best, best_score) = (path, score);
                }
            }
        }
        best
    }

    fn improve(&mut self, random: &mut Random) {
        let mut effort = self.owner.len().saturating_mul(EFFORT_PER_TRIANGLE).min(MAX_EFFORT);
        while effort > 0 && self.paths.len() > 1 {
            let chosen = self.neighborhood(random);
            let triangles: usize = chosen.iter().map(|&path| self.paths[path].triangle_count()).sum();
            if chosen.len() > 1 {
                self.cover_again(&chosen, random);
            }
            effort = effort.saturating_sub(triangles.max(1));
        }
    }

    fn neighborhood(&self, random: &mut Random) -> Vec<usize> {
        let center = random.below(self.paths.len());
        let sides = self.paths[center].triangles().flat_map(HalfEdge::sides_of);
        let neighbors = sides.flat_map(|edge| self.adjacency.across(edge));
        let mut paths: Vec<_> = neighbors.map(|edge| self.owner[edge.triangle() as usize] as usize).collect();
        paths.sort_unstable();
        paths.dedup();
        paths.retain(|&path| path != center);
        random.shuffle(&mut paths);
        paths.truncate(1 + random.below(MAX_NEIGHBORS));
        paths.push(center);
        paths
    }

    /// Covers the triangles of the `chosen` paths again, and keeps the result unless it has more paths.
    fn cover_again(&mut self, chosen: &[usize], random: &mut Random) {
        let old: Vec<_> =
            chosen.iter().map(|&path| mem::replace(&mut self.paths[path], Path::empty())).collect();
        let mut triangles: Vec<_> = old.iter().flat_map(Path::triangles).collect();
        triangles.dedup();
        for &triangle in &triangles {
            self.owner[triangle as usize] = FREE;
        }
        let others = self.paths.len();
        random.shuffle(&mut triangles);
        self.fill(triangles, Preference::Long);
        let new = self.paths.split_off(others);
        let better = if new.len() <= old.len() { new } else { old };
        for (&index, path) in chosen.iter().zip(better) {
            self.own(index, &path);
            self.paths[index] = path;
        }
    }

    fn own(&mut self, index: usize, path: &Path) {
        #[expect(clippy::cast_possible_truncation, reason = "there are no more paths than triangles")]
        let index = index as u32;
        for triangle in path.triangles() {
            self.owner[triangle as usize] = index;
        }
    }

    fn is_free(&self, triangle: TriangleIndex) -> bool {
        self.owner[triangle as usize] == FREE
    }

    fn free_neighbor(&self, edge: HalfEdge) -> Option<TriangleIndex> {
        let triangles = self.adjacency.across(edge).iter().map(|other| other.triangle());
        triangles.filter(|&other| other != edge.triangle()).find(|&other| self.is_free(other))
    }

    fn free_neighbors(&self, triangle: TriangleIndex) -> usize {
        HalfEdge::sides_of(triangle).into_iter().filter(|&edge| self.free_neighbor(edge).is_some()).count()
    }
}
