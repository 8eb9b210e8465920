//! Runs cargo on the workspace.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::{env, io};

use crate::failure::Failure;

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Returns cargo's build folder, which contains this program. The user may have configured another folder than `target`.
pub(crate) fn target_dir() -> Result<PathBuf, Failure> {
    let program = env::current_exe().map_err(|error| format!("this program's path: {error}"))?;
    let folder = program.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file());
    folder.map(Path::to_owned).ok_or_else(|| format!("{} is not in a build folder", program.display()))
}

pub(crate) fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    let status = status(command)?;
    if status.success() { Ok(()) } else { Err(format!("{}: {status}", describe(command))) }
}

pub(crate) fn status(command: &mut Command) -> Result<ExitStatus, Failure> {
    command.status().map_err(|error| not_started(command, &error))
}

pub(crate) fn output(command: &mut Command) -> Result<Vec<u8>, Failure> {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| not_started(command, &error))?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(format!("{}: {}", describe(command), output.status))
    }
}

fn not_started(command: &Command, error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::NotFound {
        return format!("the program {} is not installed", command.get_program().display());
    }
    format!("{}: {error}", describe(command))
}

/// Whether cargo succeeds with these arguments. The output of cargo is hidden.
pub(crate) fn succeeds(arguments: &[&str]) -> bool {
    succeeds_in(root(), arguments)
}

/// Whether cargo succeeds in a folder. The output of cargo is hidden.
pub(crate) fn succeeds_in(folder: &Path, arguments: &[&str]) -> bool {
    let mut command = cargo();
    command.args(arguments).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    status(&mut command).is_ok_and(|status| status.success())
}

pub(crate) fn rustc() -> Command {
    Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// Whether the standard library of a target is installed, or `core` if it has no standard library.
pub(crate) fn is_installed(target: &str) -> bool {
    let mut rustc = rustc();
    rustc.args(["--print", "target-libdir", "--target", target]).current_dir(root());
    rustc.output().is_ok_and(|output| {
        output.status.success() && Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir()
    })
}

/// Returns the platform for which the compiler builds by default.
pub(crate) fn host() -> Result<String, Failure> {
    let text = output(rustc().arg("-vV"))?;
    let text = String::from_utf8_lossy(&text);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc -vV: no host in the output".to_owned())
}

/// Builds and runs a tool package in `xtask/`. It uses the same profile as the tests, so that dependencies are built once.
pub(crate) fn tool(package: &str, arguments: &[String]) -> Result<(), Failure> {
    run(cargo().args(["run", "--quiet", "--package", package, "--all-features", "--"]).args(arguments))
}

pub(crate) fn describe(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Prints that some checks were not made, and returns success. `what` names the checks, and `why` gives the reason.
pub(crate) fn not_checked(what: &str, why: &str) -> Result<(), Failure> {
    println!("check: NOT CHECKED: {what}, because {why}");
    Ok(())
}

pub(crate) fn step(name: &str, arguments: &[&str]) -> Result<(), Failure> {
    println!("check: {name}");
    run(cargo().args(arguments))
}
