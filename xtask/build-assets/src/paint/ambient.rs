//! Soft shadow where parts meet: how much of the sky above its surface each place sees, by casting rays.

use glam::DVec3;

use crate::body::SkinnedMesh;
use crate::body::islands::Island;
use crate::trig::{cos, sin};

/// Rays cast from each place.
const RAYS: usize = 96;
/// Things farther than this cast no shadow, in units.
const REACH: f64 = 9.0;
/// Triangles in a leaf of the tree.
const LEAF: usize = 6;

/// A mesh in the rest pose, sorted for rays.
#[derive(Clone, Debug)]
pub struct Occluder {
    nodes: Vec<Node>,
    triangles: Vec<[DVec3; 3]>,
}

/// A box of the tree: either two children or a run of triangles.
#[derive(Clone, Copy, Debug)]
struct Node {
    low: DVec3,
    high: DVec3,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Indices of two nodes.
    Inner(usize, usize),
    /// First triangle and number of triangles.
    Leaf(usize, usize),
}

impl Occluder {
    /// Sorts the mesh's triangles.
    pub fn new(mesh: &SkinnedMesh) -> Self {
        // The satchel lies on one half of the skirt, which shares its paint with the other, and the scarf's end swings.
        let still = mesh.triangles.iter().filter(|t| !matches!(t.island, Island::Satchel | Island::Tail));
        let corners = still.map(|triangle| triangle.xyz.map(|i| mesh.positions[usize::from(i)]));
        let mut occluder = Self { nodes: Vec::new(), triangles: corners.collect() };
        occluder.split(0, occluder.triangles.len());
        occluder
    }

    /// Builds the node for a run of triangles; returns its index.
    fn split(&mut self, first: usize, count: usize) -> usize {
        let run = &mut self.triangles[first..first + count];
        let low = run.iter().flatten().fold(DVec3::INFINITY, |low, &p| low.min(p));
        let high = run.iter().flatten().fold(DVec3::NEG_INFINITY, |high, &p| high.max(p));
        let here = self.nodes.len();
        self.nodes.push(Node { low, high, kind: Kind::Leaf(first, count) });
        if count > LEAF {
            let size = high - low;
            let axis = (0..3).max_by(|&a, &b| size[a].total_cmp(&size[b])).unwrap_or(0);
            let middle = |triangle: &[DVec3; 3]| triangle.iter().map(|p| p[axis]).sum::<f64>();
            run.sort_by(|a, b| middle(a).total_cmp(&middle(b)));
            let half = count / 2;
            let near = self.split(first, half);
            let far = self.split(first + half, count - half);
            self.nodes[here].kind = Kind::Inner(near, far);
        }
        here
    }

    /// How open the place `at` is toward `normal`: 1 where it sees nothing of the figure, 0 where nothing else.
    ///
    /// What is near counts fully, what is far fades out; the rays lean toward the normal as diffuse light does.
    pub fn openness(&self, at: DVec3, normal: DVec3) -> f64 {
        let (side, other) = normal.any_orthonormal_pair();
        let origin = at + normal * 0.05;
        let light: f64 = (0..RAYS)
            .map(|i| {
                // A golden-angle spiral, evenly spread over the disk under the hemisphere.
                let height = (i as f64 + 0.5) / RAYS as f64;
                let turn = i as f64 * 2.399_963_229_728_653;
                let radius = height.sqrt();
                let ray = side * (radius * cos(turn))
                    + other * (radius * sin(turn))
                    + normal * (1.0 - height).sqrt();
                let distance = self.nearest(origin, ray).min(REACH) / REACH;
                distance.sqrt()
            })
            .sum();
        light / RAYS as f64
    }

    /// Distance to the first triangle the ray meets from either side, or infinity.
    fn nearest(&self, origin: DVec3, ray: DVec3) -> f64 {
        let inverse = ray.recip();
        let mut nearest = f64::INFINITY;
        let mut waiting = vec![0];
        while let Some(node) = waiting.pop() {
            let node = self.nodes[node];
            let (a, b) = ((node.low - origin) * inverse, (node.high - origin) * inverse);
            let (enter, leave) = (a.min(b).max_element(), a.max(b).min_element());
            if enter > leave || leave < 0.0 || enter > nearest.min(REACH) {
                continue;
            }
            match node.kind {
                Kind::Inner(near, far) => waiting.extend([near, far]),
                Kind::Leaf(first, count) => {
                    let hits =
                        self.triangles[first..first + count].iter().filter_map(|t| hit(origin, ray, *t));
                    nearest = hits.fold(nearest, f64::min);
                }
            }
        }
        nearest
    }
}

/// Where along the ray it meets the triangle, from either side.
fn hit(origin: DVec3, ray: DVec3, [a, b, c]: [DVec3; 3]) -> Option<f64> {
    let (ab, ac) = (b - a, c - a);
    let p = ray.cross(ac);
    let determinant = ab.dot(p);
    if determinant * determinant < 1e-18 {
        return None;
    }
    let from_a = origin - a;
    let q = from_a.cross(ab);
    let (u, v) = (from_a.dot(p) / determinant, ray.dot(q) / determinant);
    let distance = ac.dot(q) / determinant;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && distance > 1e-6).then_some(distance)
}
