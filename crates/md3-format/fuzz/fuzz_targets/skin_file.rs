//! Any text, read as a skin file: rows that lie in it and are found again.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|text: &[u8]| invariants::skin_file(text));
