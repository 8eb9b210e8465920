//! Salvages arbitrary bytes. The repaired file must be readable.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|file: &[u8]| invariants::file(file));
