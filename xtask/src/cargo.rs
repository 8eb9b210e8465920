//! Runs cargo on the workspace.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::{env, io};

use crate::failure::Failure;

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Returns cargo's build folder. Asks cargo for the folder, since the user may have configured another one.
pub(crate) fn target_dir() -> Result<PathBuf, Failure> {
    let mut command = cargo();
    command.args(["metadata", "--no-deps", "--format-version", "1"]);
    let answer = output(&mut command)?;
    let mut folders = json_strings(&String::from_utf8_lossy(&answer), "target_directory");
    folders
        .pop()
        .map(PathBuf::from)
        .ok_or_else(|| format!("{}: no target_directory in the output", describe(&command)))
}

/// Returns the strings with this key, anywhere in the JSON that cargo prints.
pub(crate) fn json_strings(json: &str, key: &str) -> Vec<String> {
    let start = format!("\"{key}\":\"");
    json.split(&start).skip(1).filter_map(json_string).collect()
}

/// Returns the string that begins after a quotation mark and ends at the next one.
fn json_string(rest: &str) -> Option<String> {
    let mut text = String::new();
    let mut characters = rest.chars();
    loop {
        match characters.next()? {
            '"' => return Some(text),
            // Other forms of escapes are for control characters only, which paths do not contain.
            '\\' => text.push(characters.next()?),
            other => text.push(other),
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_strings_from_cargos_json() {
        let answer = r#"{"packages":[{"path":"a"},{"path":"b"}],"folder":"C:\\a \"b\"\\target","version":1}"#;
        assert_eq!(json_strings(answer, "folder"), [r#"C:\a "b"\target"#]);
        assert_eq!(json_strings(answer, "path"), ["a", "b"]);
        assert!(json_strings(r#"{"folder":"/cut"#, "folder").is_empty());
        assert!(json_strings("{}", "folder").is_empty());
    }

    #[test]
    fn cargo_reports_its_build_folder() {
        assert!(target_dir().expect("cargo runs the tests").is_absolute());
    }
}
