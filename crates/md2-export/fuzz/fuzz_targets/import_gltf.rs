//! Any bytes as a glTF: a sound MD2, or an error with its place, within the limits.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|input: &[u8]| invariants::gltf(input));
