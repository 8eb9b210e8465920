//! Installs the Khronos validator for glTF, a package for Node, for the tests.

use std::process::{Command, Stdio};

use super::probe::program;
use crate::cargo;
use crate::failure::Failure;

/// The validator, in the version with which the tests pass.
const VALIDATOR: &str = "gltf-validator@2.0.0-dev.3.10";

/// Installs the validator below the build folder with `npm`. Without it, the tests that use it are skipped.
pub(super) fn install_validator() -> Result<(), Failure> {
    let folder = cargo::target_dir()?.join("node");
    if folder.join("node_modules/gltf-validator/package.json").is_file() {
        return Ok(());
    }
    if program("npm").is_none() {
        println!("setup: npm is missing; tests that use {VALIDATOR} will be skipped");
        return Ok(());
    }
    println!("setup: installing {VALIDATOR}");
    let mut npm = Command::new("npm");
    npm.args(["install", "--silent", "--no-fund", "--no-audit", "--prefix"]).arg(&folder).arg(VALIDATOR);
    match cargo::status(npm.stdin(Stdio::null())) {
        Ok(status) if status.success() => {}
        _ => println!("setup: {VALIDATOR} could not be installed; tests that use it will be skipped"),
    }
    Ok(())
}
