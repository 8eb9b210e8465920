//! A small fuzzer for the stable toolchain: see `md2_testdata::fuzz`. Its inputs are files of every format that are cut or randomly changed.

use crate::invariants::{self, seeds::seeds};
use md2_testdata::fuzz::{Mutants, uphold_seeds};

const MUTANTS: Mutants<'_> = Mutants {
    // MD3 has the longest header.
    header_word: |_, random| 4 * random.below(27),
    values: &[0, 1, -1, 2, 40, 64, 68, 84, 108, 162, 65_536, 1 << 30, i32::MAX, i32::MIN, 0x7f80_0000],
    tail_bytes: 120,
};

fn all(file: &[u8]) {
    invariants::strict(file);
    invariants::salvaged(file);
}

#[test]
fn seeds_whole_and_cut_and_found_inputs_uphold_the_invariants() {
    uphold_seeds(all, &seeds(), env!("CARGO_MANIFEST_DIR"));
}

#[test]
fn changed_seeds_uphold_the_invariants() {
    MUTANTS.uphold(all, &seeds());
}
