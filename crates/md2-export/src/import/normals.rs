//! The normals of merged vertices.

use super::merge::Merge;
use super::mesh::AnimatedMesh;

/// Returns a normal for each merged vertex in each frame. It is the sum of the normals of the merged vertices, or, if the file has no
/// normals, of the adjacent triangles. The result is not normalized and may be zero.
pub(crate) fn merged_normals(mesh: &AnimatedMesh, merge: &Merge) -> Vec<[f32; 3]> {
    let count = merge.first.len();
    let mut normals = vec![[0.0; 3]; mesh.frame_count() * count];
    for (frame, sums) in normals.chunks_exact_mut(count.max(1)).enumerate() {
        if !mesh.has_normals {
            sum_faces(mesh, merge, frame, sums);
        } else {
            for (normal, merged) in mesh.frame_normals(frame).iter().zip(&merge.merged) {
                if let Some(merged) = *merged {
                    add(&mut sums[merged as usize], *normal);
                }
            }
        }
    }
    normals
}

/// Adds the normal of each triangle to its corners, weighted by area.
fn sum_faces(mesh: &AnimatedMesh, merge: &Merge, frame: usize, sums: &mut [[f32; 3]]) {
    let positions = mesh.frame(frame);
    for triangle in &mesh.triangles {
        let facing = facing(triangle.map(|vertex| positions[vertex as usize]));
        for merged in triangle.iter().filter_map(|&vertex| merge.merged[vertex as usize]) {
            add(&mut sums[merged as usize], facing);
        }
    }
}

fn add(sum: &mut [f32; 3], vector: [f32; 3]) {
    sum.iter_mut().zip(vector).for_each(|(sum, c)| *sum += c);
}

/// Returns the normal of a clockwise triangle. Its length is twice the area of the triangle.
fn facing([a, b, c]: [[f32; 3]; 3]) -> [f32; 3] {
    let [u, v] = [c, b].map(|corner| [0, 1, 2].map(|axis| corner[axis] - a[axis]));
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}
