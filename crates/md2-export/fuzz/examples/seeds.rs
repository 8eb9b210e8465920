//! Writes the seeds of the given fuzz targets to `corpus/`: `cargo run --example seeds import_gltf import_obj`.

#[path = "../../tests/all/invariants/mod.rs"]
mod invariants;

use invariants::seeds;

fn main() -> std::io::Result<()> {
    md2_testdata::fuzz::write_seeds(env!("CARGO_MANIFEST_DIR"), |target| match target {
        "import_gltf" => seeds::gltf(),
        "import_obj" => seeds::obj(),
        other => panic!("there is no target {other}"),
    })
}
