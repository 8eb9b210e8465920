//! Loads arbitrary bytes with different options. The result must be a consistent model or an error.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|input: &[u8]| invariants::strict(input));
