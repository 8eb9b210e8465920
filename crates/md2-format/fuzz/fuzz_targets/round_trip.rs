//! Parses and writes arbitrary bytes. If they parse, the written file must be the same.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|file: &[u8]| invariants::round_trip(file));
