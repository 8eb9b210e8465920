//! Salvages arbitrary bytes. The result must be an error or a model that can be written.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|file: &[u8]| invariants::salvage(file));
