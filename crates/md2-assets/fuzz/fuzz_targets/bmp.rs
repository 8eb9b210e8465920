//! Any bytes as a BMP: a picture, or a reason.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|input: &[u8]| invariants::picture(input, "skin.bmp"));
