//! Builds a mesh from arbitrary arrays: it is sound or rejected.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|input: &[u8]| invariants::parts(input));
