//! `cargo xtask view`: the viewer in a window, or its first picture in a file.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::time::Instant;
use std::{env, fs, thread};

use crate::failure::Failure;
use crate::setup::Purpose;
use crate::{cargo, files, setup};

/// The viewer's exit code when there is no display to open a window on.
const NO_DISPLAY: i32 = 3;
/// The variables that name a Wayland compositor.
const WAYLAND: [&str; 2] = ["WAYLAND_DISPLAY", "WAYLAND_SOCKET"];

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
        println!("view: looking for what a window and a picture need (--no-setup goes on without)");
        set_up()?;
    }
    let set_up_s = start.elapsed().as_secs_f64();

    println!("view: {}", announcement(was_built(&cargo::target_dir()?), processors()));
    let start = Instant::now();
    cargo::run(&mut viewer("build"))?;
    let build_s = start.elapsed().as_secs_f64();
    println!("view: setup took {set_up_s:.1} s, the build {build_s:.1} s; starting the viewer");

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
    files::make_folder(&folder)?;
    let picture = folder.join("md2-viewer.png");
    let path = picture.to_str().ok_or_else(|| format!("{}: not in UTF-8", picture.display()))?;
    println!("view: there is no display here; drawing a picture instead");
    let start = Instant::now();
    match run(&[&["render"], arguments, &["--force", "-o", path]].concat())? {
        0 => println!("view: drawn in {:.1} s; the picture is in {path}", start.elapsed().as_secs_f64()),
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

/// What the build will do, and about how long that takes where nothing else runs.
fn announcement(was_built: bool, processors: usize) -> String {
    if was_built {
        return String::from("building what has changed since the last time: seconds, mostly");
    }
    // Measured: 220 s of processor time, of which the last crates do not share their part.
    let minutes = match 220 / processors.max(1) + 20 {
        0..=45 => String::from("less than a minute"),
        46..=90 => String::from("about a minute"),
        seconds => format!("about {} minutes", (seconds + 30) / 60),
    };
    let processors = match processors {
        0 | 1 => String::from("one processor"),
        several => format!("{several} processors"),
    };
    format!(
        "building the viewer for the first time, some two hundred crates: {minutes} on {processors}, more on a busy \
         machine, and seconds from then on"
    )
}

/// Whether the viewer's profile was built before, for this machine or for a target that the user has configured.
fn was_built(target: &Path) -> bool {
    let has_profile = |folder: PathBuf| folder.join("view/deps").is_dir();
    let below = fs::read_dir(target).into_iter().flatten().flatten();
    has_profile(target.to_owned()) || below.map(|entry| entry.path()).any(has_profile)
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Cargo's `command` for the viewer, in the current folder: against it the arguments' paths are meant.
fn viewer(command: &str) -> Command {
    let mut cargo = cargo::cargo();
    if let Ok(folder) = env::current_dir() {
        cargo.current_dir(folder);
    }
    cargo.args([command, "--profile", "view", "--package", "md2-viewer", "--manifest-path"]);
    cargo.arg(cargo::root().join("Cargo.toml"));
    // Half a minute of a processor, for windows that could not be opened here.
    if cfg!(target_os = "linux") && !WAYLAND.into_iter().any(is_set) {
        cargo.args(["--no-default-features", "--features", "x11"]);
    }
    cargo
}

/// Whether a variable is there and not empty.
fn is_set(name: &str) -> bool {
    env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// Sets up for a window where there may be one. What only a window needs may be lacking: a picture is better than
/// nothing.
fn set_up() -> Result<(), Failure> {
    // Only on Linux does a variable tell; other systems always have a display.
    let has_display = !cfg!(target_os = "linux") || is_set("DISPLAY") || WAYLAND.into_iter().any(is_set);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_build_is_announced_with_its_time() {
        let told = |processors| announcement(false, processors);
        assert!(told(1).contains("about 4 minutes on one processor,"), "{}", told(1));
        assert!(told(2).contains("about 2 minutes on 2 processors,"), "{}", told(2));
        assert!(told(4).contains("about a minute on 4 processors,"), "{}", told(4));
        assert!(told(64).contains("less than a minute on 64 processors,"), "{}", told(64));
        assert!(announcement(true, 2).contains("what has changed"));
    }

    #[test]
    fn an_earlier_build_is_seen_where_cargo_leaves_it() {
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
