//! Project commands: `cargo xtask COMMAND`.

#![forbid(unsafe_code)]

mod bench;
mod cargo;
mod check;
mod desktop;
mod dist;
mod engines;
mod examples;
mod failure;
mod files;
mod fuzz;
mod generated;
mod layer;
mod nightly;
mod play;
mod python;
mod setup;
mod test;
mod view;
mod windows;

use std::env;
use std::process::ExitCode;

use failure::Failure;

const HELP: &str = "\
usage: cargo xtask COMMAND

  view [--no-setup] [VIEWER ARGUMENTS]
      set up the machine and open the viewer; without a display, draw its first picture to a file
  test [--no-setup] [--driver FILE] [CARGO TEST ARGUMENTS]
      set up the machine and run all tests; with --driver, the tests of the renderer and of the window with the Vulkan
      driver of this JSON file, such as vk_swiftshader_icd.json
  check [--all [REVISION]]
      check formatting, lints, documentation and generated files; with --all, also single libraries, other systems, fuzz
      targets, dependencies, packages, the shader compiler, and the public items that changed since REVISION, by default
      since the last tag
  ci
      run check and test, which every change must pass
  fuzz [SECONDS] [CRATE...]
      run the coverage-guided fuzz targets of all crates, or of the named ones; by default for ten minutes in total
  soak [MINUTES] [SEED]
      test that random edits are never lost; then test the window with random input, sizes and files, by default for ten minutes
  screenshots [FOLDER] [SCALE]
      take the README's screenshots on a virtual display
  book [--check]
      draw the pictures of the book in docs/book, or check that they are current; both also test its links and programs
  bench [MODEL] [SECONDS]
      measure loading, posing and drawing a model, by default the project's own, next to a copy of memory
  dist [--target x86_64-pc-windows-gnu]
      build a release and pack it as an archive for Linux, or for Windows
  windows
      build the programs for Windows, and run their commands and tests with Wine
  engines [web] [bevy]
      build the examples for the web and for Bevy, and test them in a browser and on a virtual display
  play [darkplaces] [openarena]
      install free engines, show models of this project in them, and examine their pictures and logs
  python [--target TARGET]
      build the Python module, install it in a virtual environment, and test it
  blender [--test | --target TARGET]
      pack the extension for Blender; with --test, run its tests in three versions of Blender's Python module
  setup
      install the libraries and programs that the viewer and the tests need (on Debian and Ubuntu; elsewhere print the
      command)
  install-desktop [--prefix FOLDER] [--uninstall]
      add the viewer to menus and file managers, with icon, file type and thumbnails; by default below ~/.local
  build-shaders [--check]
      compile the renderer's GLSL to the committed SPIR-V, or check that it is up to date
  build-assets [--check]
      generate the project's models, skins and floor, or check that they are up to date
";

type Run = fn(&[String]) -> Result<(), Failure>;

fn command(name: &str) -> Option<Run> {
    let run: Run = match name {
        "view" => view::view,
        "test" => test::test,
        "check" => check::check,
        "ci" => ci,
        "fuzz" => fuzz::fuzz,
        "soak" => examples::soak,
        "screenshots" => examples::screenshots,
        "book" => examples::book,
        "bench" => bench::bench,
        "dist" => dist::dist,
        "windows" => windows::windows,
        "engines" => engines::engines,
        "play" => play::play,
        "python" => python::python,
        "blender" => python::blender,
        "setup" => |_| setup::setup(setup::Purpose::Test),
        "install-desktop" => desktop::install_desktop,
        "build-shaders" => generated::build_shaders,
        "build-assets" => generated::build_assets,
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
            eprintln!("xtask: unknown command \"{}\"\n", name.escape_debug());
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
    fn every_command_of_the_help_exists() {
        let names = HELP.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
        for name in names.filter(|name| !name.is_empty()) {
            assert!(command(name).is_some(), "{name}");
        }
    }
}
