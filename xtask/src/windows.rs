//! `cargo xtask windows`: builds the programs for Windows, and runs them with Wine.
//!
//! Wine needs a display for Vulkan, which `xvfb-run` provides. The environment variable `WINE` names another program than `wine`.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::files::{copy, entries, make_folder, name, remove_folder};
use crate::{cargo, setup};

const TARGET: &str = "x86_64-pc-windows-gnu";
const LINKER: &str = "x86_64-w64-mingw32-gcc";
/// The first version of Wine with the random numbers that Rust's standard library needs.
const WINE_VERSION: u32 = 9;

/// The packages whose tests run with Wine.
const TESTED: [&str; 5] = ["md2-format", "md2-anim", "md2-assets", "md2-scene", "md2-tool"];

/// The tests of the window that do not run with Wine: they compare drivers, or measure the process.
const SKIPPED_TESTS: [&str; 3] = ["drivers::", "playing::", "soak::"];

/// Commands that must succeed, in a folder with the project's figure in the folder `wanderer`.
const COMMANDS: &[&str] = &[
    r"md2 info wanderer\tris.md2",
    r"md2 info --brief wanderer\*.md2",
    r"md2 check --engine yquake2 wanderer\tris.md2",
    r"md2 edit wanderer\tris.md2 --rename run=sprint -o edited.md2",
    // `diff` fails if the models differ.
    r"md2 diff edited.md2 .\EDITED.MD2",
    r"md2 repair edited.md2 -o repaired.md2",
    r"md2 catalog wanderer\ -o catalog",
    r"md2 export wanderer\tris.md2 -o hero.glb",
    r"md2 import hero.glb -o hero.md2",
    r"md2 convert wanderer\tris.md2 -o hero.mdl",
    r"md2 enhance wanderer\weapon.md2 -o mod",
    r"md2 contact-sheet wanderer\tris.md2 -o sheet.png",
    r"md2 thumbnail wanderer\tris.md2 -o thumbnail.png",
    r"md2-viewer render wanderer\tris.md2 -o picture.png --sequence run --time 0.35 --size 320x180",
    r"md2-viewer render wanderer\tris.md2 -o walk.gif --animate --sequence walk --size 64x64",
];

pub(crate) fn windows(arguments: &[String]) -> Result<(), Failure> {
    if let Some(argument) = arguments.first() {
        return Err(format!("unexpected argument \"{}\"", argument.escape_debug()));
    }
    let wine = env::var_os("WINE").unwrap_or_else(|| "wine".into());
    if let Some(reason) = obstacle(&wine) {
        return cargo::not_checked("the programs for Windows", &reason);
    }
    println!("windows: building the programs");
    cargo::run(cargo::cargo().args(["build", "--target", TARGET, "-p", "md2-viewer", "-p", "md2-tool"]))?;
    let programs = cargo::target_dir()?.join(TARGET).join("debug");
    let folder = cargo::root().join("target/windows");
    let wine = Wine { program: wine, prefix: folder.join("prefix") };
    make_folder(&wine.prefix)?;
    run_commands(&wine, &programs, &folder.join("work"))?;
    test_window(&wine, &programs, &folder.join("pictures"))?;
    println!("windows: the tests of {}", TESTED.join(", "));
    let mut tests = cargo::cargo();
    tests.args(["test", "--quiet", "--no-fail-fast", "--target", TARGET]);
    tests.args(TESTED.iter().flat_map(|package| ["-p", package])).args(["--lib", "--bins", "--tests"]);
    tests.env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER", &wine.program);
    cargo::run(wine.set_environment(&mut tests))?;
    println!("windows: all commands and tests succeeded; their files are in {}", folder.display());
    Ok(())
}

/// Returns the reason why the programs cannot be built or run here, with the command that installs what is missing.
fn obstacle(wine: &OsString) -> Option<String> {
    if !cargo::is_installed(TARGET) {
        return Some(format!("the target {TARGET} is not installed (`rustup target add {TARGET}`)"));
    }
    for (program, package) in [(LINKER, "gcc-mingw-w64-x86-64-win32"), ("xvfb-run", "xvfb xauth")] {
        if setup::program(program).is_none() {
            return Some(format!("{program} is not installed (Debian: `apt install {package}`)"));
        }
    }
    let version = Command::new(wine).arg("--version").output().ok();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    match version.as_deref().map(major_version) {
        Some(Some(version)) if version >= WINE_VERSION => None,
        found => {
            let found = found
                .flatten()
                .map_or_else(|| String::from("is not installed"), |version| format!("{version} is too old"));
            Some(format!("Wine {found}; version {WINE_VERSION} is needed (Debian 13: `apt install wine`)"))
        }
    }
}

/// Returns the major version in the output of `wine --version`, such as `wine-10.0 (Debian 10.0~repack-6)`.
fn major_version(text: &str) -> Option<u32> {
    text.trim().strip_prefix("wine-")?.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

struct Wine {
    program: OsString,
    /// The folder with Wine's drive C and registry. The user's own folder stays as it is.
    prefix: PathBuf,
}

impl Wine {
    fn set_environment<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.env("WINEPREFIX", &self.prefix).env("WINEDEBUG", "-all");
        // Without Mono and Gecko, whose installers would ask.
        command.env("WINEDLLOVERRIDES", "mscoree,mshtml=").env_remove("WAYLAND_DISPLAY")
    }
}

fn run_commands(wine: &Wine, programs: &Path, folder: &Path) -> Result<(), Failure> {
    remove_folder(folder)?;
    for file in entries(&cargo::root().join("assets/wanderer"))? {
        copy(&file, &folder.join("wanderer").join(name(&file)))?;
    }
    COMMANDS.iter().try_for_each(|line| run(wine, programs, folder, line))
}

/// Runs a program and its arguments, which are separated by single spaces.
fn run(wine: &Wine, programs: &Path, folder: &Path, line: &str) -> Result<(), Failure> {
    println!("windows: {line}");
    let mut words = line.split(' ');
    let program = programs.join(format!("{}.exe", words.next().unwrap_or_default()));
    let mut command = Command::new("xvfb-run");
    command.arg("--auto-servernum").arg(&wine.program).arg(program).args(words).current_dir(folder);
    cargo::output(wine.set_environment(&mut command)).map(drop)
}

/// Runs the tests of the window with the viewer for Windows. They compare its pictures with those of the viewer for this system, and write
/// both to `pictures`.
fn test_window(wine: &Wine, programs: &Path, pictures: &Path) -> Result<(), Failure> {
    println!("windows: the window");
    setup::setup(setup::Purpose::Test)?;
    make_folder(pictures)?;
    cargo::run(cargo::cargo().args(["build", "--package", "md2-viewer"]))?;
    let mut tests = cargo::cargo();
    tests.args(["test", "--package", "md2-tests", "--test", "window", "--"]);
    tests.args(SKIPPED_TESTS.iter().flat_map(|tests| ["--skip", tests]));
    tests.env("WINE", &wine.program).env("MD2_REQUIRE_VULKAN", "1");
    tests.env("MD2_WINDOWS_VIEWER", programs.join("md2-viewer.exe")).env("MD2_PICTURES", pictures);
    cargo::run(wine.set_environment(&mut tests))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_version_of_wine() {
        assert_eq!(major_version("wine-10.0 (Debian 10.0~repack-6)\n"), Some(10));
        assert_eq!(major_version("wine-9.0-rc1"), Some(9));
        assert_eq!(major_version("not wine"), None);
    }
}
