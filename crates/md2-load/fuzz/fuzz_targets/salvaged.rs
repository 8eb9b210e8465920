//! Any bytes, salvaged: what is sound is not repaired, and what is repaired is sound.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|input: &[u8]| invariants::salvaged(input));
