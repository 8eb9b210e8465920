//! Ambient occlusion by ray casting: the fraction of directions in which no near part blocks the light.

use glam::DVec3;

use crate::body::SkinnedMesh;
use crate::body::islands::Island;
use crate::trig::{cos, sin};

const RAYS: usize = 96;
/// The largest distance at which parts cast a shadow, in units.
const REACH: f64 = 9.0;

#[derive(Clone, Debug)]
pub struct Occluder {
    triangles: Vec<[DVec3; 3]>,
}

impl Occluder {
    pub fn new(mesh: &SkinnedMesh) -> Self {
        // Excludes the satchel, since it covers only one of the two halves of the skirt, which share their island. Excludes the
        // free end of the scarf, since it moves.
        let still = mesh.triangles.iter().filter(|t| !matches!(t.island, Island::Satchel | Island::Tail));
        let corners = still.map(|triangle| triangle.xyz.map(|i| mesh.positions[usize::from(i)]));
        Self { triangles: corners.collect() }
    }

    /// Returns the openness to light of the point `at` on the side of `normal`: from 0 if parts at the point
    /// block all directions, to 1 if no part is within reach.
    ///
    /// Far parts have less effect than near ones. The rays have the distribution of diffuse light.
    pub fn openness(&self, at: DVec3, normal: DVec3) -> f64 {
        let (side, other) = normal.any_orthonormal_pair();
        let origin = at + normal * 0.05;
        // Other triangles are behind the point or too far away for a ray.
        let is_near = |triangle: &&[DVec3; 3]| {
            let low = triangle.iter().fold(DVec3::INFINITY, |low, &p| low.min(p));
            let high = triangle.iter().fold(DVec3::NEG_INFINITY, |high, &p| high.max(p));
            origin.distance_squared(origin.clamp(low, high)) <= REACH * REACH
                && triangle.iter().any(|&corner| (corner - origin).dot(normal) > 0.0)
        };
        let near: Vec<_> = self.triangles.iter().filter(is_near).collect();
        let light: f64 = (0..RAYS)
            .map(|i| {
                // The rays are the points of a golden-angle spiral on a disk, projected to the hemisphere.
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
