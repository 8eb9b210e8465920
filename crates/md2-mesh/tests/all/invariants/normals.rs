//! A simple reference implementation of computed normals, which must have the same bits.

use md2_mesh::{MeshParts, TriangleOrder};

/// Reference implementation of [`MeshParts::recompute_normals`].
fn recomputed(parts: &MeshParts) -> Vec<u8> {
    let size = parts.packing.vertex_bytes();
    let outward = if parts.winding(0).order() == TriangleOrder::Counterclockwise { -1.0 } else { 1.0 };
    let mut packed = parts.packed.clone();
    for frame in 0..parts.frames.len() {
        let sums = sums(parts, frame);
        for (vertex, source) in parts.source_vertices.iter().enumerate() {
            let at = (frame * parts.uvs.len() + vertex) * size;
            parts
                .packing
                .set_direction(&mut packed[at..][..size], sums[source.xyz as usize].map(|c| c * outward));
        }
    }
    packed
}

/// Reference implementation of [`MeshParts::normal_agreement`].
fn agreement(parts: &MeshParts, frame: usize) -> Option<f32> {
    let size = parts.packing.vertex_bytes();
    let sums = sums(parts, frame);
    let (mut total, mut count) = (0.0_f64, 0_u32);
    for (vertex, source) in parts.source_vertices.iter().enumerate() {
        let [x, y, z] = sums[source.xyz as usize];
        let length = (x * x + y * y + z * z).sqrt();
        if length > 0.0 && length.is_finite() {
            let at = (frame * parts.uvs.len() + vertex) * size;
            let [nx, ny, nz] = parts.packing.direction(&parts.packed[at..][..size]);
            total += f64::from((x * nx + y * ny + z * nz) / length);
            count += 1;
        }
    }
    #[expect(clippy::cast_possible_truncation, reason = "as in the tested function")]
    let mean = (total / f64::from(count)) as f32;
    (count > 0).then_some(mean)
}

/// Sums the triangle normals around each source vertex. With `n` source vertices, uses only the first `64 * n` triangles.
fn sums(parts: &MeshParts, frame: usize) -> Vec<[f32; 3]> {
    let size = parts.packing.vertex_bytes();
    let transform = parts.frames[frame];
    let position = |vertex: u32| {
        let at = (frame * parts.uvs.len() + vertex as usize) * size;
        transform.position(parts.packing.coordinates(&parts.packed[at..][..size]))
    };
    let sources = parts.source_vertices.iter().map(|source| source.xyz as usize + 1).max().unwrap_or(0);
    let mut sums = vec![[0.0_f32; 3]; sources];
    for triangle in parts.indices.as_chunks::<3>().0.iter().take(sources * 64) {
        let [a, b, c] = triangle.map(position);
        let [u, v] = [c, b].map(|corner| [corner[0] - a[0], corner[1] - a[1], corner[2] - a[2]]);
        let area = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        for &vertex in triangle {
            let sum = &mut sums[parts.source_vertices[vertex as usize].xyz as usize];
            *sum = [sum[0] + area[0], sum[1] + area[1], sum[2] + area[2]];
        }
    }
    sums
}

#[track_caller]
pub(crate) fn check(parts: &MeshParts) {
    for frame in 0..parts.frames.len() {
        let bits = |agreement: Option<f32>| agreement.map(f32::to_bits);
        assert_eq!(bits(parts.normal_agreement(frame)), bits(agreement(parts, frame)), "frame {frame}");
    }
    let mut found = parts.clone();
    found.recompute_normals();
    assert_eq!(found.packed, recomputed(parts));
}
