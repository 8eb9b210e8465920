//! `cargo xtask screenshots`, `cargo xtask soak` and `cargo xtask book`: run examples and tests of the package `md2-tests`.

use crate::failure::Failure;
use crate::{cargo, setup};

/// The number of random edits, opens, undos, saves, quits and crashes of a soak test.
const EDIT_ROUNDS: &str = "2000";

pub(crate) fn screenshots(arguments: &[String]) -> Result<(), Failure> {
    setup::setup(setup::Purpose::Test)?;
    // The example runs the viewer in the same build folder.
    cargo::run(cargo::cargo().args(["build", "--quiet", "--package", "md2-viewer"]))?;
    run("screenshots", arguments)
}

pub(crate) fn soak(arguments: &[String]) -> Result<(), Failure> {
    setup::setup(setup::Purpose::Test)?;
    let mut edits = cargo::cargo();
    edits.args(["test", "--quiet", "--package", "md2-tool", "--test", "all", "edit_rounds::"]);
    cargo::run(edits.env("MD2_EDIT_ROUNDS", EDIT_ROUNDS))?;
    run("soak", arguments)
}

/// Draws the pictures of the book, or checks them with `--check`. In both cases, tests the links and the programs of the book.
pub(crate) fn book(arguments: &[String]) -> Result<(), Failure> {
    setup::setup(setup::Purpose::Test)?;
    let mut test = cargo::cargo();
    test.args(["test", "--quiet", "--package", "md2-tests", "--test", "all", "book::"]);
    match arguments {
        [] => cargo::run(test.env("MD2_BLESS", "1"))?,
        [check] if check == "--check" => cargo::run(&mut test)?,
        [unknown, ..] => return Err(format!("unknown argument \"{}\"", unknown.escape_debug())),
    }
    println!("book: `mdbook build docs/book` makes a web site of it");
    Ok(())
}

fn run(example: &str, arguments: &[String]) -> Result<(), Failure> {
    let example = ["run", "--quiet", "--package", "md2-tests", "--example", example, "--"];
    cargo::run(cargo::cargo().args(example).args(arguments))
}
