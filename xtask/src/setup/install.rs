//! Installs packages with the machine's package manager, or prints the command.

use std::io::{IsTerminal, stdin};
use std::process::{Command, Stdio};
use std::time::Instant;

use super::needs::{ALPINE, ARCH, DEBIAN, FEDORA, Need};
use super::probe::program;
use crate::cargo;
use crate::failure::Failure;

pub(super) struct Manager {
    program: &'static str,
    refresh: &'static [&'static str],
    install: &'static [&'static str],
    /// The index of this manager's distribution among the package names of a [`Need`].
    distribution: usize,
    /// Whether this program may run the package manager. Otherwise, it only prints the command for the user.
    is_automatic: bool,
}

const MANAGERS: &[Manager] = &[
    Manager {
        program: "apt-get",
        refresh: &["update", "-qq"],
        install: &["install", "-y", "-qq", "--no-install-recommends"],
        distribution: DEBIAN,
        is_automatic: true,
    },
    Manager {
        program: "dnf",
        refresh: &[],
        install: &["install"],
        distribution: FEDORA,
        is_automatic: false,
    },
    Manager {
        program: "pacman",
        refresh: &[],
        install: &["-S", "--needed"],
        distribution: ARCH,
        is_automatic: false,
    },
    Manager { program: "apk", refresh: &[], install: &["add"], distribution: ALPINE, is_automatic: false },
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rights {
    Root,
    Sudo,
    SudoWithPassword,
}

impl Manager {
    pub(super) fn detect() -> Option<&'static Self> {
        MANAGERS.iter().find(|manager| program(manager.program).is_some())
    }

    pub(super) fn packages(&self, missing: &[&Need]) -> Vec<&'static str> {
        names(missing, self.distribution)
    }

    /// Installs the packages for missing needs. If this is not possible, the error contains the command.
    pub(super) fn install(&self, missing: &[&Need]) -> Result<(), Failure> {
        let packages = self.packages(missing);
        let Some(rights) = Rights::detect().filter(|_| self.is_automatic) else {
            return Err(self.advice(&packages));
        };
        println!("setup: missing: {}", packages.join(" "));
        if rights == Rights::SudoWithPassword {
            println!("setup: sudo may ask for your password (--no-setup skips this step)");
        }
        if !self.refresh.is_empty() {
            println!("setup: {} updates its list of packages, which takes up to a minute", self.program);
            cargo::run(self.command(rights).args(self.refresh))?;
        }
        println!("setup: {} downloads and installs the packages, which takes a minute or two", self.program);
        let start = Instant::now();
        cargo::run(self.command(rights).args(self.install).args(&packages).stdout(Stdio::null()))?;
        println!("setup: installed in {:.0} s", start.elapsed().as_secs_f64());
        Ok(())
    }

    fn advice(&self, packages: &[&str]) -> Failure {
        let line = self.line(packages);
        format!("missing packages: {}\ninstall them with:\n\n    {line}\n", packages.join(" "))
    }

    fn line(&self, packages: &[&str]) -> String {
        let words = self.install.iter().filter(|word| !matches!(**word, "-y" | "-qq"));
        let words = ["sudo", self.program].into_iter().chain(words.copied()).chain(packages.iter().copied());
        words.collect::<Vec<_>>().join(" ")
    }

    fn command(&self, rights: Rights) -> Command {
        let words: &[&str] = match rights {
            Rights::Root => &["env"],
            Rights::Sudo => &["sudo", "-n", "env"],
            Rights::SudoWithPassword => &["sudo", "env"],
        };
        let mut command = Command::new(words[0]);
        command.args(&words[1..]);
        command.args(["DEBIAN_FRONTEND=noninteractive", self.program]);
        command
    }
}

impl Rights {
    fn detect() -> Option<Self> {
        let output = |program: &str, arguments: &[&str]| {
            let output = Command::new(program).args(arguments).stderr(Stdio::null()).output().ok()?;
            output.status.success().then_some(output.stdout)
        };
        if output("id", &["-u"])?.trim_ascii() == b"0" {
            return Some(Self::Root);
        }
        if output("sudo", &["-n", "true"]).is_some() {
            return Some(Self::Sudo);
        }
        (program("sudo").is_some() && stdin().is_terminal()).then_some(Self::SudoWithPassword)
    }
}

/// Returns the packages for missing needs, without duplicates. `distribution` is the index of the distribution among the names of a
/// [`Need`].
pub(super) fn names(missing: &[&Need], distribution: usize) -> Vec<&'static str> {
    let mut names: Vec<_> = missing.iter().map(|need| need.package(distribution)).collect();
    // In the table, needs with the same package are adjacent.
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::needs::NEEDS;

    #[test]
    fn the_advice_contains_the_install_command() {
        let needs: Vec<_> = NEEDS.iter().take(4).collect();
        let line = |program: &str| {
            let manager = MANAGERS.iter().find(|manager| manager.program == program).unwrap();
            manager.line(&manager.packages(&needs))
        };
        assert_eq!(
            line("apt-get"),
            "sudo apt-get install --no-install-recommends libvulkan1 mesa-vulkan-drivers libx11-6 libx11-xcb1"
        );
        let apt = &MANAGERS[0];
        assert_eq!(
            apt.advice(&apt.packages(&needs[..2])),
            "missing packages: libvulkan1 mesa-vulkan-drivers\ninstall them with:\n\n    \
             sudo apt-get install --no-install-recommends libvulkan1 mesa-vulkan-drivers\n"
        );
        // One package of Arch Linux contains both X11 libraries.
        assert_eq!(line("pacman"), "sudo pacman -S --needed vulkan-icd-loader vulkan-swrast libx11");
    }
}
