//! Any text as an `animation.cfg`: sequences within the model, or the place of what is wrong.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|input: &[u8]| invariants::config(input));
