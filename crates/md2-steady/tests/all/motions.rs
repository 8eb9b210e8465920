//! Checks of restored motions whose true positions are known.

use std::ops::ControlFlow;

use crate::common::{Motion, bending_tube, mesh, rigid_spin, with_normals_of_surface};
use md2_mesh::{FrameTransform, Mesh, Packing};
use md2_steady::{
    RestoreOptions, Rounding, Sequence, SteadyError, packs_to_same_bytes, restore, restore_watched,
};

fn options(motion: &Motion) -> RestoreOptions {
    RestoreOptions { sequences: motion.sequences(), ..RestoreOptions::default() }
}

/// Returns the sum of the squared second differences of each coordinate over the frames of a loop.
fn bends(mesh: &Mesh) -> Vec<f64> {
    let (frames, count) = (mesh.frame_count(), 3 * mesh.vertex_count());
    let at = |frame: usize, i: usize| f64::from(mesh.position(frame % frames, i / 3)[i % 3]);
    let bend = |frame, i| (at(frame, i) - 2.0 * at(frame + 1, i) + at(frame + 2, i)).powi(2);
    (0..count).map(|i| (0..frames).map(|frame| bend(frame, i)).sum()).collect()
}

#[test]
fn no_coordinate_trembles_more_than_before() {
    // Beside the moving half, coordinates move one step or less.
    let motion = Motion::from_grid([16, 12], 24, true, |row, column, frame| {
        let wave = 0.1 * (row - 8.0).max(0.0) * (0.3 * column + frame * std::f64::consts::TAU / 24.0).sin();
        [5.0 * column + (3.0 * row).sin() + wave, 4.0 * (2.0 * row + column).cos() + wave, 5.0 * row]
    });
    let file = packed_into_one_box(&motion);
    let restored = restore(&file, &options(&motion)).expect("8 bits").mesh;
    let [before, after] = [&file, &restored].map(bends);
    assert!(before.iter().zip(&after).all(|(before, after)| *after <= before + 3e-5));
    assert!(after.iter().sum::<f64>() < 0.7 * before.iter().sum::<f64>());
}

#[track_caller]
fn check(name: &str, motion: &Motion, most: [f64; 2]) {
    let file = motion.packed();
    let before = motion.error_and_tremble(&file);
    for (how, sequences, most) in
        [("in its sequence", motion.sequences(), most), ("without sequences", vec![], [1.0; 2])]
    {
        let restored =
            restore(&file, &RestoreOptions { sequences, ..RestoreOptions::default() }).expect("8 bits");
        assert!(packs_to_same_bytes(&file, &restored.mesh, Rounding::Nearest), "{name}");
        let after = motion.error_and_tremble(&restored.mesh);
        let [error, tremble] = [0, 1].map(|i| after[i] / before[i]);
        println!("{name}, {how}: error {error:.3}, tremble {tremble:.3}, {:?}", restored.report);
        assert!(error < most[0] && tremble < most[1], "{name}, {how}: {error:.3}, {tremble:.3}");
    }
}

#[test]
fn restoring_reduces_error_and_tremble() {
    // The heights in the spin are constant, and so are their rounding errors.
    check("spin", &rigid_spin(), [0.8, 0.5]);
    check("tube", &bending_tube(), [0.5, 0.5]);
}

#[test]
fn detects_an_exporter_that_rounds_down() {
    let motion = bending_tube();
    assert_eq!(Rounding::detect(&motion.packed()), Rounding::Nearest);
    let file = motion.packed_after_adding(0.0);
    assert_eq!(Rounding::detect(&file), Rounding::Down);
    let restored = restore(&file, &options(&motion)).expect("8 bits").mesh;
    assert!(packs_to_same_bytes(&file, &restored, Rounding::Down));
    // The positions in the file are half a step too low.
    let [before, after] = [&file, &restored].map(|mesh| motion.error_and_tremble(mesh));
    assert!(after[0] < 0.4 * before[0] && after[1] < 0.5 * before[1], "{before:?}, {after:?}");
}

#[test]
fn a_sequence_that_falsely_claims_to_loop_still_improves() {
    let mut motion = bending_tube();
    // A quarter of the swing, whose first and last frame are far apart.
    motion.frames.truncate(10);
    motion.loops = false;
    let file = motion.packed();
    let before = motion.error_and_tremble(&file);
    let sequences = vec![Sequence { frames: 0..=9, loops: true }];
    let restored =
        restore(&file, &RestoreOptions { sequences, ..RestoreOptions::default() }).expect("8 bits");
    let after = motion.error_and_tremble(&restored.mesh);
    assert!(after[0] < 0.8 * before[0] && after[1] < 0.6 * before[1], "{before:?}, {after:?}");
}

#[test]
fn vertices_with_equal_positions_move_together() {
    // Every vertex occurs twice, as along a seam, and one vertex is unused.
    let motion = bending_tube();
    let file = motion.packed();
    let frames: Vec<FrameTransform> = file.frames().iter().map(|frame| frame.transform).collect();
    let twice = |frame: usize| [file.frame_bytes(frame), file.frame_bytes(frame), &[7, 9, 200, 3]].concat();
    let packed = (0..file.frame_count()).flat_map(twice).collect();
    let doubled = mesh(frames, packed, motion.triangles.clone());

    let [alone, twice] = [&file, &doubled].map(|mesh| restore(mesh, &options(&motion)).expect("8 bits").mesh);
    assert!(packs_to_same_bytes(&doubled, &twice, Rounding::Nearest));
    let count = file.vertex_count();
    for frame in 0..file.frame_count() {
        for vertex in 0..count {
            assert_eq!(twice.vertex_bytes(frame, vertex), twice.vertex_bytes(frame, count + vertex));
        }
        let moved = (0..count).any(|vertex| alone.position(frame, vertex) != file.position(frame, vertex));
        assert!(moved, "frame {frame} has not changed");
    }
}

fn packed_into_one_box(motion: &Motion) -> Mesh {
    let all = Motion { frames: vec![motion.frames.concat()], triangles: vec![], loops: false }.packed();
    mesh(
        vec![all.frames()[0].transform; motion.frames.len()],
        all.packed_bytes().to_vec(),
        motion.triangles.clone(),
    )
}

#[test]
fn resting_vertices_stay_at_rest() {
    // A sheet whose upper half moves in waves.
    let motion = Motion::from_grid([16, 12], 24, true, |row, column, frame| {
        let wave = (row - 8.0).max(0.0) * (0.3 * column + frame * std::f64::consts::TAU / 24.0).sin();
        [5.0 * column + (3.0 * row).sin() + wave, 4.0 * (2.0 * row + column).cos() + wave, 5.0 * row]
    });
    let file = packed_into_one_box(&motion);
    let restored = restore(&file, &options(&motion)).expect("8 bits").mesh;
    // The vertices at least two rings below the moving ones.
    let still = 12 * 6;
    for frame in 1..24 {
        for vertex in 0..still {
            assert_eq!(restored.vertex_bytes(frame, vertex), restored.vertex_bytes(0, vertex));
        }
    }
    let [before, after] = [&file, &restored].map(|mesh| motion.error_and_tremble(mesh));
    assert!(after[1] < 0.6 * before[1], "{before:?}, {after:?}");
}

#[test]
fn slow_motion_does_not_count_as_rest() {
    // A motion of a fifth of a step per frame: in the file, a vertex rests for four frames and jumps in the fifth.
    let motion = Motion::from_grid([12, 12], 30, false, |row, column, frame| {
        let [x, y] = [4.0 * row + (3.0 * column).sin(), 4.0 * column + (5.0 * row).sin()];
        [x + 0.04 * frame, y + 0.03 * frame, (row + column).sin() + 0.02 * frame]
    });
    let file = packed_into_one_box(&motion);
    let restored = restore(&file, &options(&motion)).expect("8 bits").mesh;
    let [before, after] = [&file, &restored].map(|mesh| motion.error_and_tremble(mesh));
    assert!(after[0] < 0.6 * before[0] && after[1] < 0.4 * before[1], "{before:?}, {after:?}");
}

fn unevenness(mesh: &Mesh, frame: usize, normal: [f64; 3]) -> f64 {
    let height = |vertex| {
        let position = mesh.position(frame, vertex).map(f64::from);
        (0..3).map(|i| position[i] * normal[i]).sum::<f64>()
    };
    let count = mesh.vertex_count();
    let mean = (0..count).map(height).sum::<f64>() / count as f64;
    ((0..count).map(|vertex| (height(vertex) - mean).powi(2)).sum::<f64>() / count as f64).sqrt()
}

#[test]
fn flat_surfaces_become_flatter() {
    // A plate that tilts by two degrees per frame about an oblique axis.
    const LEANING: [f64; 2] = [0.6, 0.8];
    let tilt = |frame: f64| (10.0 + 2.0 * frame).to_radians();
    let motion = Motion::from_grid([9, 9], 20, false, |row, column, frame| {
        let (sin, cos) = tilt(frame).sin_cos();
        // Evenly spaced vertices would have evenly spaced rounding errors.
        let (along, across) =
            (5.0 * row + (17.0 * row + 5.0 * column).sin(), 5.0 * column + (3.0 * row).sin());
        let height = along * sin;
        [along * cos, LEANING[1] * across - LEANING[0] * height, LEANING[0] * across + LEANING[1] * height]
    });
    let file = motion.packed();
    let restored = restore(&file, &options(&motion)).expect("8 bits").mesh;
    let mut sums = [0.0; 2];
    for frame in 0..motion.frames.len() {
        let (sin, cos) = tilt(frame as f64).sin_cos();
        let [before, after] = [&file, &restored]
            .map(|mesh| unevenness(mesh, frame, [-sin, -LEANING[0] * cos, LEANING[1] * cos]));
        assert!(after < 0.7 * before, "frame {frame}: {after} of {before}");
        sums = [sums[0] + before, sums[1] + after];
    }
    assert!(sums[1] < 0.5 * sums[0], "{sums:?}");
}

#[test]
fn a_level_floor_stays_level() {
    // The lowest vertices of a breathing body all have the same byte.
    let motion = Motion::from_grid([10, 12], 30, true, |row, column, frame| {
        let breath = 1.0 + 0.02 * (frame * std::f64::consts::TAU / 30.0).sin();
        [
            6.0 * column.sin() * breath,
            6.0 * column.cos() * breath,
            if row < 2.0 { 0.0 } else { row * 5.0 * breath },
        ]
    });
    let file = motion.packed();
    let restored = restore(&file, &options(&motion)).expect("8 bits").mesh;
    for frame in 0..30 {
        let step = file.frames()[frame].transform.scale[2];
        for vertex in 0..24 {
            let height = restored.position(frame, vertex)[2];
            assert!(
                (0.0..0.1 * step).contains(&height),
                "frame {frame}, vertex {vertex}: {height} of {step}"
            );
        }
    }
}

#[test]
fn restored_normals_are_nearer_to_the_surface_normals() {
    let motion = rigid_spin();
    // Exporters store the direction of the table that is nearest to the surface normal.
    let file = with_normals_of_surface(&motion.packed());
    let restored = restore(&file, &options(&motion)).expect("8 bits").mesh;
    let computed = with_normals_of_surface(&restored);
    assert_eq!(restored.packing(), Packing::Position16Normal16);
    let direction = |mesh: &Mesh, vertex| mesh.packing().direction(mesh.vertex_bytes(9, vertex));
    let dot = |a: [f32; 3], b: [f32; 3]| (0..3).map(|i| a[i] * b[i]).sum::<f32>();
    let mut gain = 0.0;
    for vertex in 0..file.vertex_count() {
        let [file, restored, computed] = [&file, &restored, &computed].map(|mesh| direction(mesh, vertex));
        // Within half of the widest gap between directions of the table.
        assert!(dot(restored, file) > 0.93, "{restored:?} for {file:?}");
        gain += (dot(restored, computed) - dot(file, computed)) / 144.0;
    }
    assert!(gain > 0.002, "{gain}");
}

#[test]
fn reports_progress_and_can_be_cancelled() {
    // The grid is large enough for several neighborhoods.
    let motion = Motion::from_grid([20, 30], 6, false, |row, column, frame| {
        [row * 3.0, column * 3.0, 5.0 * (0.3 * row + 0.2 * column + frame).sin()]
    });
    let file = motion.packed();
    let mut seen = vec![];
    let restored = restore_watched(&file, &options(&motion), |progress| {
        seen.push(progress);
        ControlFlow::Continue(())
    })
    .expect("8 bits");
    assert_eq!(seen.len(), restored.report.neighborhoods);
    assert!(seen.len() > 10 && seen.is_sorted_by_key(|progress| progress.done));
    assert!(seen.last().is_some_and(|progress| progress.done == 600 && progress.total == 600), "{seen:?}");

    let mut calls = 0;
    let cancelled = restore_watched(&file, &options(&motion), |_| {
        calls += 1;
        if calls == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(cancelled.map(|_| ()), Err(SteadyError::Cancelled));
    assert_eq!(calls, 3);
}

#[test]
fn rejects_a_restored_mesh() {
    let file = rigid_spin().packed();
    let restored = restore(&file, &RestoreOptions::default()).expect("8 bits").mesh;
    let error = restore(&restored, &RestoreOptions::default()).map(|_| ()).expect_err("16 bits");
    assert_eq!(error.to_string(), "the mesh has the layout Position16Normal16, expected Position8Normal8");
}
