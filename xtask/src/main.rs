//! Project commands: `cargo xtask COMMAND`.

#![forbid(unsafe_code)]

mod alone;
mod bench;
mod cargo;
mod check;
mod deny;
mod desktop;
mod dist;
mod examples;
mod failure;
mod files;
mod fuzz;
mod layer;
mod release;
mod setup;
mod test;
mod view;

use std::env;
use std::process::ExitCode;

use failure::Failure;

/// The text that `cargo xtask help` prints: every command with its arguments and its purpose.
const HELP: &str = "\
usage: cargo xtask COMMAND

  view [--no-setup] [VIEWER ARGUMENTS]
      set up what is missing, then open the viewer, or without a display draw its first picture to a file
  test [--no-setup] [CARGO TEST ARGUMENTS]
      set up what is missing, then run every test
  check
      formatting, lints, libraries by themselves, documentation, generated files: everything the tests do not look at
  ci
      check, then test: what a change must pass
  fuzz [SECONDS] [CRATE...]
      run the coverage-guided fuzz targets of all crates, or of those named; ten minutes in all
  soak [MINUTES] [SEED] | changes [ROUNDS]
      leave a window to chance for ten minutes: input, sizes and files at random, then count what it holds; or go through so many `changes`
  release --check [--build]
      say what is missing for a release; with --build also build the libraries from their packages
  screenshots [FOLDER] [SCALE]
      take the README's pictures of the window, on a virtual display
  bench [MODEL] [SECONDS]
      time loading, posing and drawing a model, or the project's own, beside a copy of memory, and print a table
  dist
      build the release and pack it: an archive with manual pages and completions, and a package for Debian
  setup
      install what viewer and tests need beyond the Rust toolchain (Debian and Ubuntu; elsewhere: say how)
  install-desktop [--prefix FOLDER] [--uninstall]
      tell menus and file managers of the viewer, below ~/.local: icon, file type, thumbnails; or take it back
  build-shaders [--check]
      compile the renderer's GLSL to the committed SPIR-V, or check that it is up to date
  build-assets [--check]
      generate the project's models, skins and floor, or check that they are up to date
";

/// A function that runs a command with its arguments.
type Run = fn(&[String]) -> Result<(), Failure>;

/// Returns the function that runs a command of [`HELP`].
fn command(name: &str) -> Option<Run> {
    let run: Run = match name {
        "view" => view::view,
        "test" => test::test,
        "check" => check::check,
        "ci" => ci,
        "fuzz" => fuzz::fuzz,
        "soak" => examples::soak,
        "release" => release::release,
        "screenshots" => examples::screenshots,
        "bench" => bench::bench,
        "dist" => dist::dist,
        "setup" => |_| setup::setup(setup::Purpose::Test),
        "install-desktop" => desktop::install_desktop,
        "build-shaders" => |arguments| cargo::tool("build-shaders", arguments),
        "build-assets" => |arguments| cargo::tool("build-assets", arguments),
        _ => return None,
    };
    Some(run)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let name = arguments.first().map_or("", String::as_str);
    let Some(run) = command(name) else {
        if ["help", "--help", "-h"].contains(&name) {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        if !arguments.is_empty() {
            eprintln!("xtask: there is no command \"{}\"\n", name.escape_debug());
        }
        eprint!("{HELP}");
        return ExitCode::from(2);
    };
    match run(&arguments[1..]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask {name}: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn ci(arguments: &[String]) -> Result<(), Failure> {
    check::check(&[])?;
    test::test(arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_the_help_runs() {
        let names = HELP.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
        for name in names.filter(|name| !name.is_empty()) {
            assert!(command(name).is_some(), "{name}");
        }
    }
}
