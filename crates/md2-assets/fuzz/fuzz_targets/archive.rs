//! Any bytes as an archive: a list of files, or a reason.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|input: &[u8]| invariants::archive::archive(input));
