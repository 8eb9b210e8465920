//! `cargo xtask check`: all checks except the tests.

use crate::failure::Failure;
use crate::{alone, api, cargo, deny, fuzz, setup};

/// Runs all checks, quick ones first, and stops at the first failure.
pub(crate) fn check(_arguments: &[String]) -> Result<(), Failure> {
    setup::setup(setup::Purpose::Test)?;
    cargo::step("formatting", &["fmt", "--all", "--check"])?;
    cargo::step("lints", &["clippy", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"])?;
    for windows in ["x11", "wayland"] {
        let of =
            ["clippy", "--quiet", "--package", "md2-viewer", "--no-default-features", "--features", windows];
        cargo::step(
            &format!("lints of the viewer for {windows} alone"),
            &[&of[..], &["--", "--deny", "warnings"]].concat(),
        )?;
    }
    cargo::step(
        "the tests of the source rules",
        &["test", "--quiet", "--package", "md2-tests", "--test", "all", "tidy::"],
    )?;
    alone::check()?;
    fuzz::check_targets()?;
    deny::check()?;
    println!("check: documentation");
    cargo::run(
        cargo::cargo()
            .args(["doc", "--quiet", "--workspace", "--no-deps"])
            .env("RUSTDOCFLAGS", "--deny warnings"),
    )?;
    println!("check: lists of public items");
    api::api(&["--check".to_owned()])?;
    cargo::step("the shader compiler's tests", &["test", "--quiet", "--package", "build-shaders"])?;
    for tool in ["build-shaders", "build-assets"] {
        println!("check: {tool} --check");
        cargo::tool(tool, &["--check".to_owned()])?;
    }
    Ok(())
}
