//! Leaves a window to chance: `cargo run -p md2-tests --example soak -- [MINUTES] [SEED]`.

#![forbid(unsafe_code)]

use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use md2_tests::{Failure, soak, temporary_folder};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("soak: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let minutes: f64 = arguments.next().map_or(Ok(10.0), |minutes| minutes.parse())?;
    let length = Duration::try_from_secs_f64(60.0 * minutes)?;
    let seed = match arguments.next() {
        Some(seed) => seed.parse()?,
        None => SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs(),
    };
    println!("soak: {minutes} minutes, seed {seed}");
    let folder = temporary_folder("soak")?;
    let soaked = soak::soak(&folder, length, seed);
    std::fs::remove_dir_all(&folder)?;
    print!("{}", soaked?);
    Ok(())
}
