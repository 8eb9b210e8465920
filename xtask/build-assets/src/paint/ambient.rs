//! Ambient occlusion: the share of open sky at each place, by ray casting.

use glam::DVec3;

use crate::body::SkinnedMesh;
use crate::body::islands::Island;
use crate::trig::{cos, sin};

/// Rays cast from each place.
const RAYS: usize = 96;
/// The largest distance at which parts cast a shadow, in units.
const REACH: f64 = 9.0;
/// The triangles of a mesh in the rest pose that cast shadows.
#[derive(Clone, Debug)]
pub struct Occluder {
    triangles: Vec<[DVec3; 3]>,
}

impl Occluder {
    /// Collects the triangles of `mesh`.
    pub fn new(mesh: &SkinnedMesh) -> Self {
        // Excludes the satchel, since both halves of the skirt share paint and only one has it, and the free end of the scarf, which
        // swings.
        let still = mesh.triangles.iter().filter(|t| !matches!(t.island, Island::Satchel | Island::Tail));
        let corners = still.map(|triangle| triangle.xyz.map(|i| mesh.positions[usize::from(i)]));
        Self { triangles: corners.collect() }
    }

    /// Returns the openness of the place `at` toward `normal`: 1 without any part of the figure in view, 0 with nothing else.
    ///
    /// Near parts count fully, and far parts fade out. The distribution of rays is that of diffuse light.
    pub fn openness(&self, at: DVec3, normal: DVec3) -> f64 {
        let (side, other) = normal.any_orthonormal_pair();
        let origin = at + normal * 0.05;
        // Rays leave on the side of the normal and end at `REACH`.
        let is_near = |triangle: &&[DVec3; 3]| {
            let low = triangle.iter().fold(DVec3::INFINITY, |low, &p| low.min(p));
            let high = triangle.iter().fold(DVec3::NEG_INFINITY, |high, &p| high.max(p));
            origin.distance_squared(origin.clamp(low, high)) <= REACH * REACH
                && triangle.iter().any(|&corner| (corner - origin).dot(normal) > 0.0)
        };
        let near: Vec<_> = self.triangles.iter().filter(is_near).collect();
        let light: f64 = (0..RAYS)
            .map(|i| {
                // A golden-angle spiral, evenly spread over the disk under the hemisphere.
                let height = (i as f64 + 0.5) / RAYS as f64;
                let turn = i as f64 * 2.399_963_229_728_653;
                let radius = height.sqrt();
                let ray = side * (radius * cos(turn))
                    + other * (radius * sin(turn))
                    + normal * (1.0 - height).sqrt();
                let hits = near.iter().filter_map(|triangle| hit(origin, ray, **triangle));
                (hits.fold(REACH, f64::min) / REACH).sqrt()
            })
            .sum();
        light / RAYS as f64
    }
}

/// Returns the position along a ray at which it meets a triangle, from either side.
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
