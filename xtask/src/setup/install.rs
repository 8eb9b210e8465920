//! Installs packages with apt-get, or prints the command of another package manager.

use std::process::{Command, Stdio};

use super::needs::{ALPINE, ARCH, DEBIAN, FEDORA, Need};
use super::probe::program;
use crate::cargo;
use crate::failure::Failure;

/// The package managers, each with its command and the index of its distribution among the package names of a [`Need`].
const MANAGERS: [(&str, &str, usize); 4] = [
    ("apt-get", "apt-get install --no-install-recommends", DEBIAN),
    ("dnf", "dnf install", FEDORA),
    ("pacman", "pacman -S --needed", ARCH),
    ("apk", "apk add", ALPINE),
];

/// Installs the packages for missing needs with apt-get. If this is not possible, the error contains the command of the machine's package
/// manager.
pub(super) fn install(missing: &[&Need]) -> Result<(), Failure> {
    let found = MANAGERS.iter().find(|(manager, ..)| program(manager).is_some());
    let Some(&(manager, command, distribution)) = found else {
        return Err(format!("missing packages, by their Debian names: {}", names(missing, DEBIAN)));
    };
    let packages = names(missing, distribution);
    let is_root =
        Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    if manager != "apt-get" || !(is_root || program("sudo").is_some()) {
        return Err(format!("missing packages; install them with:\n\n    sudo {command} {packages}\n"));
    }
    println!("setup: missing: {packages}");
    println!("setup: apt-get installs the packages, which takes minutes (--no-setup skips this step)");
    let apt = |arguments: &str| {
        let words = ["sudo", "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
        let words = &words[usize::from(is_root)..];
        let mut command = Command::new(words[0]);
        cargo::run(command.args(&words[1..]).args(arguments.split(' ')).stdout(Stdio::null()))
    };
    apt("update -qq")?;
    apt(&format!("install -y -qq --no-install-recommends {packages}"))
}

/// Returns the packages for missing needs, separated by spaces and without duplicates. `distribution` is the index of the distribution
/// among the names of a [`Need`].
pub(super) fn names(missing: &[&Need], distribution: usize) -> String {
    let mut names: Vec<_> = missing.iter().map(|need| need.package(distribution)).collect();
    // In the table, needs with the same package are adjacent.
    names.dedup();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::needs::NEEDS;

    #[test]
    fn packages_have_the_names_of_a_distribution() {
        let needs: Vec<_> = NEEDS.iter().take(4).collect();
        assert_eq!(names(&needs, DEBIAN), "libvulkan1 mesa-vulkan-drivers libx11-6 libx11-xcb1");
        // One package of Arch Linux contains both X11 libraries.
        assert_eq!(names(&needs, ARCH), "vulkan-icd-loader vulkan-swrast libx11");
    }
}
