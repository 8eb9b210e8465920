//! The CPU blend: keys are exact, everything between stays within them, and nothing is ever not a number.

mod common;

use md2_format::{Md2, NORMALS};
use md2_mesh::blend::{blend_frames, blend_positions, blend_vertex};
use md2_mesh::{FrameTransform, Mesh, MeshOptions, MeshParts, Packing, SourceVertex};
use md2_testdata::one_triangle;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

fn length([x, y, z]: [f32; 3]) -> f32 {
    (x * x + y * y + z * z).sqrt()
}

/// A mesh of loose vertices.
fn cloud(frames: Vec<FrameTransform>, packed: Vec<u8>) -> Mesh {
    let vertices = packed.len() / 4 / frames.len();
    Mesh::from_parts(MeshParts {
        packing: Packing::Position8Normal8,
        frames,
        packed,
        uvs: vec![[0.0; 2]; vertices],
        indices: vec![],
        source_vertices: vec![SourceVertex { xyz: 0, st: None }; vertices],
    })
    .expect("the parts fit")
}

#[test]
fn halfway_is_the_middle() {
    let mesh = common::mesh(&one_triangle(), &MeshOptions::default());
    let vertex = blend_vertex(&mesh, 2, 0, 1, 0.5);
    assert_eq!(vertex.position, [31.875, 0.0, 0.5 * 39.875]);
    let sum = [0, 1, 2].map(|i| NORMALS[5][i] + NORMALS[161][i]);
    let expected = sum.map(|c| c / length(sum));
    assert!((0..3).all(|i| (vertex.normal[i] - expected[i]).abs() < 1e-6), "{:?}", vertex.normal);
}

#[test]
fn keys_of_real_models_are_exact() {
    for (path, bytes) in common::corpus() {
        let md2 = Md2::parse(&bytes).expect("the corpus is sound");
        let mesh = Mesh::from_md2(&md2, &MeshOptions::default()).expect("the corpus makes meshes");
        let mut positions = vec![[0.0; 3]; mesh.vertex_count()];
        let mut normals = positions.clone();
        let last = mesh.frame_count() - 1;
        for (blend, key) in [(0.0, 0), (1.0, last), (-1.0, 0), (7.0, last), (f32::NAN, 0)] {
            blend_frames(&mesh, 0, last, blend, &mut positions, &mut normals);
            let frame = md2.frame(key);
            for (i, source) in mesh.source_vertices().iter().enumerate() {
                let vertex = frame.vertices()[source.xyz as usize];
                assert_eq!(positions[i], frame.position(source.xyz as usize), "{}", path.display());
                let off = [0, 1, 2].map(|axis| normals[i][axis] - vertex.normal()[axis]);
                assert!(length(off) < 2e-6, "{}: {off:?}", path.display());
            }
        }
    }
}

#[test]
fn opposite_normals_point_up_in_the_middle() {
    let opposite = |a: [f32; 3]| NORMALS.iter().position(|b| (0..3).all(|i| a[i] == -b[i]));
    let mut pairs = 0;
    for (a, direction) in NORMALS.iter().enumerate() {
        let Some(b) = opposite(*direction) else { continue };
        let packed = [a, b].map(|normal| [0, 0, 0, u8::try_from(normal).expect("below 162")]).concat();
        let mesh = cloud(vec![FrameTransform { scale: [0.0; 3], translate: [0.0; 3] }; 2], packed);
        assert_eq!(blend_vertex(&mesh, 0, 0, 1, 0.5).normal, [0.0, 0.0, 1.0]);
        pairs += 1;
    }
    assert!(pairs > 100, "the table is symmetric: {pairs}");
}

#[test]
#[should_panic(expected = "one normal per vertex")]
fn slices_of_the_wrong_length_are_a_mistake() {
    let mesh = common::mesh(&one_triangle(), &MeshOptions::default());
    blend_frames(&mesh, 0, 1, 0.5, &mut [[0.0; 3]; 3], &mut []);
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
        let mesh = cloud(frames.clone(), packed.clone());
        let count = mesh.vertex_count();
        let mut positions = vec![[0.0; 3]; count];
        let mut normals = positions.clone();
        blend_frames(&mesh, 0, 1, blend, &mut positions, &mut normals);
        let mut alone = vec![[0.0; 3]; count];
        blend_positions(&mesh, 0, 1, blend, &mut alone);
        prop_assert_eq!(&alone, &positions);

        for vertex in 0..count {
            let one = blend_vertex(&mesh, vertex, 0, 1, blend);
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
