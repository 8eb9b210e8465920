//! Reads, checks, repairs and writes arbitrary bytes. The promises of all functions must hold.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::file(bytes));
