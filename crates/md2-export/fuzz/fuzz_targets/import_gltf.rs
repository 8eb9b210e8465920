//! Imports any bytes as glTF. The result must be a valid MD2 or an error with a place, within the limits.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|input: &[u8]| invariants::gltf(input));
