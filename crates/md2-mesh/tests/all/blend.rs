//! Checks that blending on the CPU is exact at keyframes, correct between them, and always finite.

use md2_mesh::blend::{BlendedVertex, blend_frames, blend_positions, blend_vertex, fade_frames, fade_vertex};
use md2_mesh::{Fade, FrameTransform, Mesh, MeshParts, NORMALS, Packing, Pose};
use md2_testdata::random::Random;

fn length([x, y, z]: [f32; 3]) -> f32 {
    (x * x + y * y + z * z).sqrt()
}

fn cloud(packing: Packing, frames: Vec<FrameTransform>, packed: Vec<u8>) -> Mesh {
    Mesh::from_parts(MeshParts::whole(packing, frames, packed, vec![])).expect("the parts fit")
}

const HALFWAY: Pose = Pose { frame_a: 0, frame_b: 1, blend: 0.5 };

#[test]
fn blends_halfway_between_two_frames() {
    let frames = [0.0, 8.0].map(|up| FrameTransform { scale: [0.125; 3], translate: [0.0, 0.0, up] });
    let packed = vec![255, 0, 0, 5, 255, 0, 255, 161];
    let mesh = cloud(Packing::Position8Normal8, frames.to_vec(), packed);
    let vertex = blend_vertex(&mesh, 0, HALFWAY);
    assert_eq!(vertex.position, [31.875, 0.0, 0.5 * 39.875]);
    let sum = [0, 1, 2].map(|i| NORMALS[5][i] + NORMALS[161][i]);
    let expected = sum.map(|c| c / length(sum));
    assert!((0..3).all(|i| (vertex.normal[i] - expected[i]).abs() < 1e-6), "{:?}", vertex.normal);
}

#[test]
fn a_cross_fade_is_exact_at_its_ends_and_a_weighted_mean_between() {
    for packing in [Packing::Position8Normal8, Packing::Position16Normal16] {
        let frame = |up: f32| FrameTransform { scale: [0.3, -0.7, 0.1], translate: [up, 2.0 * up, -up] };
        let mut random = Random::new(7);
        let byte = |random: &mut Random| u8::try_from(random.below(162)).expect("a byte");
        let bytes = 4 * 50 * packing.vertex_bytes();
        let packed = (0..bytes).map(|_| byte(&mut random)).collect();
        let mesh = cloud(packing, [1.5, -3.25, 8.0, 0.1].map(frame).to_vec(), packed);
        let from = Pose { frame_a: 1, frame_b: 2, blend: 0.3 };
        let to = Pose { frame_a: 3, frame_b: 0, blend: 0.8 };
        let (mut positions, mut normals) = ([[0.0; 3]; 50], [[0.0; 3]; 50]);
        for weight in [0.0, 0.25, 0.9, 1.0] {
            let fade = Fade { from, weight };
            fade_frames(&mesh, fade, to, &mut positions, &mut normals);
            for vertex in 0..50 {
                let mixed = fade_vertex(&mesh, vertex, fade, to);
                assert_eq!((mixed.position, mixed.normal), (positions[vertex], normals[vertex]));
                let [old, new] = [from, to].map(|pose| blend_vertex(&mesh, vertex, pose));
                match fade.single_pose(to) {
                    Some(pose) if pose == to => assert_eq!(mixed, new),
                    Some(_) => assert_eq!(mixed, old),
                    None => {
                        let mean =
                            |axis: usize| old.position[axis] * (1.0 - weight) + new.position[axis] * weight;
                        let off = [0, 1, 2].map(|axis| mixed.position[axis] - mean(axis));
                        // Each operation rounds by half a unit in the last place of the largest coordinate.
                        let ends = old.position.into_iter().chain(new.position);
                        let largest = ends.fold(1.0, |largest: f32, part| largest.max(part.abs()));
                        assert!(
                            length(off) < 8.0 * f32::EPSILON * largest,
                            "{mixed:?} between {old:?} and {new:?}"
                        );
                        assert!((length(mixed.normal) - 1.0).abs() < 1e-5);
                    }
                }
            }
        }
    }
}

#[test]
fn opposite_normals_blend_to_up() {
    let opposite = |a: [f32; 3]| NORMALS.iter().position(|b| (0..3).all(|i| a[i] == -b[i]));
    let mut pairs = 0;
    for (a, direction) in NORMALS.iter().enumerate() {
        let Some(b) = opposite(*direction) else { continue };
        let packed = [a, b].map(|normal| [0, 0, 0, u8::try_from(normal).expect("below 162")]).concat();
        let mesh = cloud(Packing::Position8Normal8, vec![FrameTransform::IDENTITY; 2], packed);
        assert_eq!(blend_vertex(&mesh, 0, HALFWAY).normal, [0.0, 0.0, 1.0]);
        pairs += 1;
    }
    assert!(pairs > 100, "the table is symmetric: {pairs}");
}

fn blend_every_way(mesh: &Mesh, pose: Pose) -> Vec<BlendedVertex> {
    let count = mesh.vertex_count();
    let mut positions = vec![[f32::NAN; 3]; count];
    let mut normals = positions.clone();
    blend_frames(mesh, pose, &mut positions, &mut normals);
    let mut alone = vec![[f32::NAN; 3]; count];
    blend_positions(mesh, pose, &mut alone);
    assert_eq!(alone, positions);
    let one = |vertex: usize| BlendedVertex { position: positions[vertex], normal: normals[vertex] };
    (0..count).map(one).collect()
}

fn bits(vertex: BlendedVertex) -> [u32; 6] {
    let ([x, y, z], [normal_x, normal_y, normal_z]) = (vertex.position, vertex.normal);
    [x, y, z, normal_x, normal_y, normal_z].map(f32::to_bits)
}

#[test]
fn blending_many_vertices_gives_the_bits_of_single_ones() {
    let mut random = Random::new(11);
    for packing in [Packing::Position8Normal8, Packing::Position16Normal16] {
        // Vertex counts around the block and lane sizes, and all pairs of normals.
        for count in [0, 1, 7, 8, 9, 63, 64, 65, 71, 200, 162 * 162] {
            let mut packed: Vec<u8> =
                (0..2 * count * packing.vertex_bytes()).map(|_| random.byte()).collect();
            if packing == Packing::Position8Normal8 {
                let (a, b) = packed.as_chunks_mut::<4>().0.split_at_mut(count);
                for (i, (a, b)) in a.iter_mut().zip(b).enumerate() {
                    let normal = |index: usize| u8::try_from(index % NORMALS.len()).expect("below 162");
                    (a[3], b[3]) = (normal(i / NORMALS.len()), normal(i));
                }
            }
            let frames =
                [0.1, -0.3].map(|scale| FrameTransform { scale: [scale, 0.7, 1.0], translate: [scale; 3] });
            let mesh = cloud(packing, frames.to_vec(), packed);
            for blend in [0.0, 0.25, 0.5, 0.500_000_06, 0.9, 1.0] {
                let pose = Pose { blend, ..HALFWAY };
                for (vertex, many) in blend_every_way(&mesh, pose).into_iter().enumerate() {
                    let one = blend_vertex(&mesh, vertex, pose);
                    assert_eq!(bits(many), bits(one), "{packing:?}, {vertex} of {count}, at {blend}");
                }
            }
        }
    }
}

#[test]
#[should_panic(expected = "one normal per vertex")]
fn rejects_slices_of_the_wrong_length() {
    let mesh = cloud(Packing::Position8Normal8, vec![FrameTransform::IDENTITY], vec![0; 12]);
    blend_frames(&mesh, HALFWAY, &mut [[0.0; 3]; 3], &mut []);
}
