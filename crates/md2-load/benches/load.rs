//! What loading costs, for a model of the size of a Quake II player: 500 vertices, 198 frames.
//!
//! `copy` is the yardstick: the bytes of the file into fresh memory.

use std::f32::consts::TAU;
use std::hint::black_box;

use criterion::{Criterion, Throughput};
use md2_format::Md2;
use md2_load::LoadOptions;
use md2_testdata::{FrameSpec, Spec, TriangleSpec};

const AROUND: u16 = 25;
const ALONG: u16 = 20;

/// A torus whose skin has a seam along and around, with a wave that travels through it.
fn torus() -> Spec {
    let vertex = |i: u16, j: u16| (i % AROUND) * ALONG + j % ALONG;
    let place = |i: u16, j: u16| i * (ALONG + 1) + j;
    let squares = (0..AROUND).flat_map(|i| (0..ALONG).map(move |j| (i, j)));
    let triangles = squares.flat_map(|(i, j)| {
        [[(i, j), (i + 1, j), (i, j + 1)], [(i, j + 1), (i + 1, j), (i + 1, j + 1)]].map(|corners| {
            TriangleSpec { xyz: corners.map(|(i, j)| vertex(i, j)), st: corners.map(|(i, j)| place(i, j)) }
        })
    });
    Spec {
        skin_size: [256, 256],
        st: (0..=AROUND)
            .flat_map(|i| (0..=ALONG).map(move |j| [i, j].map(|c| i16::try_from(c * 10).expect("below 256"))))
            .collect(),
        triangles: triangles.collect(),
        vertices: usize::from(AROUND * ALONG),
        frames: (0_u16..198).map(|number| frame(f32::from(number))).collect(),
        ..Spec::default()
    }
}

fn frame(number: f32) -> FrameSpec {
    let circle = |i: u16, n: u16| (TAU * f32::from(i) / f32::from(n)).sin_cos();
    let vertices = (0..AROUND).flat_map(|i| (0..ALONG).map(move |j| (i, j))).map(|(i, j)| {
        let ((s, c), (ss, cc)) = (circle(i, AROUND), circle(j, ALONG));
        let radius = 80.0 + 30.0 * cc + 10.0 * (number / 10.0 + f32::from(i)).sin();
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to 255 by construction"
        )]
        let [x, y, z] = [128.0 + radius * c, 128.0 + radius * s, 128.0 + 30.0 * ss].map(|c| c as u8);
        [x, y, z, (x ^ y) % 162]
    });
    FrameSpec {
        name: b"wave".to_vec(),
        scale: [0.25; 3],
        translate: [-32.0; 3],
        vertices: vertices.collect(),
    }
}

fn build(c: &mut Criterion) {
    let file = torus().build();
    let bytes = file.bytes();
    let md2 = Md2::parse(bytes).expect("the torus is sound");
    let mut group = c.benchmark_group("build");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("copy", |b| b.iter(|| black_box(bytes).to_vec()));
    group.bench_function("parse", |b| b.iter(|| Md2::parse(black_box(bytes)).is_ok()));
    let plain = LoadOptions { optimize_vertex_cache: false, ..LoadOptions::default() };
    for (name, options) in [("file order", plain), ("cache order", LoadOptions::default())] {
        group.bench_function(name, |b| b.iter(|| md2_load::md2::mesh(black_box(&md2), &options).is_ok()));
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    build(&mut criterion);
    criterion.final_summary();
}
