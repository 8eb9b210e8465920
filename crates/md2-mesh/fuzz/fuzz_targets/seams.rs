//! Converts arbitrary triangle corners to vertices. Only equal corners may share a vertex.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|input: &[u8]| invariants::seams(input));
