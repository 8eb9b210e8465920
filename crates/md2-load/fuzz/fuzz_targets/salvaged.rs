//! Salvages arbitrary bytes. Valid files must need no repairs, and repaired files must be valid.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|input: &[u8]| invariants::salvaged(input));
