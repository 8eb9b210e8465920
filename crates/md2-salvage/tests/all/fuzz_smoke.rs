//! A small fuzzer for the stable toolchain: see `md2_testdata::fuzz`. Its inputs are seeds that are cut or randomly changed.

use crate::invariants::{self, seeds};
use md2_testdata::fuzz::{Mutants, uphold_seeds};

const MUTANTS: Mutants<'_> = Mutants {
    // MD3 has the longest header.
    header_word: |_, random| 4 * random.below(27),
    values: &[0, 1, -1, 2, 10, 40, 64, 108, 0x0a0a_0a0a, 65_536, 1 << 30, i32::MAX, i32::MIN, 0x7f80_0000],
    tail_bytes: 120,
};

#[test]
fn seeds_and_their_prefixes_and_found_inputs_uphold_the_invariants() {
    uphold_seeds(invariants::file, &seeds(), env!("CARGO_MANIFEST_DIR"));
}

#[test]
fn changed_seeds_uphold_the_invariants() {
    MUTANTS.uphold(invariants::file, &seeds());
}
