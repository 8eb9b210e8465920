//! Installs the libraries and programs that the viewer and the tests need.

mod install;
mod needs;
mod node;
mod probe;

pub(crate) use needs::Purpose;
pub(crate) use probe::program;

use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Installs missing packages. If this is not possible, the error contains the packages and the command to install them.
pub(crate) fn setup(purpose: Purpose) -> Result<(), Failure> {
    packages(purpose)?;
    if purpose == Purpose::Test { node::install_validator() } else { Ok(()) }
}

fn packages(purpose: Purpose) -> Result<(), Failure> {
    if !cfg!(target_os = "linux") {
        println!("setup: nothing to install on this system, which should have a Vulkan driver");
        return Ok(());
    }
    let missing = needs::missing(purpose);
    if missing.is_empty() {
        println!("setup: nothing is missing");
        return Ok(());
    }
    install::install(&missing)?;
    match needs::missing(purpose)[..] {
        [] => Ok(()),
        ref missing => Err(format!("installed, but not found: {}", install::names(missing, needs::DEBIAN))),
    }
}

/// Installs the packages of missing programs, and returns whether all programs are there then. Each row is a program and its Debian package.
pub(crate) fn install_programs(programs: &[(&'static str, &'static str)]) -> bool {
    let is_there = |(name, _): &(&str, &str)| game_program(name).is_some();
    let missing: Vec<needs::Need> =
        programs.iter().filter(|row| !is_there(row)).map(|row| needs::Need::program(row.0, row.1)).collect();
    let missing: Vec<_> = missing.iter().collect();
    missing.is_empty() || install::install(&missing).is_ok() && programs.iter().all(is_there)
}

/// Returns the path of a program, or of a game, which Debian installs outside of the usual folders.
pub(crate) fn game_program(name: &str) -> Option<PathBuf> {
    program(name).or_else(|| Some(Path::new("/usr/games").join(name)).filter(|path| path.is_file()))
}

/// Removes `--no-setup` from a command's arguments before `--`. Returns the other arguments, and whether the setup may run.
pub(crate) fn split_no_setup(arguments: &[String]) -> (Vec<String>, bool) {
    let ours = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    let (ours, rest) = arguments.split_at(ours);
    let others: Vec<String> = ours.iter().filter(|argument| *argument != "--no-setup").cloned().collect();
    let may_set_up = others.len() == ours.len();
    ([others.as_slice(), rest].concat(), may_set_up)
}

pub(crate) fn is_ready(purpose: Purpose) -> bool {
    !cfg!(target_os = "linux") || needs::missing(purpose).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_no_setup_only_before_the_dashes() {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let ask = |arguments: &[&str]| split_no_setup(&words(arguments));
        assert_eq!(ask(&["a.md2"]), (words(&["a.md2"]), true));
        assert_eq!(ask(&["--no-setup", "a.md2"]), (words(&["a.md2"]), false));
        assert_eq!(ask(&["--", "--no-setup"]), (words(&["--", "--no-setup"]), true));
    }
}
