//! Running cargo in the workspace.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use crate::Failure;

/// The workspace's root folder.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// The folder that cargo builds in, where commands may leave what they make.
pub(crate) fn target_dir() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// Cargo, to be run in the workspace's root.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Runs a command that shows its own output; an error tells how it ended.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    let status = status(command)?;
    if status.success() { Ok(()) } else { Err(format!("{}: {status}", describe(command))) }
}

/// Runs a command to its end and gives its exit status.
pub(crate) fn status(command: &mut Command) -> Result<ExitStatus, Failure> {
    command.status().map_err(|error| format!("{}: {error}", describe(command)))
}

/// Builds and runs one of the tool packages under `xtask/`, in the profile whose builds the tests share.
pub(crate) fn tool(package: &str, arguments: &[String]) -> Result<(), Failure> {
    run(cargo().args(["run", "--quiet", "--package", package, "--"]).args(arguments))
}

/// The command as one would type it.
pub(crate) fn describe(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
