//! Checks the promises of the crate with arbitrary 8-bit meshes.

#![allow(clippy::cast_possible_truncation, reason = "the numbers of test models are small")]

use crate::common::mesh;
use md2_common::nearest_normal;
use md2_mesh::FrameTransform;
use md2_steady::{RestoreOptions, Rounding, Sequence, packs_to_same_bytes, restore};
use md2_testdata::random::Random;

fn scale(random: &mut Random) -> f32 {
    match random.below(11) {
        0..6 => random.within(0.01, 1.0),
        6..8 => random.within(-1.0, -0.01),
        8..10 => 0.0,
        _ => [-0.0, 1.0e-45, -1.0e-30, 1.0e-7, 3.0e15, -1.0e14][random.below(6)],
    }
}

fn translate(random: &mut Random) -> f32 {
    match random.below(10) {
        0..9 => random.within(-200.0, 200.0),
        _ => [0.0, 1.0e6, -9.0e17, 1.0e-40][random.below(4)],
    }
}

/// Returns frames, and vertices that move in them. Some vertices have the same positions as the vertex before them.
fn cloud(random: &mut Random) -> (Vec<FrameTransform>, Vec<u8>) {
    let frame = |random: &mut Random| FrameTransform {
        scale: [(); 3].map(|()| scale(random)),
        translate: [(); 3].map(|()| translate(random)),
    };
    let mut frames: Vec<_> = (0..1 + random.below(8)).map(|_| frame(random)).collect();
    if random.below(2) == 0 {
        frames = vec![frames[0]; frames.len()];
    }
    let (vertices, shake) = (random.below(130), 1 + random.below(299));
    let first: Vec<[u8; 5]> = (0..vertices).map(|_| [(); 5].map(|()| random.byte())).collect();
    let mut packed = vec![];
    for frame in 0..frames.len() {
        let mut last = [0; 4];
        for &[x, y, z, normal, repeats] in &first {
            let mut moved = |c: u8| (usize::from(c) + 3 * frame + random.below(shake)).min(255) as u8;
            let vertex = [moved(x), moved(y), moved(z), normal % 162];
            last = if repeats % 2 == 0 { last } else { vertex };
            packed.extend(last);
        }
    }
    (frames, packed)
}

#[test]
fn every_key_packs_to_its_bytes() {
    for round in 0..256 {
        let mut random = Random::new(round);
        let (frames, packed) = cloud(&mut random);
        let vertices = packed.len() / 4 / frames.len();
        let file = mesh(frames, packed, (0..vertices as u32 / 3 * 3).collect());
        let sequence = |random: &mut Random| Sequence {
            frames: random.below(10)..=random.below(12),
            loops: random.below(2) == 0,
        };
        let sequences = (0..random.below(3)).map(|_| sequence(&mut random)).collect();
        let rounding = [None, Some(Rounding::Nearest), Some(Rounding::Down)][random.below(3)];
        let restored = restore(&file, &RestoreOptions { sequences, rounding }).expect("within reach");
        let report = restored.report;
        assert!(packs_to_same_bytes(&file, &restored.mesh, report.rounding), "{round}");
        assert!((0.0..=1.0).contains(&report.largest_move_steps), "{round}: {report:?}");

        let numbers = |mesh: &md2_mesh::Mesh| -> Vec<u8> {
            let vertices = mesh.packed_bytes().chunks_exact(mesh.packing().vertex_bytes());
            vertices.map(|vertex| nearest_normal(mesh.packing().direction(vertex))).collect()
        };
        assert_eq!(numbers(&file), numbers(&restored.mesh), "{round}: normals lead back to their numbers");

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
                assert_eq!(
                    way(&restored.mesh, pair[0]),
                    way(&restored.mesh, pair[1]),
                    "{round}: a seam opened"
                );
            }
        }
    }
}
