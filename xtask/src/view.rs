//! `cargo xtask view`: the viewer in a window, or its first picture in a file.

use std::fs;

use crate::{Failure, cargo, setup};

/// The viewer's exit code when there is no display to open a window on.
const NO_DISPLAY: i32 = 3;

/// Sets the machine up and opens the viewer; without a display, renders what it would have shown.
pub(crate) fn view(arguments: &[String]) -> Result<(), Failure> {
    setup::setup(setup::Purpose::View)?;
    let viewer = || {
        let mut command = cargo::cargo();
        command.args(["run", "--quiet", "--release", "--package", "md2-viewer", "--"]);
        command
    };
    println!("building the viewer (the first time takes a few minutes)");
    let status = cargo::status(viewer().args(arguments))?;
    match status.code() {
        Some(0) => Ok(()),
        // An argument may be a whole other command, which does not become a picture.
        Some(NO_DISPLAY) => {
            let picture = cargo::target_dir().join("md2-viewer.png");
            if let Some(folder) = picture.parent() {
                fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            }
            cargo::run(viewer().arg("render").args(arguments).arg("-o").arg(&picture))?;
            println!("no display here; the picture is in {}", picture.display());
            Ok(())
        }
        _ => Err(format!("md2-viewer: {status}")),
    }
}
