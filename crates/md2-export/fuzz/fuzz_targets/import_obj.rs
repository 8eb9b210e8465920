//! Imports arbitrary bytes as one OBJ file, or as two OBJ files that a zero byte separates. The result must be a valid MD2, or an error
//! that names a place in the file.

#![no_main]

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|input: &[u8]| invariants::obj(input));
