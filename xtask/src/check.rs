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
    for target in ["x86_64-pc-windows-gnu", "aarch64-apple-darwin"] {
        other_system(target)?;
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

/// Checks the lints of the programs for another system. They are not linked, which would need a linker for that system.
fn other_system(target: &str) -> Result<(), Failure> {
    if !alone::is_installed(target) {
        let why = format!("the target is not installed (`rustup target add {target}`)");
        return cargo::not_checked(&format!("the programs for {target}"), &why);
    }
    let lint = ["clippy", "--quiet", "--package", "md2-viewer", "--package", "md2-tool", "--target", target];
    let launcher: &[&str] =
        if target.contains("windows") { &["--features", "md2-viewer/launcher"] } else { &[] };
    cargo::step(
        &format!("lints of the programs for {target}"),
        // On Windows, paths are a third larger than on Unix, and so are errors that contain them.
        &[&lint[..], launcher, &["--", "--deny", "warnings", "--allow", "clippy::result_large_err"]].concat(),
    )
}
