//! `cargo xtask screenshots` and `cargo xtask soak`: examples of the package `md2-tests` as commands.

use crate::failure::Failure;
use crate::{cargo, setup};

/// Sets the machine up and takes the README's pictures of the window.
pub(crate) fn screenshots(arguments: &[String]) -> Result<(), Failure> {
    setup::setup(setup::Purpose::Test)?;
    // The example runs the viewer in the same build folder.
    cargo::run(cargo::cargo().args(["build", "--quiet", "--package", "md2-viewer"]))?;
    run("screenshots", arguments)
}

/// Sets the machine up and leaves a window to random input.
pub(crate) fn soak(arguments: &[String]) -> Result<(), Failure> {
    setup::setup(setup::Purpose::Test)?;
    run("soak", arguments)
}

fn run(example: &str, arguments: &[String]) -> Result<(), Failure> {
    let example = ["run", "--quiet", "--package", "md2-tests", "--example", example, "--"];
    cargo::run(cargo::cargo().args(example).args(arguments))
}
