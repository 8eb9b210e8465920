//! A fuzzer for the stable toolchain.
//!
//! The tests of a crate provide seeds and promises. A promise is a function that panics if an input violates an
//! invariant. The coverage-guided targets in the crate's folder `fuzz` use the same functions, and run for longer. The inputs are the
//! same in every run, and [`uphold`] prints an input that fails. [`uphold_seeds`] also
//! tries the inputs in a crate's folder `fuzz/regressions`, which coverage-guided fuzzing found. The README has an
//! example.

mod input;
mod mutants;

pub use input::Input;
pub use mutants::Mutants;

use std::env;
use std::fs;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::random::Random;

/// The name and the bytes of a seed, an input from which the fuzzer makes other inputs.
pub type Seed = (&'static str, Vec<u8>);

/// The environment variable that sets the duration of [`run_rounds`] in seconds.
pub const SECONDS: &str = "MD2_FUZZ_SECONDS";

/// The longest time that a promise (a test function for arbitrary input) may take for one input. Small inputs take
/// microseconds, but large inputs take longer without optimization.
const SLOW: Duration = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 1 });

/// Asserts that `promise` holds for `input`, and that it does not take too long.
pub fn uphold(promise: impl Fn(&[u8]), name: &str, input: &[u8]) {
    let start = Instant::now();
    if let Err(reason) = panic::catch_unwind(AssertUnwindSafe(|| promise(input))) {
        eprintln!("failed on {name}");
        if input.len() <= 4096 {
            eprintln!("as bytes: \"{}\"", input.escape_ascii());
        }
        panic::resume_unwind(reason);
    }
    assert!(start.elapsed() < SLOW, "{name} takes {:?}", start.elapsed());
}

pub fn uphold_all(promise: impl Fn(&[u8]), seeds: &[Seed]) {
    assert!(!seeds.is_empty(), "nothing to try");
    for (name, file) in seeds {
        uphold(&promise, name, file);
    }
}

/// Asserts that `promise` holds for every seed, for every prefix of every seed, and for the files in the folder
/// `fuzz/regressions` of the crate at `manifest_dir`, if this folder exists.
pub fn uphold_seeds(promise: impl Fn(&[u8]), seeds: &[Seed], manifest_dir: &str) {
    uphold_all(&promise, seeds);
    for (name, file) in seeds {
        for length in 0..file.len() {
            uphold(&promise, &format!("{name} cut to {length} bytes"), &file[..length]);
        }
    }
    let Ok(entries) = fs::read_dir(Path::new(manifest_dir).join("fuzz/regressions")) else { return };
    for entry in entries {
        let path = entry.expect("the folder can be read").path();
        let input = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        uphold(&promise, &path.display().to_string(), &input);
    }
}

/// Asserts that `promise` holds for every seed with one byte replaced. Each byte is replaced by five values in turn.
pub fn uphold_bytes(promise: impl Fn(&[u8]), seeds: &[Seed]) {
    for (name, file) in seeds {
        for offset in 0..file.len() {
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut changed = file.clone();
                changed[offset] = value;
                uphold(&promise, &format!("{name} with {value} in byte {offset}"), &changed);
            }
        }
    }
}

/// Asserts that `promise` holds for `count` random inputs of fewer than `limit` bytes.
pub fn uphold_random(promise: impl Fn(&[u8]), count: u64, limit: usize) {
    for round in 0..count {
        let mut random = Random::new(round);
        let bytes: Vec<u8> = (0..random.below(limit)).map(|_| random.byte()).collect();
        uphold(&promise, &format!("model {round}"), &bytes);
    }
}

/// Runs rounds 0, 1, 2 and so on for a second, or for the seconds in the variable `MD2_FUZZ_SECONDS`.
pub fn run_rounds(mut round: impl FnMut(u64)) {
    let seconds = env::var(SECONDS).map_or(1, |text| text.parse().expect("MD2_FUZZ_SECONDS is a number"));
    let end = Instant::now() + Duration::from_secs(seconds);
    for number in 0.. {
        round(number);
        if Instant::now() > end {
            println!("{number} inputs in {seconds} s");
            return;
        }
    }
}

/// Writes the seeds of each fuzz target that the command line names to files in `corpus/TARGET`, for coverage-guided
/// fuzzing. `manifest_dir` is the folder that contains `corpus`.
///
/// # Errors
/// If a folder cannot be created or a file cannot be written.
pub fn write_seeds(manifest_dir: &str, seeds: impl Fn(&str) -> Vec<Seed>) -> io::Result<()> {
    for target in env::args().skip(1) {
        let folder = Path::new(manifest_dir).join("corpus").join(&target);
        fs::create_dir_all(&folder)?;
        seeds(&target).iter().try_for_each(|(name, file)| fs::write(folder.join(name), file))?;
    }
    Ok(())
}
