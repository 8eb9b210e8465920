//! Parses arbitrary bytes and writes the resulting model. The written file must have the same bytes.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|file: &[u8]| invariants::round_trip(file));
