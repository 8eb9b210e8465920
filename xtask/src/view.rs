//! `cargo xtask view`: the viewer in a window, or its first picture in a file.

use std::process::{self, Command};
use std::time::Instant;
use std::{env, fs};

use crate::setup::Purpose;
use crate::{Failure, cargo, setup};

/// The viewer's exit code when there is no display to open a window on.
const NO_DISPLAY: i32 = 3;

/// Sets the machine up and runs the viewer with the arguments; where it finds no display, renders what it would have
/// shown.
pub(crate) fn view(arguments: &[String]) -> Result<(), Failure> {
    if let [first, ..] = arguments
        && ["-h", "--help"].contains(&first.as_str())
    {
        print_help();
        return Ok(());
    }
    let (arguments, may_set_up) = setup::asked_for(arguments);

    let start = Instant::now();
    if may_set_up {
        set_up()?;
    }
    let set_up_s = start.elapsed().as_secs_f64();

    println!("view: building the viewer, which takes some minutes the first time and seconds later");
    let start = Instant::now();
    cargo::run(&mut viewer("build"))?;
    println!("view: setup took {set_up_s:.1} s, the build {:.1} s", start.elapsed().as_secs_f64());

    let run = |arguments: &[&str]| {
        // Cargo knows where it put the program; quiet, it leaves it to the program to say what went wrong.
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
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let picture = folder.join("md2-viewer.png");
    let path = picture.to_str().ok_or_else(|| format!("{}: not in UTF-8", picture.display()))?;
    match run(&[&["render"], arguments, &["--force", "-o", path]].concat())? {
        0 => println!("there is no display here; the picture is in {path}"),
        code => process::exit(code),
    }
    Ok(())
}

fn print_help() {
    println!(
        "usage: cargo xtask view [--no-setup] [VIEWER ARGUMENTS]\n\n\
         Sets up what is missing, builds the viewer and runs it, by itself the walking figure; where there is no\n\
         display, draws its first picture to a file.\n\n\
         \x20 --no-setup    neither look for missing drivers and libraries nor install them\n\n\
         `cargo xtask view -- --help` builds the viewer and shows its own arguments."
    );
}

/// Cargo's `command` for the viewer, in the current folder: against it the arguments' paths are meant.
fn viewer(command: &str) -> Command {
    let mut cargo = cargo::cargo();
    if let Ok(folder) = env::current_dir() {
        cargo.current_dir(folder);
    }
    cargo.args([command, "--profile", "view", "--package", "md2-viewer", "--manifest-path"]);
    cargo.arg(cargo::root().join("Cargo.toml"));
    cargo
}

/// Sets up for a window where there may be one. What only a window needs may be lacking: a picture is better than
/// nothing.
fn set_up() -> Result<(), Failure> {
    let variables = ["WAYLAND_DISPLAY", "DISPLAY"];
    // Only on Linux does a variable tell; other systems always have a display.
    let has_display = !cfg!(target_os = "linux")
        || variables.iter().any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()));
    if !has_display {
        return setup::setup(Purpose::Picture);
    }
    match setup::setup(Purpose::Window) {
        Err(why) if setup::is_ready(Purpose::Picture) => {
            println!("setup: {why}\nview: going on, as a picture can be drawn without that");
            Ok(())
        }
        result => result,
    }
}
