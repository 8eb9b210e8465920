//! A small fuzzer for the stable toolchain: see `md2_testdata::fuzz`. Its inputs are seeds that are cut or randomly changed.

use crate::invariants::{self, seeds};
use md2_mesh::{FrameTransform, MeshParts, Packing};
use md2_testdata::fuzz::{Mutants, uphold_seeds};

const MUTANTS: Mutants<'_> = Mutants {
    // The counts of the parts are at the start.
    header_word: |_, random| random.below(8),
    values: &[0, 1, -1, 0xff, 0x0001_0001, 0x7f7f_7f7f, i32::MAX, i32::MIN, 0x7f80_0000, 0x7fc0_00fa],
    tail_bytes: 80,
};

fn all(bytes: &[u8]) {
    invariants::parts(bytes);
    invariants::seams(bytes);
}

#[test]
fn seeds_and_regressions_uphold_the_invariants() {
    uphold_seeds(all, &seeds(), env!("CARGO_MANIFEST_DIR"));
}

#[test]
fn many_mutants_make_a_mesh() {
    let seeds = seeds();
    let made = (0..1000).filter(|&round| invariants::make_a_mesh(&MUTANTS.from_seeds(&seeds, round))).count();
    assert!((300..900).contains(&made), "{made} of 1000");
}

#[test]
fn changed_seeds_uphold_the_invariants() {
    MUTANTS.uphold(all, &seeds());
}

#[test]
fn the_limit_of_triangles_matches_the_reference() {
    let (one_way, the_other) = ([0, 1, 2].repeat(64 * 3 - 1), [0, 2, 1].repeat(400));
    let corners = [[0, 0, 0, 5], [0, 0, 9, 5], [0, 9, 0, 5]];
    let indices = [one_way, the_other].concat();
    let frames = 6;
    let (still, packed) = (vec![FrameTransform::IDENTITY; frames], corners.as_flattened().repeat(frames));
    invariants::normals::check(&MeshParts::whole(Packing::Position8Normal8, still, packed, indices));
}
