//! The normals of merged vertices.

use glam::Vec3;

use super::merge::Merge;
use super::mesh::AnimatedMesh;

/// Returns a normal for each merged vertex in each frame. It is the sum of the normals of the vertices that were merged, or, if the
/// file has no normals, the sum of the normals of the adjacent triangles. The result is not normalized and may be zero.
pub(crate) fn merged_normals(mesh: &AnimatedMesh, merge: &Merge) -> Vec<[f32; 3]> {
    let count = merge.first.len();
    let mut normals = Vec::with_capacity(mesh.frame_count() * count);
    for frame in 0..mesh.frame_count() {
        let mut sums = vec![Vec3::ZERO; count];
        if !mesh.has_normals {
            sum_faces(mesh, merge, frame, &mut sums);
        } else {
            for (normal, merged) in mesh.frame_normals(frame).iter().zip(&merge.merged) {
                if let Some(merged) = *merged {
                    sums[merged as usize] += Vec3::from(*normal);
                }
            }
        }
        normals.extend(sums.iter().map(Vec3::to_array));
    }
    normals
}

fn sum_faces(mesh: &AnimatedMesh, merge: &Merge, frame: usize, sums: &mut [Vec3]) {
    let positions = mesh.frame(frame);
    for triangle in &mesh.triangles {
        let [a, b, c] = triangle.map(|vertex| Vec3::from(positions[vertex as usize]));
        // The length of the cross product is twice the area of the triangle.
        let facing = (c - a).cross(b - a);
        for merged in triangle.iter().filter_map(|&vertex| merge.merged[vertex as usize]) {
            sums[merged as usize] += facing;
        }
    }
}
