//! Writes the seeds to the folder that is named: `cargo run --example seeds corpus/parse`.

#[path = "../../tests/invariants/mod.rs"]
mod invariants;

use std::path::Path;

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).unwrap_or_else(|| "seeds".into());
    md2_testdata::fuzz::write_seeds(Path::new(&folder), &invariants::seeds::seeds())
}
