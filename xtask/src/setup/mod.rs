//! What the viewer and the tests need from the machine, and how to get it.

mod install;
mod needs;
mod node;
mod probe;

use install::Manager;
pub(crate) use needs::Purpose;
pub(crate) use probe::program;

use crate::failure::Failure;

/// Installs what is missing where that can be done, otherwise says what to install and how.
pub(crate) fn setup(purpose: Purpose) -> Result<(), Failure> {
    packages(purpose)?;
    if purpose == Purpose::Test { node::install_validator() } else { Ok(()) }
}

/// The packages of the distribution.
fn packages(purpose: Purpose) -> Result<(), Failure> {
    if !cfg!(target_os = "linux") {
        println!("setup: this system is expected to bring a Vulkan driver; nothing to install");
        return Ok(());
    }
    let missing = needs::missing(purpose);
    if missing.is_empty() {
        println!("setup: everything is there");
        return Ok(());
    }
    let Some(manager) = Manager::of_this_machine() else {
        let names = install::names(&missing, needs::DEBIAN);
        return Err(format!("missing on this machine, by their Debian package names: {}", names.join(" ")));
    };
    manager.install(&missing)?;
    match needs::missing(purpose)[..] {
        [] => Ok(()),
        ref still => Err(format!("installed, and yet not found: {}", manager.packages(still).join(" "))),
    }
}

/// A command's arguments without `--no-setup`, and whether that was not among them. After `--` nothing is ours.
pub(crate) fn asked_for(arguments: &[String]) -> (Vec<String>, bool) {
    let ours = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    let (ours, rest) = arguments.split_at(ours);
    let kept: Vec<String> = ours.iter().filter(|argument| *argument != "--no-setup").cloned().collect();
    let may_set_up = kept.len() == ours.len();
    ([kept.as_slice(), rest].concat(), may_set_up)
}

/// Whether what `purpose` needs is there.
pub(crate) fn is_ready(purpose: Purpose) -> bool {
    !cfg!(target_os = "linux") || needs::missing(purpose).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_setup_is_taken_out_before_the_dashes_only() {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let ask = |arguments: &[&str]| asked_for(&words(arguments));
        assert_eq!(ask(&["a.md2"]), (words(&["a.md2"]), true));
        assert_eq!(ask(&["--no-setup", "a.md2"]), (words(&["a.md2"]), false));
        assert_eq!(ask(&["--", "--no-setup"]), (words(&["--", "--no-setup"]), true));
    }
}
