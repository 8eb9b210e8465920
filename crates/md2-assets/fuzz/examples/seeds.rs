//! Writes the seed inputs of the given fuzz targets to `corpus/`: `cargo run --example seeds pcx png`.

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

use std::path::Path;

use invariants::seeds;
use md2_testdata::fuzz::write_seeds;

fn main() -> std::io::Result<()> {
    for target in std::env::args().skip(1) {
        let seeds = match target.as_str() {
            "pcx" => seeds::pcx(),
            "png" => seeds::png(),
            "tga" => seeds::tga(),
            "bmp" => seeds::bmp(),
            "jpeg" => seeds::jpeg(),
            "archive" => invariants::archive::seeds(),
            other => panic!("unknown fuzz target {other}"),
        };
        write_seeds(&Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target), &seeds)?;
    }
    Ok(())
}
