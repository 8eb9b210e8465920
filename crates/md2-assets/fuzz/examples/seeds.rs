//! Writes the seed inputs of the given fuzz targets to `corpus/`: `cargo run --example seeds image archive`.

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

use invariants::seeds;

fn main() -> std::io::Result<()> {
    md2_testdata::fuzz::write_seeds(env!("CARGO_MANIFEST_DIR"), |target| match target {
        "image" => seeds::images(),
        "archive" => invariants::archive::seeds(),
        other => panic!("unknown fuzz target {other}"),
    })
}
