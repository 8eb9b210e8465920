//! The fuzz targets, which are packages of their own: `crates/*/fuzz`.

use std::fs;

use crate::{Failure, cargo};

/// Type-checks the fuzz targets of every crate that has some. Running them takes a nightly toolchain, this does not.
pub(crate) fn check_targets() -> Result<(), Failure> {
    for library in libraries()? {
        println!("check: fuzz targets of {library}");
        cargo::run(
            cargo::cargo()
                .args(["check", "--quiet", "--locked", "--all-targets"])
                .args(["--manifest-path", &format!("crates/{library}/fuzz/Cargo.toml")])
                // One folder for all, so that what they have in common is built once.
                .arg("--target-dir")
                .arg(cargo::target_dir()?.join("fuzz"))
                .env("RUSTFLAGS", "--deny warnings"),
        )?;
    }
    Ok(())
}

/// The crates with fuzz targets, sorted.
pub(crate) fn libraries() -> Result<Vec<String>, Failure> {
    let folder = cargo::root().join("crates");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut found: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.path().join("fuzz/Cargo.toml").is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    found.sort();
    Ok(found)
}
