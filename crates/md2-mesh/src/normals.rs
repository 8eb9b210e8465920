//! Normals for models whose own say nothing.

use md2_format::nearest_normal;

use crate::FrameTransform;

const VERTEX_BYTES: usize = 4;

/// Whether all packed vertices have the same normal index. Some exporters wrote one value everywhere; a model that
/// really is a single plane loses nothing when its normals are computed again.
pub(crate) fn are_all_equal(packed: &[u8]) -> bool {
    let mut normals = packed.chunks_exact(VERTEX_BYTES).map(|vertex| vertex[3]);
    let first = normals.next();
    normals.all(|normal| Some(normal) == first)
}

/// Computes the normal indices of `packed` from the triangles, in every frame.
///
/// `triangles` index the file's vertices, which come first in each frame; the `duplicates` that follow take the
/// normal of the vertex they repeat, so that light crosses a seam of the skin without a step. A vertex without
/// triangles, or whose triangles have no area, points up.
pub(crate) fn recompute(
    packed: &mut [u8],
    frames: &[FrameTransform],
    triangles: &[[usize; 3]],
    duplicates: &[u32],
) {
    let Some(stride) = packed.len().checked_div(frames.len()).filter(|&stride| stride > 0) else { return };
    let own = stride / VERTEX_BYTES - duplicates.len();
    let mut sums = vec![[0.0; 3]; own];
    let mut positions = vec![[0.0; 3]; own];
    for (bytes, frame) in packed.chunks_exact_mut(stride).zip(frames) {
        for (position, vertex) in positions.iter_mut().zip(bytes.chunks_exact(VERTEX_BYTES)) {
            *position = frame.position([vertex[0], vertex[1], vertex[2]]);
        }
        sums.fill([0.0; 3]);
        for triangle in triangles {
            let area = front(triangle.map(|vertex| positions[vertex]));
            for &vertex in triangle {
                sums[vertex] = [0, 1, 2].map(|i| sums[vertex][i] + area[i]);
            }
        }
        for (vertex, sum) in bytes.chunks_exact_mut(VERTEX_BYTES).zip(&sums) {
            vertex[3] = nearest_normal(*sum);
        }
        for (place, &vertex) in (own..).zip(duplicates) {
            bytes[place * VERTEX_BYTES + 3] = bytes[vertex as usize * VERTEX_BYTES + 3];
        }
    }
}

/// The direction a triangle faces, twice as long as its area: its corners go clockwise seen from there.
fn front([a, b, c]: [[f32; 3]; 3]) -> [f32; 3] {
    let [u, v] = [c, b].map(|corner| [0, 1, 2].map(|i| corner[i] - a[i]));
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

#[cfg(test)]
mod tests {
    use md2_format::NORMALS;

    use super::*;

    const UNIT: FrameTransform = FrameTransform { scale: [1.0; 3], translate: [0.0; 3] };

    #[test]
    fn a_clockwise_triangle_faces_its_viewer() {
        // Seen from above (X up the page, Y to its left): origin, ahead, right of both. Clockwise.
        let mut packed = [[0, 9, 0, 77], [9, 9, 0, 77], [0, 0, 0, 77]].concat();
        assert!(are_all_equal(&packed));
        recompute(&mut packed, &[UNIT], &[[0, 1, 2]], &[]);
        for vertex in packed.chunks_exact(4) {
            assert_eq!(NORMALS[usize::from(vertex[3])], [0.0, 0.0, 1.0]);
        }
    }

    #[test]
    fn duplicates_follow_and_loose_vertices_point_up() {
        let mut packed = [[0, 0, 0, 1], [0, 0, 9, 2], [0, 9, 0, 3], [5, 5, 5, 4], [0, 9, 0, 5]].concat();
        assert!(!are_all_equal(&packed));
        recompute(&mut packed, &[UNIT], &[[0, 1, 2]], &[2]);
        let normals: Vec<_> = packed.chunks_exact(4).map(|vertex| NORMALS[usize::from(vertex[3])]).collect();
        assert_eq!(
            normals,
            [[1.0, 0.0, 0.0]; 3].into_iter().chain([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]).collect::<Vec<_>>()
        );
    }
}
