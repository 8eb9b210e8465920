//! Writes the seed inputs of the given fuzz targets to `corpus/`: `cargo run --example seeds image archive`.

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

use std::path::Path;

use invariants::seeds;
use md2_testdata::fuzz::write_seeds;

fn main() -> std::io::Result<()> {
    for target in std::env::args().skip(1) {
        let seeds = match target.as_str() {
            "image" => seeds::images(),
            "archive" => invariants::archive::seeds(),
            other => panic!("unknown fuzz target {other}"),
        };
        write_seeds(&Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target), &seeds)?;
    }
    Ok(())
}
