//! Writes the seed inputs of the given fuzz targets to `corpus/TARGET`: `cargo run --example seeds file`.

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

fn main() -> std::io::Result<()> {
    md2_testdata::fuzz::write_seeds(env!("CARGO_MANIFEST_DIR"), |_| invariants::seeds())
}
