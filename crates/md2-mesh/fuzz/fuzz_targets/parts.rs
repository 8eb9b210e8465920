//! Builds a mesh from arbitrary arrays. The result must be a valid mesh or an error.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|input: &[u8]| invariants::parts(input));
