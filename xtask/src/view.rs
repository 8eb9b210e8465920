//! `cargo xtask view`: opens the viewer, or draws its first picture to a file.

use std::env;
use std::process::{self, Command};

use crate::failure::Failure;
use crate::setup::Purpose;
use crate::{cargo, files, setup};

/// The viewer's exit code if there is no display.
const NO_DISPLAY: i32 = 3;
const WAYLAND: [&str; 2] = ["WAYLAND_DISPLAY", "WAYLAND_SOCKET"];

/// Sets up the machine and runs the viewer. Without a display, draws the picture that the window would have shown.
pub(crate) fn view(arguments: &[String]) -> Result<(), Failure> {
    let (arguments, may_set_up) = setup::split_no_setup(arguments);
    if may_set_up {
        println!("view: checking the required libraries (--no-setup skips this step)");
        set_up()?;
    }

    println!("view: building what has changed; the first build has about 200 crates and takes minutes");
    cargo::run(&mut viewer("build"))?;

    let run = |arguments: &[&str]| {
        // `cargo run` finds the program in any build folder. With --quiet, cargo prints no message if the program fails.
        let status = cargo::status(viewer("run").args(["--quiet", "--"]).args(arguments))?;
        Ok::<_, Failure>(status.code().unwrap_or(1))
    };
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let arguments = arguments.strip_prefix(&["--"]).unwrap_or(&arguments);
    match run(arguments)? {
        0 => return Ok(()),
        NO_DISPLAY => {}
        code => process::exit(code),
    }
    let folder = cargo::target_dir()?;
    files::make_folder(&folder)?;
    let picture = folder.join("md2-viewer.png");
    let path = picture.to_str().ok_or_else(|| format!("{}: not in UTF-8", picture.display()))?;
    println!("view: no display; drawing a picture instead");
    match run(&[&["render"], arguments, &["--force", "-o", path]].concat())? {
        0 => println!("view: drew {path}"),
        code => process::exit(code),
    }
    Ok(())
}

/// Returns a cargo command for the viewer. It runs in the current folder, to which paths in the arguments refer.
fn viewer(command: &str) -> Command {
    let mut cargo = cargo::cargo();
    if let Ok(folder) = env::current_dir() {
        cargo.current_dir(folder);
    }
    cargo.args([command, "--profile", "view", "--package", "md2-viewer", "--manifest-path"]);
    cargo.arg(cargo::root().join("Cargo.toml"));
    // Without a Wayland compositor, the Wayland support is not built, which saves half a minute of CPU time.
    if cfg!(target_os = "linux") && !WAYLAND.into_iter().any(is_set) {
        cargo.args(["--no-default-features", "--features", "x11"]);
    }
    cargo
}

fn is_set(name: &str) -> bool {
    env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// Sets up the machine for a window, or for a picture if there is no display or the libraries of the window are missing.
fn set_up() -> Result<(), Failure> {
    // Systems other than Linux always have a display.
    let has_display = !cfg!(target_os = "linux") || is_set("DISPLAY") || WAYLAND.into_iter().any(is_set);
    if !has_display {
        return setup::setup(Purpose::Picture);
    }
    match setup::setup(Purpose::Window) {
        Err(why) if setup::is_ready(Purpose::Picture) => {
            println!("setup: {why}\nview: continuing, because a picture does not need these packages");
            Ok(())
        }
        result => result,
    }
}
