//! `cargo xtask view`: opens the viewer, or draws its first picture to a file.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::time::Instant;
use std::{env, fs, thread};

use crate::failure::Failure;
use crate::setup::Purpose;
use crate::{cargo, files, setup};

/// The viewer's exit code if there is no display.
const NO_DISPLAY: i32 = 3;
const WAYLAND: [&str; 2] = ["WAYLAND_DISPLAY", "WAYLAND_SOCKET"];

/// Sets up the machine and runs the viewer. Without a display, draws the picture that the window would have shown.
pub(crate) fn view(arguments: &[String]) -> Result<(), Failure> {
    if let [first, ..] = arguments
        && ["-h", "--help"].contains(&first.as_str())
    {
        print_help();
        return Ok(());
    }
    let (arguments, may_set_up) = setup::split_no_setup(arguments);

    let start = Instant::now();
    if may_set_up {
        println!("view: checking the required libraries (--no-setup skips this step)");
        set_up()?;
    }
    let set_up_s = start.elapsed().as_secs_f64();

    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    println!("view: {}", announcement(was_built(&cargo::target_dir()?), processors));
    let start = Instant::now();
    cargo::run(&mut viewer("build"))?;
    let build_s = start.elapsed().as_secs_f64();
    println!("view: setup took {set_up_s:.1} s, the build {build_s:.1} s; starting the viewer");

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
    let start = Instant::now();
    match run(&[&["render"], arguments, &["--force", "-o", path]].concat())? {
        0 => println!("view: drew {path} in {:.1} s", start.elapsed().as_secs_f64()),
        code => process::exit(code),
    }
    Ok(())
}

fn print_help() {
    println!(
        "usage: cargo xtask view [--no-setup] [VIEWER ARGUMENTS]\n\n\
         Sets up the machine, builds the viewer and opens it, by default with the walking figure. Without a display,\n\
         draws its first picture to a file.\n\n\
         \x20 --no-setup    do not install missing drivers and libraries\n\n\
         `cargo xtask view -- --help` builds the viewer and shows its own arguments."
    );
}

/// Returns a message about the build, with an estimate of its duration. `was_built` states whether an earlier build exists.
fn announcement(was_built: bool, processors: usize) -> String {
    if was_built {
        return String::from("building what has changed, usually in seconds");
    }
    // Measured: 180 s of CPU time that several processors share, and 20 s that they cannot share.
    let minutes = ((180 / processors.max(1) + 50) / 60).max(1);
    format!(
        "building the viewer for the first time, about 200 crates: {minutes} min on {processors} processors; later builds take seconds"
    )
}

fn was_built(target: &Path) -> bool {
    let has_profile = |folder: PathBuf| folder.join("view/deps").is_dir();
    let below = fs::read_dir(target).into_iter().flatten().flatten();
    has_profile(target.to_owned()) || below.map(|entry| entry.path()).any(has_profile)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn announces_the_time_of_the_first_build() {
        for (processors, expected) in [(1, "3 min on 1 "), (2, "2 min on 2 "), (64, "1 min on 64 ")] {
            assert!(announcement(false, processors).contains(expected), "{processors}");
        }
        assert!(announcement(true, 2).contains("what has changed"));
    }

    #[test]
    fn detects_an_earlier_build() {
        let target = env::temp_dir().join(format!("xtask-view-{}", process::id()));
        assert!(!was_built(&target), "there is no such folder");
        for profile in ["debug/deps", "view/deps", "x86_64-unknown-linux-musl/view/deps"] {
            fs::create_dir_all(target.join(profile)).unwrap();
            assert_eq!(was_built(&target), !profile.starts_with("debug"), "{profile}");
            if profile.starts_with("view") {
                fs::remove_dir_all(target.join("view")).unwrap();
            }
        }
        fs::remove_dir_all(target).unwrap();
    }
}
