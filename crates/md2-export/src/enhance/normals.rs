//! Smooth edges: normals that several vertices in one place share.

use std::collections::HashMap;

use md2_mesh::{Mesh, MeshParts};

/// Gives the vertices that have one position and one normal in a frame of the original one normal in the restored mesh: the mean of theirs.
/// Models of Quake repeat such vertices at the edge of the skin, so the normals computed from the triangles differ there.
pub(super) fn join(parts: &mut MeshParts, original: &Mesh) {
    let (size, normal) = (parts.packing.vertex_bytes(), parts.packing.normal_bytes());
    let frame_bytes = (parts.uvs.len() * size).max(1);
    let packing = parts.packing;
    for (frame, vertices) in parts.packed.chunks_exact_mut(frame_bytes).enumerate() {
        let mut places: HashMap<&[u8], Vec<usize>> = HashMap::new();
        for vertex in 0..original.vertex_count() {
            places.entry(original.vertex_bytes(frame, vertex)).or_default().push(vertex);
        }
        for (place, members) in places.into_iter().filter(|(_, members)| members.len() > 1) {
            let direction = |vertex: &usize| packing.direction(&vertices[vertex * size..][..size]);
            let sum = members
                .iter()
                .map(direction)
                .fold([0.0; 3], |sum: [f32; 3], direction| [0, 1, 2].map(|axis| sum[axis] + direction[axis]));
            let length = sum.iter().map(|c| c * c).sum::<f32>().sqrt();
            // The normals of the two sides of a sheet cancel each other.
            let is_clear = length > 0.01 * members.len() as f32;
            let joint = if is_clear { sum.map(|c| c / length) } else { original.packing().direction(place) };
            let mut encoded = vertices[members[0] * size..][..size].to_vec();
            packing.set_direction(&mut encoded, joint);
            for member in members {
                vertices[member * size..][normal.clone()].copy_from_slice(&encoded[normal.clone()]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use md2_mesh::{FrameTransform, Packing};

    use super::*;

    /// Two triangles at a right angle. The ends of their common edge are stored twice, with the normals 5 and `other`.
    fn folded(other: u8) -> Mesh {
        let packed = [
            [0, 0, 0, 5],
            [0, 200, 0, 5],
            [200, 0, 0, 5],
            [0, 0, 0, other],
            [0, 200, 0, other],
            [0, 0, 200, other],
        ];
        let frame = FrameTransform { scale: [1.0; 3], translate: [0.0; 3] };
        let indices = vec![0, 1, 2, 3, 5, 4];
        Mesh::from_parts(MeshParts::whole(Packing::Position8Normal8, vec![frame], packed.concat(), indices))
            .unwrap()
    }

    #[test]
    fn an_edge_is_smooth_if_its_normals_are_equal_in_the_original() {
        for (other, is_smooth) in [(5, true), (60, false)] {
            let original = folded(other);
            let mut parts = original.to_parts();
            parts.recompute_normals();
            let normals =
                |parts: &MeshParts| -> Vec<u8> { parts.packed.iter().skip(3).step_by(4).copied().collect() };
            let hard = normals(&parts);
            assert_ne!((hard[0], hard[1]), (hard[3], hard[4]), "the triangles alone give a hard edge");
            join(&mut parts, &original);
            let joined = normals(&parts);
            assert_eq!((joined[0], joined[1]) == (joined[3], joined[4]), is_smooth);
            assert_eq!((joined[2], joined[5]), (hard[2], hard[5]));
            if is_smooth {
                // The triangles face along X and Z, or both in the opposite directions. The table has a direction 9 degrees away.
                let [x, _, z] = md2_common::NORMALS[usize::from(joined[0])];
                assert!((x + z).abs() * std::f32::consts::FRAC_1_SQRT_2 > 0.98);
            }
        }
    }
}
