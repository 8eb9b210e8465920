//! Reads arbitrary bytes as a skin file and as scripts.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|text: &[u8]| invariants::text(text));
