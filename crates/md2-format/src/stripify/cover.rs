//! Covering all triangles with few runs.
//!
//! The greedy pass takes the triangle with the fewest free neighbors, so that none is left alone, and grows all
//! strips and fans through it; the longest stays. Then rounds of a local search: a few neighboring runs are taken
//! away and their triangles covered anew in a random order. What is not worse stays.

use alloc::vec::Vec;
use core::mem;

use super::Run;
use super::adjacency::{Adjacency, HalfEdge};
use super::random::Random;
use super::run::{Grower, Path};

/// The local search ends when it has covered this many triangles anew for each triangle of the model …
const EFFORT_PER_TRIANGLE: usize = 64;

/// … or this many in all, which takes about a tenth of a second.
const MAX_EFFORT: usize = 500_000;

/// At most this many runs are taken away together with one of their neighbors.
const MAX_NEIGHBORS: usize = 8;

/// The triangles of `adjacency` as runs.
pub(super) fn cover(adjacency: &Adjacency) -> Vec<Run> {
    let greedy = |preference| {
        let mut cover = Cover::new(adjacency);
        cover.fill((0..adjacency.triangle_count()).collect(), preference, None);
        cover
    };
    let (long, whole) = (greedy(Preference::Long), greedy(Preference::Whole));
    let mut cover = if whole.paths.len() < long.paths.len() { whole } else { long };
    cover.improve(&mut Random::new(0));
    let corners = |path: &Path| path.corners.iter().map(|&edge| adjacency.corner(edge)).collect();
    let runs = cover.paths.iter().filter(|path| !path.triangles.is_empty());
    runs.map(|path| Run { primitive: path.primitive, corners: corners(path) }).collect()
}

/// Which of two paths is the better one.
#[derive(Clone, Copy)]
enum Preference {
    /// The longer one.
    Long,
    /// One that did not have to leave out a triangle, unless it is less than half as long. Better on regular grids,
    /// where what long paths leave out adds up.
    Whole,
}

struct Cover<'a> {
    adjacency: &'a Adjacency,
    grower: Grower<'a>,
    /// For each triangle the index of its path, if it is not free.
    owner: Vec<Option<usize>>,
    /// The paths; those without triangles do not count.
    paths: Vec<Path>,
}

impl<'a> Cover<'a> {
    fn new(adjacency: &'a Adjacency) -> Self {
        let owner = alloc::vec![None; adjacency.triangle_count()];
        Self { adjacency, grower: Grower::new(adjacency), owner, paths: Vec::new() }
    }

    /// Covers `triangles`, all of them free. Equally good choices are made in their order, or by `random`.
    fn fill(&mut self, mut triangles: Vec<usize>, preference: Preference, mut random: Option<&mut Random>) {
        match &mut random {
            Some(random) => random.shuffle(&mut triangles),
            None => triangles.reverse(),
        }
        // Triangles by their number of free neighbors. An entry may be out of date: the triangle may have been
        // covered since, or have fewer free neighbors and be entered there too.
        let mut waiting: [Vec<usize>; 4] = Default::default();
        for triangle in triangles {
            waiting[self.free_neighbors(triangle)].push(triangle);
        }
        while let Some(triangle) = waiting.iter_mut().find_map(Vec::pop) {
            if self.owner[triangle].is_some() {
                continue;
            }
            let path = self.best_path(triangle, preference, random.as_deref_mut());
            self.own(self.paths.len(), &path);
            for edge in path.triangles.iter().flat_map(|&covered| HalfEdge::sides_of(covered)) {
                if let Some(neighbor) = self.free_neighbor(edge) {
                    waiting[self.free_neighbors(neighbor)].push(neighbor);
                }
            }
            self.paths.push(path);
        }
    }

    /// The best strip or fan of free triangles through `triangle`; `random` decides between equals.
    fn best_path(
        &mut self,
        triangle: usize,
        preference: Preference,
        mut random: Option<&mut Random>,
    ) -> Path {
        let is_free = |triangle: usize| self.owner[triangle].is_none();
        let mut best = Path::empty();
        let mut best_score = 0;
        for start in HalfEdge::sides_of(triangle) {
            for path in [self.grower.strip(start, is_free), self.grower.fan(start, is_free)] {
                let worth = match preference {
                    Preference::Whole if path.is_cut => 2,
                    Preference::Whole | Preference::Long => 4,
                };
                let chance = random.as_deref_mut().map_or(0, |random| random.below(2));
                let score = worth * path.triangles.len() + chance;
                if score > best_score {
                    (best, best_score) = (path, score);
                }
            }
        }
        best
    }

    /// Rounds of local search, as many as the effort allows.
    fn improve(&mut self, random: &mut Random) {
        let mut effort = self.owner.len().saturating_mul(EFFORT_PER_TRIANGLE).min(MAX_EFFORT);
        while effort > 0 {
            let chosen = self.neighborhood(random);
            let triangles: usize = chosen.iter().map(|&path| self.paths[path].triangles.len()).sum();
            if chosen.len() > 1 {
                self.cover_anew(&chosen, random);
            }
            effort = effort.saturating_sub(triangles.max(1));
        }
    }

    /// A random path and some of those beside it.
    fn neighborhood(&self, random: &mut Random) -> Vec<usize> {
        let center = random.below(self.paths.len());
        let sides = self.paths[center].triangles.iter().flat_map(|&triangle| HalfEdge::sides_of(triangle));
        let beside = sides.flat_map(|edge| self.adjacency.across(edge));
        let mut paths: Vec<_> = beside.filter_map(|edge| self.owner[edge.triangle()]).collect();
        paths.sort_unstable();
        paths.dedup();
        paths.retain(|&path| path != center);
        random.shuffle(&mut paths);
        paths.truncate(1 + random.below(MAX_NEIGHBORS));
        paths.push(center);
        paths
    }

    /// Takes the `chosen` paths away and covers their triangles anew, unless that takes more paths.
    fn cover_anew(&mut self, chosen: &[usize], random: &mut Random) {
        let old: Vec<_> =
            chosen.iter().map(|&path| mem::replace(&mut self.paths[path], Path::empty())).collect();
        let triangles: Vec<_> = old.iter().flat_map(|path| path.triangles.iter().copied()).collect();
        for &triangle in &triangles {
            self.owner[triangle] = None;
        }
        let others = self.paths.len();
        let preference = if random.below(2) == 0 { Preference::Long } else { Preference::Whole };
        self.fill(triangles, preference, Some(random));
        let new = self.paths.split_off(others);
        let better = if new.len() <= old.len() { new } else { old };
        for (&index, path) in chosen.iter().zip(better) {
            self.own(index, &path);
            self.paths[index] = path;
        }
    }

    fn own(&mut self, index: usize, path: &Path) {
        for &triangle in &path.triangles {
            self.owner[triangle] = Some(index);
        }
    }

    /// A free triangle, if there is one, on the other side of `edge`.
    fn free_neighbor(&self, edge: HalfEdge) -> Option<usize> {
        let triangles = self.adjacency.across(edge).iter().map(|other| other.triangle());
        triangles.filter(|&other| other != edge.triangle()).find(|&other| self.owner[other].is_none())
    }

    fn free_neighbors(&self, triangle: usize) -> usize {
        HalfEdge::sides_of(triangle).into_iter().filter(|&edge| self.free_neighbor(edge).is_some()).count()
    }
}
