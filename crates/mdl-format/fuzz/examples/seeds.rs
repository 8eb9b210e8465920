//! Writes the seed inputs of the given fuzz targets to `corpus/TARGET`: `cargo run --example seeds file`.

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

use std::path::Path;

use md2_testdata::fuzz::write_seeds;

fn main() -> std::io::Result<()> {
    for target in std::env::args().skip(1) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
        write_seeds(&folder, &invariants::seeds::seeds())?;
    }
    Ok(())
}
