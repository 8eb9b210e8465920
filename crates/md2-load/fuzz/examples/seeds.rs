//! Writes the seed inputs of the given fuzz targets to `corpus/`: `cargo run --example seeds strict salvaged`.

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

fn main() -> std::io::Result<()> {
    md2_testdata::fuzz::write_seeds(env!("CARGO_MANIFEST_DIR"), |_| invariants::seeds::seeds())
}
