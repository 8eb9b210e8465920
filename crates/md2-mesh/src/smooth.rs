//! Sums of the triangle normals around each source vertex.

use crate::parts::MeshParts;

/// The maximum number of triangles that are summed for each source vertex of the mesh, on average.
///
/// Each vertex of a real model has few triangles. A crafted file can use a few vertices in millions of triangles, in many frames. The
/// limit keeps the time from growing with the product of triangles and frames.
const MAX_TRIANGLES_PER_VERTEX: usize = 64;

/// Returns the sum of the triangle normals around each source vertex in a frame, weighted by area.
///
/// # Panics
/// If there is no such frame, or if the parts contradict each other.
pub(crate) fn smooth_normals(parts: &MeshParts, frame: usize) -> Vec<[f32; 3]> {
    let sources = parts.source_vertices.iter().map(|source| source.xyz as usize + 1).max().unwrap_or(0);
    let positions = parts.positions(frame);
    let mut sums = vec![[0.0; 3]; sources];
    let (triangles, _) = parts.indices.as_chunks::<3>();
    for triangle in triangles.iter().take(sources.saturating_mul(MAX_TRIANGLES_PER_VERTEX)) {
        let [a, b, c] = triangle.map(|vertex| positions[vertex as usize]);
        let [u, v] = [c, b].map(|corner| [0, 1, 2].map(|axis| corner[axis] - a[axis]));
        let area = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        for &vertex in triangle {
            let sum = &mut sums[parts.source_vertices[vertex as usize].xyz as usize];
            *sum = [0, 1, 2].map(|axis| sum[axis] + area[axis]);
        }
    }
    sums
}
