//! `cargo xtask check`: everything a change must pass besides the tests.

use crate::{Failure, cargo, setup};

/// Runs all checks, the quick ones first, and stops at the first that fails.
pub(crate) fn check(_arguments: &[String]) -> Result<(), Failure> {
    setup::setup(setup::Purpose::Test)?;
    let steps: &[(&str, &[&str])] = &[
        ("formatting", &["fmt", "--all", "--check"]),
        ("lints", &["clippy", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"]),
        // The format library must stand alone, with and without its features.
        (
            "md2-format alone",
            &["clippy", "--quiet", "-p", "md2-format", "--no-default-features", "--", "-D", "warnings"],
        ),
        (
            "md2-format, all features",
            &["clippy", "--quiet", "-p", "md2-format", "--all-features", "--", "-D", "warnings"],
        ),
    ];
    for (name, arguments) in steps {
        println!("check: {name}");
        cargo::run(cargo::cargo().args(*arguments))?;
    }
    println!("check: documentation");
    cargo::run(
        cargo::cargo()
            .args(["doc", "--quiet", "--workspace", "--no-deps"])
            .env("RUSTDOCFLAGS", "--deny warnings"),
    )?;
    for tool in ["build-shaders", "build-assets"] {
        println!("check: {tool} --check");
        cargo::tool(tool, &["--check".to_owned()])?;
    }
    Ok(())
}
