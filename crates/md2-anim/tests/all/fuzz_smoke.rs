//! A small fuzzer for the stable toolchain: see `md2_testdata::fuzz`. Its inputs are name lists and texts that are cut or randomly changed.

use crate::invariants::{self, seeds};
use md2_testdata::fuzz::{Mutants, Seed, uphold_all, uphold_seeds};

const MUTANTS: Mutants<'_> = Mutants {
    header_word: |file, random| random.below(file.len() + 1),
    values: &[
        i32::from_le_bytes(*b" 0 1"),
        i32::from_le_bytes(*b"\n-1 "),
        i32::from_le_bytes(*b"9999"),
        i32::from_le_bytes(*b"/*\"\n"),
        i32::from_le_bytes(*b"*///"),
        i32::from_le_bytes(*b" inf"),
        i32::from_le_bytes(*b" 1e9"),
        i32::from_le_bytes(*b"run1"),
        i32::from_le_bytes([0xff, 0, 0xc3, b'\r']),
        i32::from_le_bytes([7, b'1', b'\n', 3]),
    ],
    tail_bytes: 80,
};

fn all(text: &[u8]) {
    KINDS.iter().for_each(|(promise, _)| promise(text));
}

type Kind = (fn(&[u8]), fn() -> Vec<Seed>);

const KINDS: [Kind; 3] = [
    (invariants::names, seeds::names),
    (invariants::script, seeds::scripts),
    (invariants::config, seeds::configs),
];

#[test]
fn seeds_and_regressions_uphold_the_invariants() {
    for (promise, seeds) in KINDS {
        uphold_seeds(promise, &seeds(), env!("CARGO_MANIFEST_DIR"));
    }
}

#[test]
fn changed_seeds_uphold_the_invariants() {
    MUTANTS.uphold(all, &KINDS.map(|(_, seeds)| seeds()).concat());
}

#[test]
fn large_inputs_uphold_the_invariants() {
    let numbered: String = (0..5_000).map(|n| format!("a{}{n}\n", n % 7)).collect();
    let inputs = [
        ("a name of 20,000 letters", vec![b'a'; 20_000]),
        ("a number of 20,000 digits", vec![b'9'; 20_000]),
        ("names of one letter", b"a\nb\n".repeat(4_000)),
        ("numbered names", numbered.into_bytes()),
        ("rows", b"w 0 9 9\n".repeat(3_000)),
        ("unknown words", b"x ".repeat(8_000)),
        ("groups", b"\x07\n".repeat(5_000)),
    ];
    uphold_all(all, &inputs);
}
