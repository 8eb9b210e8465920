//! Writes arbitrary models. The result must be an error or a file that parses as the same model.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::generated::write_then_parse(bytes));
