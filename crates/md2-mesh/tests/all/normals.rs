//! Checks that computed normals have the same bits as a simple reference implementation.

use md2_mesh::{FrameTransform, MeshParts, Packing, SourceVertex, TriangleOrder};
use proptest::prelude::*;

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

fn any_parts() -> impl Strategy<Value = MeshParts> {
    let packing = prop_oneof![Just(Packing::Position8Normal8), Just(Packing::Position16Normal16)];
    (packing, 1_usize..24, 1_usize..11, 0_usize..60).prop_flat_map(
        |(packing, vertices, frames, triangles)| {
            let vertex = u32::try_from(vertices).expect("a few");
            let number = prop_oneof![4 => -9.0_f32..9.0, 1 => Just(0.0), 1 => -1e18_f32..1e18];
            let transform = (prop::array::uniform3(number.clone()), prop::array::uniform3(number));
            // Bytes below 162 are valid normals in both layouts.
            let packed = prop::collection::vec(0_u8..162, frames * vertices * packing.vertex_bytes());
            (
                prop::collection::vec(transform, frames),
                packed,
                prop::collection::vec(0..vertex, 3 * triangles),
                prop::collection::vec(0..vertex, vertices),
            )
                .prop_map(move |(transforms, packed, indices, sources)| {
                    let frame = |(scale, translate)| FrameTransform { scale, translate };
                    let frames = transforms.into_iter().map(frame).collect();
                    let source_vertices =
                        sources.into_iter().map(|xyz| SourceVertex { xyz, st: None }).collect();
                    MeshParts { source_vertices, ..MeshParts::whole(packing, frames, packed, indices) }
                })
        },
    )
}

#[track_caller]
fn check(parts: &MeshParts) {
    for frame in 0..parts.frames.len() {
        let bits = |agreement: Option<f32>| agreement.map(f32::to_bits);
        assert_eq!(bits(parts.normal_agreement(frame)), bits(agreement(parts, frame)), "frame {frame}");
    }
    let mut found = parts.clone();
    found.recompute_normals();
    assert_eq!(found.packed, recomputed(parts));
}

proptest! {
    #[test]
    fn normals_match_the_reference(parts in any_parts()) {
        check(&parts);
    }
}

#[test]
fn the_limit_of_triangles_matches_the_reference() {
    let (one_way, the_other) = ([0, 1, 2].repeat(64 * 3 - 1), [0, 2, 1].repeat(400));
    let corners = [[0, 0, 0, 5], [0, 0, 9, 5], [0, 9, 0, 5]];
    let indices = [one_way, the_other].concat();
    let frames = 6;
    let (still, packed) = (vec![FrameTransform::IDENTITY; frames], corners.as_flattened().repeat(frames));
    check(&MeshParts::whole(Packing::Position8Normal8, still, packed, indices));
}
