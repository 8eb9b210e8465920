//! Any bytes, salvaged: a model that can be written, or an error.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|file: &[u8]| invariants::salvage(file));
