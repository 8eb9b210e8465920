//! Checks any bytes: never a panic, and errors exactly if parsing refuses them.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|file: &[u8]| invariants::check(file));
