//! A fuzzer for the stable toolchain: seeds, changed at random, must uphold the invariants.
//!
//! Runs for three seconds, or as many as the variable `MD2_FUZZ_SECONDS` says. The changes are the same in every run; a
//! failure prints the input. The coverage-guided targets are in `fuzz/`; what they found is replayed here.

mod invariants;
mod random;

use std::env;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::time::{Duration, Instant};

use random::Random;

/// No input may take longer; small ones take microseconds. Without optimization large ones may take a while.
const SLOW: Duration = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 1 });

fn uphold_invariants(name: &str, file: &[u8]) {
    let start = Instant::now();
    let all = AssertUnwindSafe(|| {
        invariants::parse(file);
        invariants::salvage(file);
        invariants::round_trip(file);
        invariants::check(file);
    });
    if let Err(reason) = panic::catch_unwind(all) {
        eprintln!("failed on {name}");
        if file.len() <= 4096 {
            eprintln!("as bytes: \"{}\"", file.escape_ascii());
        }
        panic::resume_unwind(reason);
    }
    assert!(start.elapsed() < SLOW, "{name} takes {:?}", start.elapsed());
}

#[test]
fn seeds_uphold_the_invariants() {
    for (name, file) in invariants::seeds::seeds() {
        uphold_invariants(name, &file);
    }
}

#[test]
fn seeds_cut_anywhere_uphold_the_invariants() {
    for (name, file) in invariants::seeds::seeds() {
        for length in 0..file.len() {
            uphold_invariants(&format!("{name} cut to {length} bytes"), &file[..length]);
        }
    }
}

#[test]
fn found_inputs_uphold_the_invariants() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/regressions");
    let Ok(entries) = fs::read_dir(&folder) else {
        eprintln!("skipped: no folder {}", folder.display());
        return;
    };
    for entry in entries {
        let path = entry.unwrap().path();
        uphold_invariants(&path.display().to_string(), &fs::read(&path).unwrap());
    }
}

#[test]
fn large_files_uphold_the_invariants() {
    use invariants::large;
    for (name, file) in [
        ("triangles far apart, commands broken", large::scattered_triangles()),
        ("sections over each other", large::overlapping()),
        ("frames without vertices", large::empty_frames()),
        ("commands of one vertex", large::short_commands()),
    ] {
        uphold_invariants(name, &file);
    }
}

#[test]
fn changed_seeds_uphold_the_invariants() {
    let seconds = env::var("MD2_FUZZ_SECONDS").map_or(3, |seconds| seconds.parse().unwrap());
    let end = Instant::now() + Duration::from_secs(seconds);
    let seeds: Vec<_> = invariants::seeds::seeds().into_iter().map(|(_, file)| file).collect();
    for round in 0.. {
        let mut random = Random(round);
        let mut file = seeds[random.below(seeds.len())].clone();
        for _ in 0..1 + random.below(4) {
            change(&mut file, &seeds, &mut random);
        }
        uphold_invariants(&format!("round {round}"), &file);
        if Instant::now() > end {
            println!("{round} inputs in {seconds} s");
            return;
        }
    }
}

/// Makes one change of a kind that finds mistakes in readers.
fn change(file: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let at = random.below(file.len() + 1);
    let word = if random.below(2) == 0 { 4 * random.below(17) } else { at & !3 };
    match random.below(8) {
        // A bit, a byte, and the words of the header as well as any other.
        0 => file.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << random.below(8)),
        1 => file.iter_mut().skip(at).take(1).for_each(|byte| *byte = random.byte()),
        2 | 3 => {
            let value = interesting(file, word, random).to_le_bytes();
            file.iter_mut().skip(word).zip(value).for_each(|(byte, value)| *byte = value);
        }
        // Less, more, and what other files hold.
        4 => file.truncate(at),
        5 => {
            let filling = random.byte();
            file.splice(at..at, vec![filling; random.below(80)]);
        }
        6 => drop(file.drain(at..(at + random.below(80)).min(file.len()))),
        _ => {
            let other = &seeds[random.below(seeds.len())];
            let from = random.below(other.len() + 1);
            file.truncate(at);
            file.extend_from_slice(&other[from..]);
            file.truncate(4096);
        }
    }
}

/// Values at the edges of what a count, an index or an offset can be, and neighbors of what is there.
fn interesting(file: &[u8], word: usize, random: &mut Random) -> i32 {
    let now =
        file.get(word..).and_then(|rest| rest.first_chunk()).map_or(0, |&bytes| i32::from_le_bytes(bytes));
    let length = i32::try_from(file.len()).unwrap();
    let values = [0, 1, -1, 2, 40, 44, 64, 68, 162, 65_535, 65_536, 1 << 30, i32::MAX, i32::MIN, 0x7f80_0000];
    match random.below(4) {
        0 => now.wrapping_add(1),
        1 => now.wrapping_sub(1),
        2 => length - i32::try_from(random.below(80)).unwrap(),
        _ => values[random.below(values.len())],
    }
}
