//! Checks arbitrary bytes. The check must not panic, and it must find errors exactly if parsing rejects the bytes.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|file: &[u8]| invariants::check(file));
