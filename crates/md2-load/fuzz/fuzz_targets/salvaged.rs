//! Salvages any bytes: sound files have no repairs, and repaired files are sound.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|input: &[u8]| invariants::salvaged(input));
