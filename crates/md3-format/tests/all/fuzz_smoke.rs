//! A small fuzzer for the stable toolchain: see `md2_testdata::fuzz`. Its inputs are seeds that are cut or randomly changed.

use crate::invariants::{self, generated, large, seeds};
use md2_testdata::fuzz::{
    Mutants, run_rounds, uphold, uphold_all, uphold_bytes, uphold_random, uphold_seeds,
};
use md2_testdata::random::Random;

const MUTANTS: Mutants<'_> = Mutants {
    header_word,
    values: &[0, 1, -1, 2, 56, 64, 104, 107, 108, 112, 65_536, 1 << 30, i32::MAX, i32::MIN, 0x7f80_0000],
    tail_bytes: 120,
};

/// Returns the offset of a random 32-bit field after the name in a random header, of the file or of a surface.
fn header_word(file: &[u8], random: &mut Random) -> usize {
    let idents = file.windows(4).enumerate().filter(|(_, bytes)| *bytes == b"IDP3").map(|(at, _)| at);
    let starts: Vec<_> = idents.collect();
    let start = starts.get(random.below(starts.len() + 1)).copied().unwrap_or(0);
    start + 68 + 4 * random.below(10)
}

#[test]
fn seeds_and_their_prefixes_and_found_inputs_uphold_the_invariants() {
    uphold_seeds(invariants::file, &seeds::models(), env!("CARGO_MANIFEST_DIR"));
    uphold_seeds(invariants::text, &seeds::texts(), env!("CARGO_MANIFEST_DIR"));
}

#[test]
fn seeds_with_any_byte_replaced_uphold_the_invariants() {
    // The other seeds differ from these in a few bytes.
    uphold_bytes(invariants::file, &seeds::models()[..8]);
}

#[test]
fn large_files_uphold_the_invariants() {
    uphold_all(invariants::file, &large::models());
    uphold_all(invariants::text, &large::texts());
}

#[test]
fn changed_seeds_uphold_the_invariants() {
    let (models, texts) = (seeds::models(), seeds::texts());
    run_rounds(|round| {
        // Models are tested more often, because they have more possible faults.
        let (promise, seeds): (fn(&[u8]), _) =
            if round % 4 == 0 { (invariants::text, &texts) } else { (invariants::file, &models) };
        uphold(promise, &format!("round {round}"), &MUTANTS.from_seeds(seeds, round));
    });
}

#[test]
fn generated_models_are_read_and_written() {
    uphold_random(generated::write_then_parse, 1000, 2000);
}
