//! Reads arbitrary bytes as an archive, which must not panic.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|input: &[u8]| invariants::archive::archive(input));
