//! A small fuzzer for the stable toolchain: see `md2_testdata::fuzz`. Its inputs are seeds that are cut or randomly changed.

use crate::invariants::{self, generated, large, seeds::seeds};
use md2_testdata::fuzz::{Mutants, uphold_all, uphold_bytes, uphold_random, uphold_seeds};

const MUTANTS: Mutants<'_> = Mutants {
    header_word: |_, random| 4 * random.below(17),
    values: &[0, 1, -1, 2, 40, 44, 64, 68, 162, 65_535, 65_536, 1 << 30, i32::MAX, i32::MIN, 0x7f80_0000],
    tail_bytes: 80,
};

#[test]
fn seeds_and_their_prefixes_and_found_inputs_uphold_the_invariants() {
    uphold_seeds(invariants::file, &seeds(), env!("CARGO_MANIFEST_DIR"));
}

#[test]
fn seeds_with_any_byte_replaced_uphold_the_invariants() {
    uphold_bytes(invariants::file, &seeds());
}

#[test]
fn large_files_uphold_the_invariants() {
    let files = [
        ("triangles far apart, commands broken", large::scattered_triangles()),
        ("sections over each other", large::overlapping()),
        ("frames without vertices", large::empty_frames()),
        ("commands of one vertex", large::short_commands()),
    ];
    uphold_all(invariants::file, &files);
}

#[test]
fn changed_seeds_uphold_the_invariants() {
    MUTANTS.uphold(invariants::file, &seeds());
}

#[test]
fn generated_models_are_read_and_written() {
    uphold_random(generated::write_then_parse, 4000, 1500);
}
