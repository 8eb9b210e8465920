//! Writes the seed inputs of the given fuzz targets to `corpus/`: `cargo run --example seeds names script`.

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

use invariants::seeds;

fn main() -> std::io::Result<()> {
    md2_testdata::fuzz::write_seeds(env!("CARGO_MANIFEST_DIR"), |target| match target {
        "names" => seeds::names(),
        "script" => seeds::scripts(),
        "config" => seeds::configs(),
        other => panic!("unknown fuzz target {other}"),
    })
}
