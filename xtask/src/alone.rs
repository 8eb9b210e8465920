//! Checks that some libraries build without the rest of the toolkit, since other projects use them alone.

use std::path::Path;

use crate::cargo;
use crate::failure::Failure;

/// The libraries that must build alone, with and without their features, and without the standard library.
const LIBRARIES: &[&str] = &["md2-common", "md2-format", "mdl-format", "md3-format", "md2-anim"];

/// Targets without a standard library. The check builds the libraries for the first target that is installed.
const BARE_TARGETS: &[&str] = &[
    "thumbv7em-none-eabi",
    "thumbv7em-none-eabihf",
    "thumbv6m-none-eabi",
    "riscv32imac-unknown-none-elf",
    "x86_64-unknown-none",
    "aarch64-unknown-none",
    "wasm32v1-none",
];

pub(crate) fn check() -> Result<(), Failure> {
    let lint = &["clippy", "--quiet"];
    let deny = &["--", "--deny", "warnings"];
    for_each("alone", lint, deny)?;
    for format in ["md2", "mdl", "md3"] {
        let of = ["--package", "md2-kit", "--no-default-features", "--features", format];
        cargo::step(&format!("md2-kit for {format} alone"), &[lint, &of[..], deny].concat())?;
    }
    without_std()
}

/// Runs a cargo command for each library: without its features, and with all of them. `command` and `rest` are the arguments before and
/// after those of the library; `how` describes the check in the output.
fn for_each(how: &str, command: &[&str], rest: &[&str]) -> Result<(), Failure> {
    for library in LIBRARIES {
        for features in ["--no-default-features", "--all-features"] {
            let arguments = [command, &["--package", library, features], rest].concat();
            cargo::step(&format!("{library} {how}, {features}"), &arguments)?;
        }
    }
    Ok(())
}

fn without_std() -> Result<(), Failure> {
    let Some(target) = BARE_TARGETS.iter().find(|target| is_installed(target)) else {
        let why = format!("no bare-metal target is installed (`rustup target add {}`)", BARE_TARGETS[0]);
        return cargo::not_checked(&format!("{} without std", LIBRARIES.join(", ")), &why);
    };
    for_each(&format!("for {target}"), &["check", "--quiet"], &["--target", target])
}

pub(crate) fn is_installed(target: &str) -> bool {
    let mut rustc = cargo::rustc();
    rustc.args(["--print", "target-libdir", "--target", target]).current_dir(cargo::root());
    rustc.output().is_ok_and(|output| {
        output.status.success() && Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir()
    })
}
