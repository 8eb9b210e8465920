//! A small fuzzer for the stable toolchain: see `md2_testdata::fuzz`. Its inputs are images and archives that are cut or randomly changed.

use crate::invariants::archive::{archive, seeds as archives};
use crate::invariants::{image, png, seeds};
use md2_testdata::fuzz::{Mutants, run_rounds, uphold, uphold_seeds};
use md2_testdata::random::Random;

const MUTANTS: Mutants<'_> = Mutants {
    header_word,
    values: &[0, 1, -1, 2, 3, 8, 16, 24, 32, 255, 256, 0x0001_0001, 0x2000_0000, i32::MAX, i32::MIN],
    tail_bytes: 80,
};

/// Returns a random offset in the first 60 bytes of a file, where all formats store the image size and the pixel format.
fn header_word(_: &[u8], random: &mut Random) -> usize {
    random.below(60)
}

#[test]
fn seeds_are_valid_images() {
    for (seed, file) in seeds::images() {
        let name = if file.starts_with(&[0x0a]) { "skin.pcx" } else { "skin.tga" };
        let decoded = md2_assets::decode(&file, name);
        assert!(decoded.is_ok(), "{seed}: {decoded:?}");
    }
}

#[test]
fn archives_uphold_the_invariants() {
    for (name, file) in archives() {
        let read = md2_assets::Archive::from_bytes(&file);
        assert!(read.is_ok(), "{name}: {read:?}");
    }
    uphold_seeds(archive, &archives(), env!("CARGO_MANIFEST_DIR"));
}

#[test]
fn changed_archives_uphold_the_invariants() {
    MUTANTS.uphold(archive, &archives());
}

#[test]
fn seeds_and_regressions_uphold_the_invariants() {
    uphold_seeds(image, &seeds::images(), env!("CARGO_MANIFEST_DIR"));
}

#[test]
fn changed_seeds_uphold_the_invariants() {
    let seeds = seeds::images();
    run_rounds(|round| {
        let mut file = MUTANTS.from_seeds(&seeds, round);
        if file.starts_with(b"\x89PNG") && round % 3 != 0 {
            file = png::with_valid_checksums(file);
        }
        uphold(image, &format!("round {round}"), &file);
    });
}
