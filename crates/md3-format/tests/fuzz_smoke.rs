//! A fuzzer for the stable toolchain: seeds, changed at random, must uphold the invariants.
//!
//! Runs for three seconds, or as many as the variable `MD2_FUZZ_SECONDS` says. The changes are the same in every run; a
//! failure prints the input. The coverage-guided targets are in `fuzz/`; what they found is replayed here.

mod invariants;

use std::env;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::time::{Duration, Instant};

/// No input may take longer; small ones take microseconds. Without optimization large ones may take a while.
const SLOW: Duration = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 1 });

/// What is promised about an input.
type Promise = fn(&[u8]);

fn model(file: &[u8]) {
    invariants::parse(file);
    invariants::check(file);
}

fn text(text: &[u8]) {
    invariants::skin_file(text);
    invariants::shader_script(text);
}

fn uphold(promise: Promise, name: &str, input: &[u8]) {
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

fn texts() -> Vec<(&'static str, Vec<u8>)> {
    [invariants::seeds::skins(), invariants::seeds::scripts()].concat()
}

#[test]
fn seeds_uphold_the_invariants() {
    for (name, file) in invariants::seeds::models() {
        uphold(model, name, &file);
    }
    for (name, file) in texts() {
        uphold(text, name, &file);
    }
}

#[test]
fn seeds_cut_anywhere_uphold_the_invariants() {
    let models = invariants::seeds::models().into_iter().map(|seed| (model as Promise, seed));
    let texts = texts().into_iter().map(|seed| (text as Promise, seed));
    for (promise, (name, file)) in models.chain(texts) {
        for length in 0..file.len() {
            uphold(promise, &format!("{name} cut to {length} bytes"), &file[..length]);
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
        let input = fs::read(&path).unwrap();
        uphold(model, &path.display().to_string(), &input);
        uphold(text, &path.display().to_string(), &input);
    }
}

#[test]
fn large_files_uphold_the_invariants() {
    for (name, file) in invariants::large::models() {
        uphold(model, name, &file);
    }
    for (name, file) in invariants::large::texts() {
        uphold(text, name, &file);
    }
}

#[test]
fn changed_seeds_uphold_the_invariants() {
    let seconds = env::var("MD2_FUZZ_SECONDS").map_or(3, |seconds| seconds.parse().unwrap());
    let end = Instant::now() + Duration::from_secs(seconds);
    let plain = |seeds: Vec<(_, Vec<u8>)>| seeds.into_iter().map(|(_, file)| file).collect::<Vec<_>>();
    let models = plain(invariants::seeds::models());
    let texts = plain(texts());
    for round in 0.. {
        let mut random = Random(round);
        // Models have more to go wrong.
        let (promise, seeds): (Promise, _) = if round % 4 == 0 { (text, &texts) } else { (model, &models) };
        let mut file = seeds[random.below(seeds.len())].clone();
        for _ in 0..1 + random.below(4) {
            change(&mut file, seeds, &mut random);
        }
        uphold(promise, &format!("round {round}"), &file);
        if Instant::now() > end {
            println!("{round} inputs in {seconds} s");
            return;
        }
    }
}

/// Makes one change of a kind that finds mistakes in readers.
fn change(file: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let at = random.below(file.len() + 1);
    let word = if random.below(2) == 0 { header_word(file, random) } else { at & !3 };
    match random.below(8) {
        // A bit, a byte, and the words of a header as well as any other.
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

/// A word behind the name in the file's header, or in that of a surface.
fn header_word(file: &[u8], random: &mut Random) -> usize {
    let idents = file.windows(4).enumerate().filter(|(_, bytes)| *bytes == b"IDP3").map(|(at, _)| at);
    let starts: Vec<_> = idents.collect();
    let start = starts.get(random.below(starts.len() + 1)).copied().unwrap_or(0);
    start + 68 + 4 * random.below(10)
}

/// Values at the edges of what a count, an index or an offset can be, and neighbors of what is there.
fn interesting(file: &[u8], word: usize, random: &mut Random) -> i32 {
    let now =
        file.get(word..).and_then(|rest| rest.first_chunk()).map_or(0, |&bytes| i32::from_le_bytes(bytes));
    let length = i32::try_from(file.len()).unwrap();
    let values = [0, 1, -1, 2, 56, 64, 104, 107, 108, 112, 65_536, 1 << 30, i32::MAX, i32::MIN, 0x7f80_0000];
    match random.below(4) {
        0 => now.wrapping_add(1),
        1 => now.wrapping_sub(1),
        2 => length - i32::try_from(random.below(120)).unwrap(),
        _ => values[random.below(values.len())],
    }
}

/// Steele, Lea and Flood's SplitMix, which is good from any seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[0]
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap()
    }
}
