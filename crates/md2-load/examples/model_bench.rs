//! Measures loading and posing of a model on one thread, and compares both with plain copies.
//!
//! Usage: `model_bench FILE CASE SECONDS`. Prints tab-separated rows: `A` (loading) or `B` (posing all vertices once), the operation,
//! CASE, `ns`, and the median time. Rows with `bytes` or `vertices` in place of `ns` contain the size of the input. `cargo xtask bench`
//! prints the rows as a table.

use std::env;
use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::process::exit;
use std::time::{Duration, Instant};

use md2_format::Md2;
use md2_load::{Format, LoadOptions, load};
use md2_mesh::blend;
use md2_mesh::{Mesh, Pose};
use md3_format::Md3;
use mdl_format::Mdl;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [path, case, seconds] = arguments.as_slice() else {
        eprintln!("usage: model_bench FILE CASE SECONDS");
        exit(2);
    };
    let budget = Duration::try_from_secs_f64(seconds.parse()?)?;
    let file = fs::read(path)?;
    let loaded = load(&file, &LoadOptions::default())?;
    let mesh = loaded.mesh;
    let row = |part: &str, what: &str, unit: &str, value: u128| {
        println!("{part}\t{what}\t{case}\t{unit}\t{value}");
    };

    row("A", "ours-file", "bytes", file.len() as u128);
    // The copy comes first. Models can then reuse the memory of its buffer, as in a program that loads several models.
    let mut copy = vec![1; file.len()];
    let time = median(budget, || {
        copy.copy_from_slice(black_box(&file));
        black_box(&copy).last().copied()
    });
    row("A", "ours-memcpy", "ns", time);
    row("A", "ours-to_vec", "ns", median(budget, || black_box(&file).to_vec()));
    drop(copy);
    row("A", "ours-parse", "ns", parse(&file, loaded.format, budget));
    if let Ok(md2) = Md2::parse(&file) {
        let model = md2.to_model();
        row("A", "ours-to_model", "ns", median(budget, || black_box(&md2).to_model()));
        row("A", "ours-to_bytes", "ns", median(budget, || black_box(&model).to_bytes()));
    }
    if let Ok(mdl) = Mdl::parse(&file) {
        let model = mdl.to_model();
        row("A", "ours-to_model", "ns", median(budget, || black_box(&mdl).to_model()));
        row("A", "ours-to_bytes", "ns", median(budget, || black_box(&model).to_bytes()));
    }
    if let Ok(md3) = Md3::parse(&file) {
        let model = md3.to_model();
        row("A", "ours-to_model", "ns", median(budget, || black_box(&md3).to_model()));
        row("A", "ours-to_bytes", "ns", median(budget, || black_box(&model).to_bytes()));
    }
    row("A", "ours-load", "ns", median(budget, || load(black_box(&file), &LoadOptions::default())));
    let plain = LoadOptions { optimize_vertex_cache: false, ..LoadOptions::default() };
    row("A", "ours-load-file-order", "ns", median(budget, || load(black_box(&file), &plain)));

    row("B", "ours-pose", "vertices", mesh.vertex_count() as u128);
    for (what, time) in poses(&mesh, budget) {
        row("B", what, "ns", time);
    }
    Ok(())
}

fn parse(file: &[u8], format: Format, budget: Duration) -> u128 {
    match format {
        Format::Mdl => median(budget, || Mdl::parse(black_box(file))),
        Format::Md3 => median(budget, || Md3::parse(black_box(file))),
        _ => median(budget, || Md2::parse(black_box(file))),
    }
}

fn poses(mesh: &Mesh, budget: Duration) -> [(&'static str, u128); 3] {
    let count = mesh.vertex_count();
    let mut positions = vec![[0.0_f32; 3]; count];
    let mut normals = positions.clone();
    let source = vec![[0.5_f32; 6]; count];
    let mut target = source.clone();
    // A pose past the last frame shows the last frame.
    let frames = u32::try_from(mesh.frame_count()).unwrap_or(u32::MAX);
    let mut number = 0;
    let mut pose = || {
        number = (number + 1) % frames;
        Pose { frame_a: number, frame_b: number + 1, blend: 0.3 }
    };
    let copied = median(budget, || black_box(&mut target).copy_from_slice(black_box(&source)));
    let only = median(budget, || blend::blend_positions(black_box(mesh), pose(), &mut positions));
    let both = median(budget, || blend::blend_frames(black_box(mesh), pose(), &mut positions, &mut normals));
    [("ours-memcpy", copied), ("ours-positions", only), ("ours-pose", both)]
}

/// Calls `run` until the time `budget` has passed, 5 to 20 000 times, and returns the median time of a call in nanoseconds.
fn median<T>(budget: Duration, mut run: impl FnMut() -> T) -> u128 {
    black_box(run());
    let end = Instant::now() + budget;
    let mut times = Vec::new();
    while times.len() < 5 || (Instant::now() < end && times.len() < 20_000) {
        let start = Instant::now();
        drop(black_box(run()));
        times.push(start.elapsed());
    }
    times.sort_unstable();
    times[times.len() / 2].as_nanos()
}
