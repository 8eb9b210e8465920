//! What restoring costs, for a model of the size of a Quake II player: 500 vertices, 198 frames.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "numbers of test models are small"
)]

use std::f32::consts::TAU;
use std::hint::black_box;

use criterion::Criterion;
use md2_mesh::{FrameTransform, Mesh, MeshParts, Packing, SourceVertex, Surface};
use md2_steady::{BetweenOptions, RestoreOptions, Sequence, fill_between, restore};

const ROWS: u32 = 20;
const COLUMNS: u32 = 25;
const FRAMES: u32 = 198;

/// A body that sways and turns, with as many motions of its own as a player's bones.
fn player() -> Mesh {
    let byte = |value: f32| (127.5 + 120.0 * value) as u8;
    let vertex = |frame: u32, row: u32, column: u32| {
        let (time, along, around) =
            (frame as f32 * 0.4, row as f32 / ROWS as f32, column as f32 / COLUMNS as f32 * TAU);
        let sway: f32 =
            (1..20).map(|k| (time * 0.3 * k as f32).sin() * (along * k as f32).cos() / 40.0).sum();
        [byte(0.4 * around.cos() + sway), byte(0.4 * around.sin() - sway), byte(2.0 * along - 1.0), 5]
    };
    let places =
        |frame| (0..ROWS).flat_map(move |row| (0..COLUMNS).map(move |column| vertex(frame, row, column)));
    let corners = (0..(ROWS - 1) * COLUMNS - 1).flat_map(|a| [a, a + 1, a + COLUMNS]);
    let (vertices, indices): (u32, Vec<u32>) = (ROWS * COLUMNS, corners.collect());
    Mesh::from_parts(MeshParts {
        packing: Packing::Position8Normal8,
        frames: vec![FrameTransform { scale: [0.2; 3], translate: [-24.0; 3] }; FRAMES as usize],
        packed: (0..FRAMES).flat_map(places).flatten().collect(),
        uvs: vec![[0.0; 2]; vertices as usize],
        surfaces: vec![Surface::whole(vertices as usize, indices.len())],
        indices,
        tags: vec![],
        source_vertices: (0..vertices).map(|xyz| SourceVertex { xyz, st: None }).collect(),
    })
    .expect("the parts fit")
}

fn main() {
    let mut criterion = Criterion::default().sample_size(10).configure_from_args();
    let mesh = player();
    let starts = (0..FRAMES as usize).step_by(11);
    let sequences: Vec<_> =
        starts.map(|first| Sequence { frames: first..=first + 10, loops: true }).collect();
    let options = RestoreOptions { sequences, ..RestoreOptions::default() };
    criterion.bench_function("restore a player", |b| b.iter(|| restore(black_box(&mesh), &options)));
    let restored = restore(&mesh, &options).expect("it has 8 bits").mesh;
    let between = BetweenOptions::default();
    criterion.bench_function("three in-betweens a key", |b| {
        b.iter(|| fill_between(black_box(&restored), &options.sequences, &between));
    });
    criterion.final_summary();
}
