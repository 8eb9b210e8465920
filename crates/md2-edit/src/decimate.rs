//! Removal of triangles by edge collapses, with the least change of the shape in all frames.
//!
//! A collapse moves a vertex to a neighbor. Its cost is the quadric error of Garland and Heckbert ("Surface Simplification Using Quadric
//! Error Metrics", 1997), summed over the frames: the squared distances of the new position from the planes of the original triangles
//! around both vertices, and around all vertices that were moved to them before. Vertices keep their stored positions, so nothing is
//! quantized again. Original vertices stay near the remaining surface, and remaining triangles near the original ones. A vertex on a seam
//! moves only along the seam, and a vertex on an open border only along the border.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};

use crate::error::EditError;
use crate::model::Model;
use crate::point_distance::squared_distance;
use crate::shape::{Corner, EditedTriangle, Shape};
use crate::vector::{cross, dot, minus, unit};

/// The maximum number of quadrics, 40 bytes each. A model with more vertices and frames is measured in evenly spaced frames.
const MAX_QUADRICS: usize = 1 << 21;
/// The weight of the planes that keep open borders in place, relative to the planes of triangles.
const BORDER_WEIGHT: f32 = 8.0;
/// The weight of the original positions of vertices, relative to the planes of triangles. It keeps the ends of thin parts, whose planes are
/// nearly parallel, in place.
const POINT_WEIGHT: f32 = 0.003;
/// The greatest distance of an original vertex from the remaining surface, and of the remaining surface from the original triangles nearby,
/// as a fraction of the diagonal of the model's bounds. A mean of the distances would let blades and horns disappear, since they are thin.
const MAX_DISTANCE: f32 = 0.015;
const DISTANCE_FRAMES: usize = 12;
/// The greatest mean distance by which a collapse may move the surface, as a fraction of the diagonal of the model's bounds.
const MAX_CHANGE: f32 = 0.025;
/// The greatest share of the measured frames, from 0 to 1, in which a collapse may turn a triangle around.
const MAX_FLIPPED: f32 = 0.02;

impl Model {
    /// Removes triangles until at most `target` remain, and removes unused vertices. Returns the number of removed triangles.
    ///
    /// The method removes the triangles that change the shape least, measured over all frames. Seams of the skin and borders between
    /// surfaces stay closed. The remaining vertices keep their stored positions. A vertex at which more than two parts of the skin meet
    /// is never removed.
    ///
    /// # Errors
    /// If `target` cannot be reached without a visible change of the silhouette, or without tearing the skin. The model is unchanged then.
    pub fn decimate(&mut self, target: usize) -> Result<usize, EditError> {
        let before = self.triangle_count();
        let triangles = Decimation::new(&self.edited().shape()).run(target.max(1));
        if triangles.len() > target {
            let found = format!(
                "{} that cannot be removed without changing the silhouette or tearing the skin",
                triangles.len()
            );
            let allowed = format!("at most {target}");
            return Err(EditError::limit("triangles", found, allowed, "choose a higher number"));
        }
        if triangles.len() < before {
            self.edited_mut().set_triangles(&triangles);
            self.edited_mut().remove_unused();
        }
        Ok(before - triangles.len())
    }
}

/// The sum of squared distances from planes and points, as a symmetric matrix of four rows, and the sum of their weights.
#[derive(Clone, Copy, Debug, Default)]
struct Quadric([f32; 11]);

impl Quadric {
    fn plane([a, b, c]: [f32; 3], point: [f32; 3], weight: f32) -> Self {
        let d = -(a * point[0] + b * point[1] + c * point[2]);
        Self([a * a, a * b, a * c, a * d, b * b, b * c, b * d, c * c, c * d, d * d, 1.0].map(|v| v * weight))
    }

    fn point([x, y, z]: [f32; 3], weight: f32) -> Self {
        let squared = x * x + y * y + z * z;
        Self([1.0, 0.0, 0.0, -x, 1.0, 0.0, -y, 1.0, -z, squared, 1.0].map(|v| v * weight))
    }

    fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, value)| *sum += value);
    }

    fn error(&self, [x, y, z]: [f32; 3]) -> f32 {
        let [aa, ab, ac, ad, bb, bc, bd, cc, cd, dd, _] = self.0;
        let squares = aa * x * x + bb * y * y + cc * z * z + dd;
        (squares + 2.0 * (ab * x * y + ac * x * z + ad * x + bc * y * z + bd * y + cd * z)).max(0.0)
    }
}

/// A possible move of the place `from` to the place `to`, ordered by its cost. Costs are not negative, so their bits have the same order.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Collapse {
    cost_bits: u32,
    from: u32,
    to: u32,
    /// The versions of both places when the cost was computed. A collapse is outdated if a version has changed since.
    versions: [u32; 2],
}

/// The state of a decimation. A *place* is a set of vertices with the same position in every frame.
struct Decimation {
    frames: Vec<Vec<[f32; 3]>>,
    quadrics: Vec<Vec<Quadric>>,
    place_of: Vec<u32>,
    triangles: Vec<Option<[Corner; 3]>>,
    around: Vec<BTreeSet<u32>>,
    original_triangles: Vec<[u32; 3]>,
    originally_around: Vec<BTreeSet<u32>>,
    versions: Vec<u32>,
    /// The original places that were moved to each place, and the place itself.
    moved_here: Vec<Vec<u32>>,
    remaining: usize,
    /// The length of the diagonal of the model's bounds, in the frame with the longest.
    diagonal: f32,
}

impl Decimation {
    fn new(shape: &Shape) -> Self {
        let place_of = shape.places();
        let places = place_of.iter().max().map_or(0, |&last| last as usize + 1);
        let mut vertex_at = vec![0; places];
        place_of.iter().enumerate().rev().for_each(|(vertex, &place)| vertex_at[place as usize] = vertex);
        let step = (shape.poses.len() * places).div_ceil(MAX_QUADRICS).max(1);
        let measured = shape.poses.iter().step_by(step);
        let frames: Vec<Vec<[f32; 3]>> =
            measured.map(|pose| vertex_at.iter().map(|&vertex| pose[vertex]).collect()).collect();
        let mut this = Self {
            quadrics: vec![vec![Quadric::default(); frames.len()]; places],
            frames,
            place_of,
            triangles: shape.triangles.iter().copied().map(Some).collect(),
            around: vec![BTreeSet::new(); places],
            original_triangles: Vec::new(),
            originally_around: Vec::new(),
            versions: vec![0; places],
            moved_here: (0..).take(places).map(|place| vec![place]).collect(),
            remaining: shape.triangles.len(),
            diagonal: 0.0,
        };
        this.diagonal = this.frames.iter().map(|frame| diagonal(frame)).fold(0.0, f32::max);
        for (number, corners) in (0..).zip(&shape.triangles) {
            for corner in corners {
                let place = this.place(*corner) as usize;
                this.around[place].insert(number);
            }
        }
        this.originally_around.clone_from(&this.around);
        this.original_triangles =
            shape.triangles.iter().map(|corners| corners.map(|corner| this.place(corner))).collect();
        this.add_planes();
        this
    }

    fn place(&self, corner: Corner) -> u32 {
        self.place_of[corner.vertex as usize]
    }

    fn places(&self, triangle: u32) -> Option<[u32; 3]> {
        self.triangles[triangle as usize].map(|corners| corners.map(|corner| self.place(corner)))
    }

    /// Adds the planes of all triangles, and at open borders the planes at right angles to the triangles.
    fn add_planes(&mut self) {
        for number in 0..self.triangles.len() {
            let Some(places) = u32::try_from(number).ok().and_then(|number| self.places(number)) else {
                continue;
            };
            let borders = [0, 1, 2].map(|i| self.edge_triangles(places[i], places[(i + 1) % 3]).len() == 1);
            for frame in 0..self.frames.len() {
                let [a, b, c] = places.map(|place| self.frames[frame][place as usize]);
                let Some(normal) = unit(cross(minus(b, a), minus(c, a))) else { continue };
                // Weighted by area, thin parts such as blades and horns would be removed first.
                let weight = [minus(b, a), minus(c, b), minus(a, c)]
                    .map(|e| dot(e, e))
                    .into_iter()
                    .fold(0.0, f32::max);
                let plane = Quadric::plane(normal, a, weight);
                for (place, at) in places.into_iter().zip([a, b, c]) {
                    let quadric = &mut self.quadrics[place as usize][frame];
                    quadric.add(&plane);
                    quadric.add(&Quadric::point(at, weight * POINT_WEIGHT));
                }
                for i in (0..3).filter(|&i| borders[i]) {
                    let ends = [places[i], places[(i + 1) % 3]];
                    let [from, to] = ends.map(|place| self.frames[frame][place as usize]);
                    let Some(outward) = unit(cross(minus(to, from), normal)) else { continue };
                    let border = Quadric::plane(outward, from, weight * BORDER_WEIGHT);
                    ends.iter().for_each(|&place| self.quadrics[place as usize][frame].add(&border));
                }
            }
        }
    }

    fn edge_triangles(&self, a: u32, b: u32) -> Vec<u32> {
        self.around[a as usize].intersection(&self.around[b as usize]).copied().collect()
    }

    fn neighbors(&self, place: u32) -> BTreeSet<u32> {
        let around = self.around[place as usize].iter().filter_map(|&triangle| self.places(triangle));
        around.flatten().filter(|&other| other != place).collect()
    }

    fn run(mut self, target: usize) -> Vec<EditedTriangle> {
        let mut heap = BinaryHeap::new();
        for from in (0..).take(self.around.len()) {
            self.push_collapses(from, &mut heap);
        }
        while self.remaining > target {
            let Some(Reverse(next)) = heap.pop() else { break };
            let now = [next.from, next.to].map(|place| self.versions[place as usize]);
            if now != next.versions {
                continue;
            }
            let Some(moves) = self.check(next.from, next.to) else { continue };
            for place in self.collapse(next.from, next.to, &moves) {
                self.versions[place as usize] += 1;
                self.push_collapses(place, &mut heap);
            }
        }
        let kept = self.triangles.iter().enumerate();
        kept.filter_map(|(source, corners)| Some(EditedTriangle { corners: (*corners)?, source })).collect()
    }

    fn push_collapses(&self, place: u32, heap: &mut BinaryHeap<Reverse<Collapse>>) {
        for other in self.neighbors(place) {
            for [from, to] in [[place, other], [other, place]] {
                let quadrics = self.quadrics[from as usize].iter().zip(&self.quadrics[to as usize]);
                let positions = self.frames.iter().map(|frame| frame[to as usize]);
                let costs = quadrics
                    .zip(positions)
                    .map(|((a, b), at)| [a.error(at) + b.error(at), a.0[10] + b.0[10]]);
                let [cost, weight] = costs.fold([0.0; 2], |[cost, weight], [c, w]| [cost + c, weight + w]);
                let versions = [from, to].map(|place| self.versions[place as usize]);
                // A greater change would be visible in the silhouette.
                if cost <= weight * (MAX_CHANGE * self.diagonal).powi(2) {
                    heap.push(Reverse(Collapse { cost_bits: cost.to_bits(), from, to, versions }));
                }
            }
        }
    }

    /// Returns the new corner for each corner at `from`; `None` if the collapse would open a seam or a border, fold the surface, or turn
    /// triangles around.
    fn check(&self, from: u32, to: u32) -> Option<HashMap<u32, Corner>> {
        let shared = self.edge_triangles(from, to);
        if shared.is_empty() || shared.len() > 2 {
            return None;
        }
        // A vertex on a border moves only along the border.
        let is_border = self.neighbors(from).iter().any(|&other| self.edge_triangles(from, other).len() == 1);
        if is_border && shared.len() != 1 {
            return None;
        }
        let common = self.neighbors(from).intersection(&self.neighbors(to)).count();
        if common != shared.len() {
            return None;
        }
        let mut moves: HashMap<u32, Corner> = HashMap::new();
        for &triangle in &shared {
            let corners = self.triangles[triangle as usize]?;
            let corner_at = |place| corners.into_iter().find(|corner| self.place(*corner) == place);
            let (old, new) = (corner_at(from)?, corner_at(to)?);
            if moves.insert(old.wedge, new).is_some_and(|other| other.wedge != new.wedge) {
                return None;
            }
        }
        let others = || self.around[from as usize].iter().filter(|triangle| !shared.contains(triangle));
        for &triangle in others() {
            let corners = self.triangles[triangle as usize]?;
            let corner = corners.into_iter().find(|corner| self.place(*corner) == from)?;
            moves.get(&corner.wedge)?;
        }
        let flipped = self.frames.iter().filter(|frame| {
            let normal = |places: [u32; 3]| {
                let [a, b, c] = places.map(|place| frame[place as usize]);
                cross(minus(b, a), minus(c, a))
            };
            others().any(|&triangle| {
                let Some(places) = self.places(triangle) else { return false };
                let original = normal(self.original_triangles[triangle as usize]);
                let old = normal(places);
                let new = normal(places.map(|place| if place == from { to } else { place }));
                // Several small turns may add up to a large one.
                dot(old, new) < 0.2 * (dot(old, old) * dot(new, new)).sqrt() || dot(original, new) < 0.0
            })
        });
        let is_flipped = flipped.count() as f32 > MAX_FLIPPED * self.frames.len() as f32;
        (!is_flipped && self.keeps_shape(from, to)).then_some(moves)
    }

    /// Whether all original vertices that a collapse affects stay near the surface, and the changed triangles near the original ones.
    fn keeps_shape(&self, from: u32, to: u32) -> bool {
        let both = [from, to].map(|place| &self.around[place as usize]);
        let moved = both.into_iter().flatten().filter_map(|&triangle| self.places(triangle));
        let moved = moved.map(|places| places.map(|place| if place == from { to } else { place }));
        // A triangle at both places becomes flat.
        let triangles: Vec<[u32; 3]> = moved.filter(|[a, b, c]| a != b && b != c && c != a).collect();
        let limit = (MAX_DISTANCE * self.diagonal).powi(2);
        let step = self.frames.len().div_ceil(DISTANCE_FRAMES).max(1);
        let originals = || [from, to].into_iter().flat_map(|place| &self.moved_here[place as usize]);
        let is_changed = |corners: &&[u32; 3]| corners.contains(&to);
        // Pairs of a changed triangle and the original triangles near it.
        let near: Vec<([u32; 3], BTreeSet<u32>)> = triangles
            .iter()
            .filter(is_changed)
            .map(|&corners| {
                let merged =
                    corners.into_iter().chain([from]).flat_map(|place| &self.moved_here[place as usize]);
                (
                    corners,
                    merged
                        .flat_map(|&original| &self.originally_around[original as usize])
                        .copied()
                        .collect(),
                )
            })
            .collect();
        self.frames.iter().step_by(step).all(|frame| {
            let at = |place: u32| frame[place as usize];
            let is_near = |&original: &u32| {
                triangles.iter().any(|corners| squared_distance(at(original), corners.map(at)) <= limit)
            };
            let has_original = |(corners, originals): &([u32; 3], BTreeSet<u32>)| {
                let [a, b, c] = corners.map(at);
                let points = [[a, b, c], [a, a, b], [b, b, c], [c, c, a]];
                points.iter().all(|[a, b, c]| {
                    let middle = [0, 1, 2].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0);
                    originals.iter().any(|&triangle| {
                        let corners = self.original_triangles[triangle as usize].map(at);
                        squared_distance(middle, corners) <= limit
                    })
                })
            };
            originals().all(is_near) && near.iter().all(has_original)
        })
    }

    /// Moves all corners at `from`, and removes the triangles that become flat. Returns the neighboring places.
    fn collapse(&mut self, from: u32, to: u32, moves: &HashMap<u32, Corner>) -> BTreeSet<u32> {
        let mut changed = self.neighbors(from);
        for triangle in std::mem::take(&mut self.around[from as usize]) {
            let Some(places) = self.places(triangle) else { continue };
            if places.contains(&to) {
                self.triangles[triangle as usize] = None;
                self.remaining -= 1;
                places.iter().for_each(|&place| {
                    self.around[place as usize].remove(&triangle);
                });
                continue;
            }
            let place_of = &self.place_of;
            for corner in self.triangles[triangle as usize].iter_mut().flatten() {
                if place_of[corner.vertex as usize] == from
                    && let Some(new) = moves.get(&corner.wedge)
                {
                    *corner = *new;
                }
            }
            self.around[to as usize].insert(triangle);
        }
        let moved = std::mem::take(&mut self.moved_here[from as usize]);
        self.moved_here[to as usize].extend(moved);
        let quadrics = std::mem::take(&mut self.quadrics[from as usize]);
        self.quadrics[to as usize].iter_mut().zip(&quadrics).for_each(|(sum, quadric)| sum.add(quadric));
        self.versions[from as usize] += 1;
        changed.insert(to);
        changed
    }
}

fn diagonal(positions: &[[f32; 3]]) -> f32 {
    let length = |axis: usize| {
        let all = || positions.iter().map(move |position| position[axis]);
        all().fold(f32::MIN, f32::max) - all().fold(f32::MAX, f32::min)
    };
    let sides = [0, 1, 2].map(length);
    dot(sides, sides).sqrt()
}
