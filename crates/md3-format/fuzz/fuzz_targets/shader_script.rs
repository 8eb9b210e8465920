//! Reads any text as a shader script: shaders are parts of the text, and `find` finds them.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|text: &[u8]| invariants::shader_script(text));
