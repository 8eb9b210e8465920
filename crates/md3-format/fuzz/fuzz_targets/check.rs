//! Any bytes, checked: no panic, and errors exactly where parsing refuses.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|file: &[u8]| invariants::check(file));
