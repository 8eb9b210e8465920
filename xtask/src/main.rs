//! Project commands: `cargo xtask COMMAND`.

#![forbid(unsafe_code)]

mod alone;
mod bench;
mod cargo;
mod check;
mod deny;
mod desktop;
mod dist;
mod failure;
mod files;
mod fuzz;
mod layer;
mod release;
mod screenshots;
mod setup;
mod soak;
mod test;
mod view;

use std::env;
use std::process::ExitCode;

use failure::Failure;

/// A command: its name, its arguments, what it does, and the function that does it.
struct Command {
    name: &'static str,
    arguments: &'static str,
    help: &'static str,
    run: fn(&[String]) -> Result<(), Failure>,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "view",
        arguments: "[--no-setup] [VIEWER ARGUMENTS]",
        help: "set up what is missing, then open the viewer, or without a display draw its first picture to a file",
        run: view::view,
    },
    Command {
        name: "test",
        arguments: "[--no-setup] [CARGO TEST ARGUMENTS]",
        help: "set up what is missing, then run every test",
        run: test::test,
    },
    Command {
        name: "check",
        arguments: "",
        help: "formatting, lints, libraries by themselves, documentation, generated files: everything the tests do not look at",
        run: check::check,
    },
    Command { name: "ci", arguments: "", help: "check, then test: what a change must pass", run: ci },
    Command {
        name: "fuzz",
        arguments: "[SECONDS] [CRATE...]",
        help: "run the coverage-guided fuzz targets of all crates, or of those named; ten minutes in all",
        run: fuzz::fuzz,
    },
    Command {
        name: "soak",
        arguments: "[MINUTES] [SEED] | changes [ROUNDS]",
        help: "leave a window to chance for ten minutes: input, sizes and files at random, then count what it holds; or go through so many `changes`",
        run: soak::soak,
    },
    Command {
        name: "release",
        arguments: "--check [--build]",
        help: "say what is missing for a release; with --build also build the libraries from their packages",
        run: release::release,
    },
    Command {
        name: "screenshots",
        arguments: "[FOLDER] [SCALE]",
        help: "take the README's pictures of the window, on a virtual display",
        run: screenshots::screenshots,
    },
    Command {
        name: "bench",
        arguments: "[MODEL] [SECONDS]",
        help: "time loading, posing and drawing a model, or the project's own, beside a copy of memory, and print a table",
        run: bench::bench,
    },
    Command {
        name: "dist",
        arguments: "",
        help: "build the release and pack it: an archive with manual pages and completions, and a package for Debian",
        run: dist::dist,
    },
    Command {
        name: "setup",
        arguments: "",
        help: "install what viewer and tests need beyond the Rust toolchain (Debian and Ubuntu; elsewhere: say how)",
        run: |_| setup::setup(setup::Purpose::Test),
    },
    Command {
        name: "install-desktop",
        arguments: "[--prefix FOLDER] [--uninstall]",
        help: "tell menus and file managers of the viewer, below ~/.local: icon, file type, thumbnails; or take it back",
        run: desktop::install_desktop,
    },
    Command {
        name: "build-shaders",
        arguments: "[--check]",
        help: "compile the renderer's GLSL to the committed SPIR-V, or check that it is up to date",
        run: |arguments| cargo::tool("build-shaders", arguments),
    },
    Command {
        name: "build-assets",
        arguments: "[--check]",
        help: "generate the project's models, skins and floor, or check that they are up to date",
        run: |arguments| cargo::tool("build-assets", arguments),
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let command = arguments.first().and_then(|name| COMMANDS.iter().find(|command| command.name == name));
    let Some(command) = command else {
        return match arguments.first().map(String::as_str) {
            Some("help" | "--help" | "-h") => {
                print!("{}", help());
                ExitCode::SUCCESS
            }
            asked => {
                if let Some(name) = asked {
                    eprintln!("xtask: there is no command \"{}\"\n", name.escape_debug());
                }
                eprint!("{}", help());
                ExitCode::from(2)
            }
        };
    };
    match (command.run)(&arguments[1..]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask {}: {failure}", command.name);
            ExitCode::FAILURE
        }
    }
}

fn help() -> String {
    let lines = COMMANDS.iter().map(|Command { name, arguments, help, .. }| {
        let call = format!("{name} {arguments}");
        format!("  {}\n      {help}\n", call.trim_end())
    });
    format!("usage: cargo xtask COMMAND\n\n{}", lines.collect::<String>())
}

fn ci(arguments: &[String]) -> Result<(), Failure> {
    check::check(&[])?;
    test::test(arguments)
}
