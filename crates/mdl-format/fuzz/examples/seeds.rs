//! Writes the seeds to the folder that is named: `cargo run --example seeds corpus/parse`.

#[path = "../../tests/invariants/mod.rs"]
mod invariants;

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).unwrap_or_else(|| "seeds".into());
    std::fs::create_dir_all(&folder)?;
    for (name, file) in invariants::seeds::seeds() {
        std::fs::write(std::path::Path::new(&folder).join(name), file)?;
    }
    Ok(())
}
