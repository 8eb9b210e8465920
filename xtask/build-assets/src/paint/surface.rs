//! The point of the model that each texel of the skin covers, in the rest pose.

use glam::{DVec2, DVec3};

use crate::body::SkinnedMesh;
use crate::body::islands::Island;

#[derive(Clone, Copy, Debug)]
pub struct Spot {
    pub island: Island,
    /// The position of the point in the rest pose. If both sides of the body share the island, the point is on the left side.
    pub at: DVec3,
    pub normal: DVec3,
}

#[derive(Clone, Debug)]
pub struct Surface {
    /// The width, and also the height, of the skin in texels.
    pub size: i32,
    /// One entry for each texel, row by row. It is `None` if no triangle covers the texel.
    pub spots: Vec<Option<Spot>>,
}

impl Surface {
    /// Finds the point of each texel. If several triangles share a texel, as in left and right limbs, the first triangle is used.
    pub fn new(mesh: &SkinnedMesh) -> Self {
        let normals = mesh.normals(&mesh.positions);
        let size = mesh.sheet().size();
        let mut spots = vec![None; (size * size).cast_unsigned() as usize];
        for triangle in &mesh.triangles {
            let at = triangle.xyz.map(|i| mesh.positions[usize::from(i)]);
            let normal = triangle.xyz.map(|i| normals[usize::from(i)]);
            let st = triangle.st.map(|i| mesh.st[usize::from(i)].map(i32::from));
            for (texel, weights) in covered(st, size) {
                let mix = |values: [DVec3; 3]| (0..3).map(|k| values[k] * weights[k]).sum::<DVec3>();
                spots[texel].get_or_insert_with(|| Spot {
                    island: triangle.island,
                    at: mix(at),
                    normal: mix(normal).normalize_or(DVec3::Z),
                });
            }
        }
        Self { size, spots }
    }
}

fn covered(st: [[i32; 2]; 3], size: i32) -> impl Iterator<Item = (usize, [f64; 3])> {
    let [a, b, c] = st.map(|[s, t]| DVec2::new(f64::from(s), f64::from(t)));
    let area = (b - a).perp_dot(c - a);
    let range = move |axis: usize| {
        let values = st.map(|point| point[axis]);
        let [low, high] = [values.iter().min(), values.iter().max()].map(|v| v.copied().unwrap_or(0));
        low.max(0)..=high.min(size - 1)
    };
    let columns = range(0);
    let texels = range(1).flat_map(move |t| columns.clone().map(move |s| (s, t)));
    texels.filter_map(move |(s, t)| {
        let p = DVec2::new(f64::from(s), f64::from(t));
        let weights =
            [(b - p).perp_dot(c - p), (c - p).perp_dot(a - p), (a - p).perp_dot(b - p)].map(|w| w / area);
        let inside = area != 0.0 && weights.iter().all(|&w| w >= -1e-9);
        inside.then(|| ((t * size + s).cast_unsigned() as usize, weights))
    })
}
