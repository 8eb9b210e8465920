//! A small fuzzer for the stable toolchain: see `md2_testdata::fuzz`. It imports glTF and OBJ files that are truncated or changed at random.

use crate::invariants::{gltf, greedy, is_imported, obj, seeds};
use md2_export::gltf::glb;
use md2_testdata::fuzz::{Mutants, run_rounds, uphold, uphold_all, uphold_seeds};
use md2_testdata::random::Random;

const MUTANTS: Mutants<'_> = Mutants {
    header_word,
    values: &[0, 1, -1, 0x3f80_0000, 0x7f80_0000, 0x7fc0_0000, 0x7f7f_ffff, i32::MAX, i32::MIN, 0x0101_0101],
    tail_bytes: 200,
};

fn header_word(file: &[u8], random: &mut Random) -> usize {
    if random.below(4) == 0 {
        4 * random.below(5)
    } else {
        file.len().saturating_sub(4 * (1 + random.below(60))) & !3
    }
}

fn with_other_number(file: &[u8], random: &mut Random) -> Vec<u8> {
    let glb = glb::read(file).ok();
    let mut json = glb.map_or(file, |glb| glb.json).to_vec();
    let numbers: Vec<&str> =
        "0 1 2 3 5126 5123 -1 4294967296 18446744073709551615 1e9 1e40 0.5".split(' ').collect();
    let starts: Vec<usize> = (1..json.len())
        .filter(|&at| json[at].is_ascii_digit() && matches!(json[at - 1], b':' | b'[' | b','))
        .collect();
    if !starts.is_empty() {
        let start = starts[random.below(starts.len())];
        let end = start + json[start..].iter().take_while(|byte| !b",]}".contains(byte)).count();
        let number = numbers[random.below(numbers.len())];
        drop(json.splice(start..end, number.bytes()));
    }
    match glb {
        Some(glb) => glb::write(&json, glb.bin.unwrap_or_default()).expect("a small file"),
        None => json,
    }
}

#[test]
fn seeds_are_models() {
    for (name, file) in seeds::gltf() {
        assert!(is_imported(&file), "{name}");
    }
}

#[test]
fn seeds_prefixes_and_found_inputs_uphold_the_invariants() {
    uphold_seeds(gltf, &seeds::gltf(), env!("CARGO_MANIFEST_DIR"));
    uphold_seeds(obj, &seeds::obj(), env!("CARGO_MANIFEST_DIR"));
}

#[test]
fn many_uses_of_one_thing_in_a_small_file_are_shared_or_rejected() {
    uphold_all(gltf, &greedy::gltf());
    for (name, file) in greedy::gltf() {
        assert_eq!(is_imported(&file), greedy::ARE_ONE.contains(&name), "{name}");
    }
}

#[test]
fn changed_numbers_reach_the_reader() {
    let seeds = seeds::gltf();
    let changed = (0..300).map(|round| {
        let mut random = Random::new(round);
        with_other_number(&seeds[random.below(seeds.len())].1, &mut random)
    });
    let read = changed.filter(|file| is_imported(file)).count();
    assert!((30..270).contains(&read), "{read} of 300");
}

#[test]
fn changed_seeds_uphold_the_invariants() {
    let (models, frames) = (seeds::gltf(), seeds::obj());
    run_rounds(|round| {
        let mut random = Random::new(round);
        match round % 4 {
            0 => uphold(obj, &format!("round {round}, OBJ"), &MUTANTS.from_seeds(&frames, round)),
            1 => uphold(gltf, &format!("round {round}"), &MUTANTS.from_seeds(&models, round)),
            _ => {
                let mut file = models[random.below(models.len())].1.clone();
                for _ in 0..1 + random.below(3) {
                    file = with_other_number(&file, &mut random);
                }
                uphold(gltf, &format!("round {round}, numbers"), &file);
            }
        }
    });
}
