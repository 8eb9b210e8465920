//! The CPU blend: keys are exact, everything between stays within them, and nothing is ever not a number.

use md2_mesh::blend::{blend_frames, blend_positions, blend_vertex};
use md2_mesh::{FrameTransform, Mesh, MeshParts, NORMALS, Packing, Pose, SourceVertex};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

fn length([x, y, z]: [f32; 3]) -> f32 {
    (x * x + y * y + z * z).sqrt()
}

/// A mesh of loose vertices.
fn cloud(packing: Packing, frames: Vec<FrameTransform>, packed: Vec<u8>) -> Mesh {
    let vertices = packed.len() / packing.vertex_bytes() / frames.len();
    Mesh::from_parts(MeshParts {
        packing,
        frames,
        packed,
        uvs: vec![[0.0; 2]; vertices],
        indices: vec![],
        surfaces: vec![],
        tags: vec![],
        source_vertices: vec![SourceVertex { xyz: 0, st: None }; vertices],
    })
    .expect("the parts fit")
}

const HALFWAY: Pose = Pose { frame_a: 0, frame_b: 1, blend: 0.5 };

#[test]
fn halfway_is_the_middle() {
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
fn sixteen_bits_and_angles_are_blended_alike() {
    let frame = FrameTransform { scale: [1.0 / 64.0; 3], translate: [0.0; 3] };
    let vertex = |x: i16, angles: [u8; 2]| {
        [[x, 64, -64].map(i16::to_le_bytes).as_flattened(), angles.as_slice()].concat()
    };
    // From straight up to ahead: halfway is 45 degrees.
    let packed = [vertex(-32768, [0, 0]), vertex(32704, [64, 0])].concat();
    let mesh = cloud(Packing::Position16Normal16, vec![frame; 2], packed);
    let vertex = blend_vertex(&mesh, 0, HALFWAY);
    assert_eq!(vertex.position, [-0.5, 1.0, -1.0]);
    let half = 0.5_f32.sqrt();
    let off = [vertex.normal[0] - half, vertex.normal[1], vertex.normal[2] - half];
    assert!(length(off) < 1e-6, "{:?}", vertex.normal);
}

#[test]
fn frames_that_are_not_there_show_the_last() {
    let frames = [0.0, 8.0].map(|up| FrameTransform { scale: [1.0; 3], translate: [0.0, 0.0, up] });
    let mesh = cloud(Packing::Position8Normal8, frames.to_vec(), vec![0; 8]);
    for blend in [0.0, 1.0, -3.0, 9.0] {
        let pose = Pose { frame_a: 7, frame_b: u32::MAX, blend };
        assert_eq!(blend_vertex(&mesh, 0, pose).position, [0.0, 0.0, 8.0]);
    }
}

#[test]
fn opposite_normals_point_up_in_the_middle() {
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

#[test]
#[should_panic(expected = "one normal per vertex")]
fn slices_of_the_wrong_length_are_a_mistake() {
    let mesh = cloud(Packing::Position8Normal8, vec![FrameTransform::IDENTITY], vec![0; 12]);
    blend_frames(&mesh, HALFWAY, &mut [[0.0; 3]; 3], &mut []);
}

prop_compose! {
    fn transform()(scale in prop::array::uniform3(-4.0_f32..4.0), translate in prop::array::uniform3(-500.0_f32..500.0))
        -> FrameTransform { FrameTransform { scale, translate } }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_blend_lies_between_its_keys(
        frames in prop::collection::vec(transform(), 2),
        vertices in prop::collection::vec(([0..=u8::MAX, 0..=u8::MAX, 0..=u8::MAX, 0..=161_u8], [0..=u8::MAX, 0..=u8::MAX, 0..=u8::MAX, 0..=161_u8]), 1..40),
        blend in 0.0_f32..=1.0,
    ) {
        let (a, b): (Vec<_>, Vec<_>) = vertices.into_iter().unzip();
        let packed = [a, b].concat().concat();
        let mesh = cloud(Packing::Position8Normal8, frames.clone(), packed.clone());
        let count = mesh.vertex_count();
        let mut positions = vec![[0.0; 3]; count];
        let mut normals = positions.clone();
        let pose = Pose { blend, ..HALFWAY };
        blend_frames(&mesh, pose, &mut positions, &mut normals);
        let mut alone = vec![[0.0; 3]; count];
        blend_positions(&mesh, pose, &mut alone);
        prop_assert_eq!(&alone, &positions);

        for vertex in 0..count {
            let one = blend_vertex(&mesh, vertex, pose);
            prop_assert_eq!((one.position, one.normal), (positions[vertex], normals[vertex]));
            prop_assert!((length(one.normal) - 1.0).abs() < 1e-5);

            // The definition, in double precision.
            let key = |frame: usize, axis: usize| {
                let byte = packed[4 * (frame * count + vertex) + axis];
                f64::from(byte) * f64::from(frames[frame].scale[axis]) + f64::from(frames[frame].translate[axis])
            };
            for axis in 0..3 {
                let t = f64::from(blend);
                let expected = key(0, axis) * (1.0 - t) + key(1, axis) * t;
                let off = (f64::from(one.position[axis]) - expected).abs();
                prop_assert!(off < 5e-4, "{off}");
            }
        }
    }
}
