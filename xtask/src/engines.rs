//! `cargo xtask engines`: builds and tests the examples for Bevy and for the web, which are outside of the workspace.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::{cargo, files, setup};

const WASM: &str = "wasm32-unknown-unknown";

/// Builds and tests the named examples, by default both. An example whose tools are missing is not checked.
pub(crate) fn engines(arguments: &[String]) -> Result<(), Failure> {
    let names: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let names = if names.is_empty() { vec!["web", "bevy"] } else { names };
    let output = cargo::target_dir()?.join("engines");
    files::make_folder(&output)?;
    for name in names {
        match name {
            "web" => web(&output)?,
            "bevy" => bevy(&output)?,
            other => {
                return Err(format!("unknown example \"{}\", expected web or bevy", other.escape_debug()));
            }
        }
    }
    Ok(())
}

/// Builds the WebAssembly, and tests the page in headless Chromium.
fn web(output: &Path) -> Result<(), Failure> {
    let example = cargo::root().join("examples/web");
    if !cargo::is_installed(WASM) {
        return cargo::not_checked(
            "the web page",
            &format!("the target is missing (`rustup target add {WASM}`)"),
        );
    }
    run(&example, "cargo", &["build", "--release", "--locked", "--target", WASM], output)?;
    let chromium = std::env::var_os("CHROMIUM").map(PathBuf::from).or_else(|| setup::program("chromium"));
    let (Some(chromium), Some(_)) = (chromium, setup::program("npm")) else {
        return cargo::not_checked("the page in a browser", "chromium or npm is missing");
    };
    run(&example, "npm", &["ci", "--silent", "--no-fund", "--no-audit"], output)?;
    let mut node = Command::new("node");
    node.arg("test.js").arg(output.join(format!("{WASM}/release/md2_web.wasm"))).arg(output);
    let validator = cargo::target_dir()?.join("node/node_modules/gltf-validator");
    if validator.is_dir() {
        node.arg(validator);
    } else {
        cargo::not_checked(
            "the downloaded GLB",
            "gltf-validator is missing (`cargo xtask setup` installs it)",
        )?;
    }
    cargo::run(node.env("CHROMIUM", chromium).current_dir(&example).stdin(Stdio::null()))
}

/// Builds the Bevy plugin, and takes pictures of a model and of a crowd on a virtual display.
fn bevy(output: &Path) -> Result<(), Failure> {
    let example = cargo::root().join("examples/bevy");
    if !cargo::succeeds_in(&example, &["fetch", "--locked", "--quiet"]) {
        return cargo::not_checked("the Bevy example", "its dependencies cannot be downloaded");
    }
    run(&example, "cargo", &["build", "--locked"], output)?;
    if setup::program("xvfb-run").is_none() {
        return cargo::not_checked("the pictures of the Bevy example", "xvfb-run is missing (package xvfb)");
    }
    let program = output.join("debug/md2-bevy");
    for (models, name) in [("1", "bevy.png"), ("1000", "bevy-crowd.png")] {
        let picture = output.join(name);
        let mut command = Command::new("xvfb-run");
        command.args(["--auto-servernum", "--server-args", "-screen 0 1280x720x24"]).arg(&program);
        command.args(["--models", models, "--picture"]).arg(&picture).stdin(Stdio::null());
        cargo::run(&mut command)?;
        let bytes =
            std::fs::metadata(&picture).map_err(|error| format!("{}: {error}", picture.display()))?.len();
        if bytes < 20_000 {
            return Err(format!("{}: {bytes} bytes, so the picture is empty", picture.display()));
        }
        println!("bevy: {} shows {models} models", picture.display());
    }
    Ok(())
}

/// Runs a program in the folder of an example. Cargo builds below `output`, so that the two examples share what they can.
fn run(example: &Path, program: &str, arguments: &[&str], output: &Path) -> Result<(), Failure> {
    println!("{}: {program} {}", files::name(example), arguments.join(" "));
    let mut command = if program == "cargo" { cargo::cargo() } else { Command::new(program) };
    cargo::run(
        command.args(arguments).current_dir(example).env("CARGO_TARGET_DIR", output).stdin(Stdio::null()),
    )
}
