//! Checks the promises of the crate with arbitrary 8-bit meshes.

#![allow(clippy::cast_possible_truncation, reason = "the numbers of test models are small")]

use crate::common::mesh;
use md2_common::nearest_normal;
use md2_mesh::FrameTransform;
use md2_steady::{RestoreOptions, Rounding, Sequence, packs_to_same_bytes, restore};
use md2_testdata::random::Random;
use proptest::prelude::*;

fn scale() -> impl Strategy<Value = f32> {
    prop_oneof![
        6 => 0.01_f32..1.0,
        2 => -1.0_f32..-0.01,
        2 => Just(0.0_f32),
        1 => prop_oneof![Just(-0.0_f32), Just(1.0e-45), Just(-1.0e-30), Just(1.0e-7), Just(3.0e15), Just(-1.0e14)],
    ]
}

fn translate() -> impl Strategy<Value = f32> {
    prop_oneof![8 => -200.0_f32..200.0, 1 => Just(0.0_f32), 1 => prop_oneof![Just(1.0e6_f32), Just(-9.0e17), Just(1.0e-40)]]
}

prop_compose! {
    fn transform()(scale in [scale(), scale(), scale()], translate in [translate(), translate(), translate()])
        -> FrameTransform { FrameTransform { scale, translate } }
}

prop_compose! {
    fn cloud()(
        frames in prop::collection::vec(transform(), 1..9),
        vertices in prop::collection::vec((any::<[u8; 3]>(), 0_u8..162, any::<bool>()), 0..130),
        seed in any::<u64>(),
        shake in 1_usize..300,
        one_transform in any::<bool>(),
    ) -> (Vec<FrameTransform>, Vec<u8>) {
        let mut random = Random::new(seed);
        let frames = if one_transform { vec![frames[0]; frames.len()] } else { frames };
        let mut packed = vec![];
        for frame in 0..frames.len() as u32 {
            let mut last = [0; 4];
            for &([x, y, z], normal, repeat) in &vertices {
                let mut moved = |c: u8| {
                    let to = u32::from(c) + 3 * frame + random.below(shake) as u32;
                    to.min(255) as u8
                };
                let vertex = [moved(x), moved(y), moved(z), normal];
                last = if repeat { last } else { vertex };
                packed.extend(last);
            }
        }
        (frames, packed)
    }
}

proptest! {
    #[test]
    fn every_key_packs_to_its_bytes(
        (frames, packed) in cloud(),
        ranges in prop::collection::vec((0_usize..10, 0_usize..12, any::<bool>()), 0..3),
        rounding in prop_oneof![Just(None), Just(Some(Rounding::Nearest)), Just(Some(Rounding::Down))],
    ) {
        let vertices = packed.len() / 4 / frames.len();
        let indices = (0..vertices as u32 / 3 * 3).collect();
        let file = mesh(frames, packed, indices);
        let sequences =
            ranges.into_iter().map(|(first, last, loops)| Sequence { frames: first..=last, loops });
        let options = RestoreOptions { sequences: sequences.collect(), rounding };
        let restored = restore(&file, &options).expect("within reach");
        let report = restored.report;
        prop_assert!(packs_to_same_bytes(&file, &restored.mesh, report.rounding));
        prop_assert!((0.0..=1.0).contains(&report.largest_move_steps) && report.noise_edge.is_finite());

        let numbers = |mesh: &md2_mesh::Mesh| -> Vec<u8> {
            let vertices = mesh.packed_bytes().chunks_exact(mesh.packing().vertex_bytes());
            vertices.map(|vertex| nearest_normal(mesh.packing().direction(vertex))).collect()
        };
        prop_assert_eq!(numbers(&file), numbers(&restored.mesh), "normals lead back to their numbers");

        let count = file.vertex_count();
        let way = |mesh: &md2_mesh::Mesh, vertex| -> Vec<[u32; 3]> {
            (0..mesh.frame_count()).map(|frame| mesh.position(frame, vertex).map(f32::to_bits)).collect()
        };
        let bytes = |vertex| -> Vec<&[u8]> {
            (0..file.frame_count()).map(|frame| &file.vertex_bytes(frame, vertex)[..3]).collect()
        };
        for pair in (1..count).map(|vertex| [vertex - 1, vertex]) {
            let [a, b] = pair.map(bytes);
            if a == b {
                prop_assert_eq!(way(&restored.mesh, pair[0]), way(&restored.mesh, pair[1]), "a seam opened");
            }
        }
    }
}
