//! `cargo xtask screenshots`: the window as the README shows it.

use crate::failure::Failure;
use crate::{cargo, setup};

/// Sets the machine up and takes the pictures, by an example of the package `md2-tests`.
pub(crate) fn screenshots(arguments: &[String]) -> Result<(), Failure> {
    setup::setup(setup::Purpose::Test)?;
    // The example takes the viewer that lies beside it.
    cargo::run(cargo::cargo().args(["build", "--quiet", "--package", "md2-viewer"]))?;
    let arguments = ["run", "--quiet", "--package", "md2-tests", "--example", "screenshots", "--"]
        .into_iter()
        .chain(arguments.iter().map(String::as_str));
    cargo::run(cargo::cargo().args(arguments))
}
