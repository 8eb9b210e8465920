//! Times loading against a plain copy of the file, in one process.
//!
//! Usage: `load_bench FILE CASE SECONDS`. Prints rows of `A`, tool, CASE, `ns`, median time, separated by tabs, which
//! a comparison with other loaders can take up, and then the speed of parsing in percent of the copy's.

use std::env;
use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

use md3_format::Md3;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [path, case, seconds] = arguments.as_slice() else {
        return Err("usage: load_bench FILE CASE SECONDS".into());
    };
    let budget = Duration::try_from_secs_f64(seconds.parse()?)?;
    let file = fs::read(path)?;
    Md3::parse(&file)?;
    let row = |tool: &str, time: Duration| println!("A\t{tool}\t{case}\tns\t{}", time.as_nanos());

    let mut copy = vec![1; file.len()];
    let copied = median(budget, || {
        copy.copy_from_slice(black_box(&file));
        black_box(&copy).last().copied()
    });
    row("md3-format-memcpy", copied);
    let parsed = median(budget, || Md3::parse(black_box(&file)));
    row("md3-format-parse", parsed);
    println!("{:.0} % of the copy's speed", 100.0 * copied.as_secs_f64() / parsed.as_secs_f64());
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
