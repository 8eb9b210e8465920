//! Times loading against a plain copy of the file, in one process.
//!
//! Usage: `load_bench FILE CASE SECONDS`. Prints rows of `A`, tool, CASE, `ns`, median time, separated by tabs, which
//! a comparison with other loaders can take up.

use std::env;
use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

use md2_format::Md2;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [path, case, seconds] = arguments.as_slice() else {
        return Err("usage: load_bench FILE CASE SECONDS".into());
    };
    let budget = Duration::try_from_secs_f64(seconds.parse()?)?;
    let file = fs::read(path)?;
    let md2 = Md2::parse(&file)?;
    let row = |tool: &str, time: Duration| println!("A\t{tool}\t{case}\tns\t{}", time.as_nanos());

    // First the copy, whose buffer is free again when models are made: the system's allocator then has memory at hand,
    // as in a program that loads one model after the other. Fresh memory costs more than all the rest.
    let mut copy = vec![1; file.len()];
    let copied = median(budget, || {
        copy.copy_from_slice(black_box(&file));
        black_box(&copy).last().copied()
    });
    drop(copy);
    row("md2-format-memcpy", copied);

    // The view with all its checks, and the owned model made from it and dropped again.
    row("md2-format-parse", median(budget, || Md2::parse(black_box(&file))));
    row("md2-format-to_model", median(budget, || black_box(&md2).to_model()));
    Ok(())
}

/// The median time of as many runs as fit into `budget`, at least 5 and at most 20 000.
fn median<T>(budget: Duration, mut run: impl FnMut() -> T) -> Duration {
    black_box(run());
    let end = Instant::now() + budget;
    let mut times = Vec::new();
    while times.len() < 5 || (Instant::now() < end && times.len() < 20_000) {
        let start = Instant::now();
        drop(black_box(run()));
        times.push(start.elapsed());
    }
    times.sort_unstable();
    times[times.len() / 2]
}
