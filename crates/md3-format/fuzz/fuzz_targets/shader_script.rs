//! Reads arbitrary bytes as a shader script. Shaders must be slices of the bytes, and `find` must find them.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|text: &[u8]| invariants::shader_script(text));
