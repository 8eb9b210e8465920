//! Any text as a script of one model: sequences within the model, or the place of what is wrong.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|input: &[u8]| invariants::script(input));
