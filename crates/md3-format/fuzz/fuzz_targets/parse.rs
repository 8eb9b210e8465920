//! Any bytes, parsed: a view whose every part can be looked at, or an error.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|file: &[u8]| invariants::parse(file));
