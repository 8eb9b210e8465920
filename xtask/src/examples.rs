//! `cargo xtask screenshots` and `cargo xtask soak`: run examples of the package `md2-tests`.

use crate::failure::Failure;
use crate::{cargo, setup};

pub(crate) fn screenshots(arguments: &[String]) -> Result<(), Failure> {
    setup::setup(setup::Purpose::Test)?;
    // The example runs the viewer in the same build folder.
    cargo::run(cargo::cargo().args(["build", "--quiet", "--package", "md2-viewer"]))?;
    run("screenshots", arguments)
}

pub(crate) fn soak(arguments: &[String]) -> Result<(), Failure> {
    setup::setup(setup::Purpose::Test)?;
    run("soak", arguments)
}

fn run(example: &str, arguments: &[String]) -> Result<(), Failure> {
    let example = ["run", "--quiet", "--package", "md2-tests", "--example", example, "--"];
    cargo::run(cargo::cargo().args(example).args(arguments))
}
