//! In-between frames on curves through the keyframes.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the numbers of test models are small"
)]

use crate::common::{Motion, bending_tube, rigid_spin};
use md2_mesh::{Mesh, MeshParts, Pose, Surface, Tag, TagFrame, blend};
use md2_steady::{BetweenOptions, FilledMesh, RestoreOptions, Sequence, SteadyError, fill_between, restore};

fn filled(mesh: &Mesh, sequences: &[Sequence], between: usize) -> FilledMesh {
    fill_between(mesh, sequences, &BetweenOptions { between, ..BetweenOptions::default() })
        .expect("the mesh has 16-bit coordinates and is small")
}

fn sixteen_bits(motion: &Motion) -> Mesh {
    let options = RestoreOptions { sequences: motion.sequences(), ..RestoreOptions::default() };
    restore(&motion.packed(), &options).expect("the mesh has 8-bit coordinates").mesh
}

fn thinned(motion: &Motion, nth: usize) -> Motion {
    Motion {
        frames: motion.frames.iter().step_by(nth).cloned().collect(),
        triangles: motion.triangles.clone(),
        loops: motion.loops,
    }
}

#[test]
fn curves_come_nearer_to_the_truth_than_straight_lines() {
    // The tube moves slowly, so the error of its keyframes is larger than the improvement by curves.
    for (name, truth, most) in [("spin", rigid_spin(), 0.25), ("tube", bending_tube(), 0.8)] {
        let keys = sixteen_bits(&thinned(&truth, 4));
        let whole = Sequence { frames: 0..=keys.frame_count() - 1, loops: true };
        let curved = filled(&keys, &[whole], 3);
        assert_eq!(curved.mesh.frame_count(), truth.frames.len());
        let [mut straight_error, mut curved_error] = [0.0_f64; 2];
        let mut positions = vec![[0.0; 3]; keys.vertex_count()];
        for (frame, expected) in truth.frames.iter().enumerate() {
            let [frame_a, frame_b] =
                [frame / 4, (frame / 4 + 1) % keys.frame_count()].map(|frame| frame as u32);
            blend::blend_positions(
                &keys,
                Pose { frame_a, frame_b, blend: (frame % 4) as f32 / 4.0 },
                &mut positions,
            );
            for (vertex, expected) in expected.iter().enumerate() {
                let off = |found: [f32; 3]| {
                    (0..3).map(|i| (f64::from(found[i]) - expected[i]).powi(2)).sum::<f64>()
                };
                straight_error += off(positions[vertex]);
                curved_error += off(curved.mesh.position(frame, vertex));
            }
        }
        let ratio = (curved_error / straight_error).sqrt();
        println!("{name}: {ratio:.3}");
        assert!(ratio < most, "{name}: {ratio}");
    }
}

#[test]
fn returns_the_new_numbers_of_sequences_and_keys() {
    let mesh = sixteen_bits(&thinned(&rigid_spin(), 4));
    let sequence = |frames, loops| Sequence { frames, loops };
    let filled = filled(&mesh, &[sequence(1..=3, true), sequence(4..=6, false), sequence(9..=12, true)], 2);
    // Three keyframes of a loop, each followed by two frames; three keyframes with two frames between each pair; frames 0 and 7.
    assert_eq!(filled.mesh.frame_count(), 9 + 7 + 2);
    let expected = [Some(sequence(0..=8, true)), Some(sequence(9..=15, false)), None];
    assert_eq!(filled.sequences, expected);
    assert_eq!(filled.keys, [16, 0, 3, 6, 9, 12, 15, 17]);
    for (frame, &place) in filled.keys.iter().enumerate() {
        assert_eq!(filled.mesh.frame_bytes(place), mesh.frame_bytes(frame));
        assert_eq!(filled.mesh.frames()[place], mesh.frames()[frame]);
    }
}

#[test]
fn curves_do_not_overshoot_at_rest() {
    // Three keyframes at rest, a fast motion, and rest again.
    let places = [0.0, 0.0, 0.0, 10.0, 20.0, 20.0, 20.0];
    let motion = Motion::from_grid([4, 4], 7, false, |row, column, frame| {
        [row * 3.0 + places[frame as usize], column * 3.0, (row + column).sin()]
    });
    let keys = sixteen_bits(&motion);
    let curved = filled(&keys, &motion.sequences(), 4).mesh;
    let step = motion.packed().frames()[0].transform.scale[0];
    for frame in 0..curved.frame_count() {
        let x = curved.position(frame, 0)[0];
        let (least, greatest) = if frame <= 10 {
            (0.0, 0.0)
        } else if frame >= 20 {
            (20.0, 20.0)
        } else {
            (0.0, 20.0)
        };
        assert!((least - step..=greatest + step).contains(&x), "frame {frame}: {x}");
    }
}

#[test]
fn interpolates_tags() {
    let motion = thinned(&rigid_spin(), 8);
    let file = sixteen_bits(&motion);
    let (sin, cos) = 1.0_f32.sin_cos();
    let turned =
        TagFrame { origin: [4.0, 0.0, 2.0], axes: [[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]] };
    let tag = Tag { name: "tag_hand".into(), frames: vec![TagFrame::IDENTITY, turned, turned, turned] };
    let parts = MeshParts {
        indices: vec![],
        surfaces: vec![Surface::whole(file.vertex_count(), 0)],
        tags: vec![tag],
        ..file.to_parts()
    };
    let mesh = Mesh::from_parts(parts).expect("the parts fit");
    let filled = filled(&mesh, &[Sequence { frames: 0..=3, loops: false }], 1);
    let frames = &filled.mesh.tags()[0].frames;
    assert_eq!((frames[0], frames[2], frames.len()), (TagFrame::IDENTITY, turned, 7));
    let (sin, cos) = 0.5_f32.sin_cos();
    let [x, y, _] = frames[1].axes[0];
    assert!((x - cos).abs() < 1e-6 && (y - sin).abs() < 1e-6, "{:?}", frames[1]);
    assert!(frames[1].origin[0] > 1.0 && frames[1].origin[0] < 4.0);
}

#[test]
fn rejects_8_bit_meshes_and_large_results() {
    let motion = rigid_spin();
    let refused = |mesh: &Mesh, options: &BetweenOptions| {
        fill_between(mesh, &motion.sequences(), options).map(|_| ()).expect_err("refused").to_string()
    };
    let expected = "the mesh has the layout Position8Normal8, expected Position16Normal16";
    assert_eq!(refused(&motion.packed(), &BetweenOptions::default()), expected);
    let mesh = sixteen_bits(&motion);
    let vertices = mesh.vertex_count();
    let few = BetweenOptions { between: 1, max_packed_bytes: 1000 };
    let expected =
        format!("64 frames of {vertices} vertices need {} bytes, the limit is 1000", 64 * 8 * vertices);
    assert_eq!(refused(&mesh, &few), expected);
    let many = BetweenOptions { between: usize::MAX, ..BetweenOptions::default() };
    let error = fill_between(&mesh, &motion.sequences(), &many).map(|_| ()).expect_err("refused");
    assert!(matches!(error, SteadyError::TooLarge { frames: usize::MAX, .. }), "{error}");
}
