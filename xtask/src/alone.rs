//! The libraries that others use without the rest of the toolkit, checked as those see them.

use std::path::Path;

use crate::cargo;
use crate::failure::Failure;

/// The libraries that must build by themselves: with and without their features, and without the standard library.
const LIBRARIES: &[&str] = &["md2-common", "md2-format", "mdl-format", "md3-format", "md2-anim"];

/// Targets that have no standard library. The first that is installed is built for.
const BARE_TARGETS: &[&str] = &[
    "thumbv7em-none-eabi",
    "thumbv7em-none-eabihf",
    "thumbv6m-none-eabi",
    "riscv32imac-unknown-none-elf",
    "x86_64-unknown-none",
    "aarch64-unknown-none",
    "wasm32v1-none",
];

/// Checks every library of the table.
pub(crate) fn check() -> Result<(), Failure> {
    for library in LIBRARIES {
        for features in ["--no-default-features", "--all-features"] {
            let arguments = ["clippy", "--quiet", "--package", library, features, "--", "--deny", "warnings"];
            cargo::step(&format!("{library} alone, {features}"), &arguments)?;
        }
    }
    without_std()
}

/// Builds the libraries for a target without the standard library, or says that there is none.
fn without_std() -> Result<(), Failure> {
    let Some(target) = BARE_TARGETS.iter().find(|target| is_installed(target)) else {
        println!(
            "check: NOT CHECKED: building {} without std, as the toolchain has no target for that \
             (`rustup target add {}`)",
            LIBRARIES.join(", "),
            BARE_TARGETS[0]
        );
        return Ok(());
    };
    for library in LIBRARIES {
        for features in ["--no-default-features", "--all-features"] {
            let arguments = ["check", "--quiet", "--package", library, features, "--target", target];
            cargo::step(&format!("{library} for {target}, {features}"), &arguments)?;
        }
    }
    Ok(())
}

/// Whether the compiler in use has the core library for `target`.
fn is_installed(target: &str) -> bool {
    let mut rustc = cargo::rustc();
    rustc.args(["--print", "target-libdir", "--target", target]).current_dir(cargo::root());
    rustc.output().is_ok_and(|output| {
        output.status.success() && Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir()
    })
}
