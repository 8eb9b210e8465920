//! Any bytes, loaded with different options: a model whose parts fit together, or a reason.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|input: &[u8]| invariants::strict(input));
