//! Tests the window with random input: `cargo run -p md2-tests --example soak -- [MINUTES] [SEED]`.

#![forbid(unsafe_code)]

use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use md2_testdata::TempFolder;
use md2_tests::{Desktop, Failure, soak};

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
    let desktop = Desktop::start(1280, 800)?;
    let mut arguments = std::env::args().skip(1);
    let minutes: f64 = arguments.next().map_or(Ok(10.0), |minutes| minutes.parse())?;
    let length = Duration::try_from_secs_f64(60.0 * minutes)?;
    let seed = match arguments.next() {
        Some(seed) => seed.parse()?,
        None => SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs(),
    };
    println!("soak: {minutes} minutes, seed {seed}");
    print!("{}", soak::soak(&desktop, &TempFolder::with_files(&[]), length, seed)?);
    Ok(())
}
