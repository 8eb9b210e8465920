//! `cargo xtask check`: all checks except the tests.

use crate::failure::Failure;
use crate::{cargo, generated, nightly};

/// Runs the checks that every change must pass. With `--all`, also those that take longer or concern other systems. The revision after
/// `--all` is the one with which public items are compared.
pub(crate) fn check(arguments: &[String]) -> Result<(), Failure> {
    let revision = match arguments {
        [] => return quick(),
        [all] if all == "--all" => None,
        [all, revision] if all == "--all" => Some(revision.as_str()),
        _ => return Err("expected no argument, or --all and a revision".into()),
    };
    quick()?;
    nightly::check(revision)
}

fn quick() -> Result<(), Failure> {
    cargo::step("formatting", &["fmt", "--all", "--check"])?;
    generated::check()?;
    let workspace = ["clippy", "--quiet", "--workspace", "--all-targets"];
    cargo::step("lints", &[&workspace[..], &["--", "--deny", "warnings"]].concat())?;
    println!("check: documentation");
    let mut documentation = cargo::cargo();
    documentation.args(["doc", "--quiet", "--workspace", "--no-deps"]);
    cargo::run(documentation.env("RUSTDOCFLAGS", "--deny warnings"))?;
    cargo::step(
        "the tests of the source rules",
        &["test", "--quiet", "--package", "md2-tests", "--test", "all", "tidy::"],
    )
}
