//! Restores the motion of models and prints one line of JSON for each model.
//!
//! Usage: `cargo run --release -p md2-steady --example steady -- FILE...`

use std::error::Error;
use std::time::Instant;

use md2_load::{LoadOptions, load};
use md2_steady::{RestoreOptions, Sequence, packs_to_same_bytes, restore};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    for path in std::env::args().skip(1) {
        println!("{}", steady(&path)?);
    }
    Ok(())
}

fn steady(path: &str) -> Result<Value, Box<dyn Error>> {
    let model = load(&std::fs::read(path)?, &LoadOptions::default())?;
    let sequences = model.detection.sequences().iter();
    let sequences =
        sequences.map(|sequence| Sequence { frames: sequence.frames(), loops: sequence.repeats_whole() });
    let options = RestoreOptions { sequences: sequences.collect(), ..RestoreOptions::default() };

    let start = Instant::now();
    let restored = restore(&model.mesh, &options)?;
    let seconds = start.elapsed().as_secs_f64();

    let report = restored.report;
    Ok(json!({
        "file": path,
        "frames": model.mesh.frame_count(),
        "vertices": model.mesh.vertex_count(),
        // Whether quantizing the restored keyframes again gives the bytes of the file. If this is false, the crate has a bug.
        "requantised": packs_to_same_bytes(&model.mesh, &restored.mesh, report.rounding),
        "largest_move_steps": report.largest_move_steps,
        "neighborhoods": report.neighborhoods,
        "rounding": format!("{:?}", report.rounding).to_lowercase(),
        "seconds": seconds,
    }))
}
