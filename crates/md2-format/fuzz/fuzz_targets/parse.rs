//! Parses arbitrary bytes. The result must be an error or a view that can be read completely.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|file: &[u8]| invariants::parse(file));
