//! `cargo xtask view`: the viewer in a window, or its first picture in a file.

use std::{env, fs, process};

use crate::{Failure, cargo, setup};

/// The viewer's exit code when there is no display to open a window on.
const NO_DISPLAY: i32 = 3;

/// Sets the machine up and opens the viewer; without a display, renders what it would have shown.
pub(crate) fn view(arguments: &[String]) -> Result<(), Failure> {
    let asks_only =
        arguments.iter().any(|argument| ["-h", "--help", "-V", "--version"].contains(&&**argument));
    setup::setup(setup::Purpose::View)?;
    cargo::run(cargo::cargo().args(["build", "--release", "--package", "md2-viewer"]))?;
    let program = cargo::target_dir().join("release").join(format!("md2-viewer{}", env::consts::EXE_SUFFIX));
    // Run in the current folder, against which the arguments' paths are meant.
    let viewer = || process::Command::new(&program);
    let variables = ["WAYLAND_DISPLAY", "DISPLAY"];
    // Only here does a variable tell; other systems always have a display.
    let has_display = !cfg!(target_os = "linux")
        || variables.iter().any(|name| env::var_os(name).is_some_and(|v| !v.is_empty()));
    if has_display {
        let status = cargo::status(viewer().args(arguments))?;
        match status.code() {
            Some(0) => return Ok(()),
            Some(NO_DISPLAY) => {}
            // The viewer has said why.
            _ => process::exit(status.code().unwrap_or(1)),
        }
    }
    let picture = cargo::target_dir().join("md2-viewer.png");
    if let Some(folder) = picture.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let status = cargo::status(viewer().arg("render").args(arguments).arg("-o").arg(&picture))?;
    if !status.success() {
        process::exit(status.code().unwrap_or(1));
    }
    if !asks_only {
        println!("there is no display here; the picture is in {}", picture.display());
    }
    Ok(())
}
