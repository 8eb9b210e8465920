//! `cargo xtask soak`: a window left to chance.

use crate::failure::Failure;
use crate::{cargo, setup};

/// Sets the machine up and runs the soak of the package `md2-tests`.
pub(crate) fn soak(arguments: &[String]) -> Result<(), Failure> {
    setup::setup(setup::Purpose::Test)?;
    let arguments = ["run", "--quiet", "--package", "md2-tests", "--example", "soak", "--"]
        .into_iter()
        .chain(arguments.iter().map(String::as_str));
    cargo::run(cargo::cargo().args(arguments))
}
