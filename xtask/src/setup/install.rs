//! The machine's package manager: what it would be told, and telling it where that may be done.

use std::io::{IsTerminal, stdin};
use std::process::{Command, Stdio};
use std::time::Instant;

use super::needs::{ALPINE, ARCH, DEBIAN, FEDORA, Need};
use super::probe::program;
use crate::cargo;
use crate::failure::Failure;

pub(super) struct Manager {
    program: &'static str,
    /// What to tell it before the first package, so that it knows what there is.
    refresh: &'static [&'static str],
    /// What to tell it before the packages' names.
    install: &'static [&'static str],
    /// Its place in [`Need`].
    distribution: usize,
    /// Whether it is told by us, or by the user, who knows the distribution better than we do.
    is_tried: bool,
}

const MANAGERS: &[Manager] = &[
    Manager {
        program: "apt-get",
        refresh: &["update", "-qq"],
        install: &["install", "-y", "-qq", "--no-install-recommends"],
        distribution: DEBIAN,
        is_tried: true,
    },
    Manager { program: "dnf", refresh: &[], install: &["install"], distribution: FEDORA, is_tried: false },
    Manager {
        program: "pacman",
        refresh: &[],
        install: &["-S", "--needed"],
        distribution: ARCH,
        is_tried: false,
    },
    Manager { program: "apk", refresh: &[], install: &["add"], distribution: ALPINE, is_tried: false },
];

/// Who runs a package manager.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rights {
    Root,
    /// `sudo` asks for nothing.
    Sudo,
    /// `sudo` asks for the password, and there is a terminal to type it into.
    SudoWithPassword,
}

impl Manager {
    /// The one that this machine has.
    pub(super) fn of_this_machine() -> Option<&'static Self> {
        MANAGERS.iter().find(|manager| program(manager.program).is_some())
    }

    /// The packages that bring what is missing, each once.
    pub(super) fn packages(&self, missing: &[&Need]) -> Vec<&'static str> {
        names(missing, self.distribution)
    }

    /// Installs what is missing, or says in one line how to.
    pub(super) fn install(&self, missing: &[&Need]) -> Result<(), Failure> {
        let packages = self.packages(missing);
        let Some(rights) = Rights::of_this_user().filter(|_| self.is_tried) else {
            return Err(self.advice(&packages));
        };
        println!("setup: missing here: {}", packages.join(" "));
        if rights == Rights::SudoWithPassword {
            println!("setup: sudo may ask for your password (--no-setup goes on without)");
        }
        if !self.refresh.is_empty() {
            println!("setup: {} asks what there is, which takes up to a minute", self.program);
            cargo::run(self.command(rights).args(self.refresh))?;
        }
        // The largest is the driver of a machine without a graphics card.
        println!("setup: {} fetches and installs, a minute or two by a common connection", self.program);
        let start = Instant::now();
        cargo::run(self.command(rights).args(self.install).args(&packages).stdout(Stdio::null()))?;
        println!("setup: installed in {:.0} s", start.elapsed().as_secs_f64());
        Ok(())
    }

    /// What to tell a user who may not install packages from here.
    fn advice(&self, packages: &[&str]) -> Failure {
        let line = self.line(packages);
        format!("missing on this machine: {}\ninstall them with:\n\n    {line}\n", packages.join(" "))
    }

    /// What a user would type.
    fn line(&self, packages: &[&str]) -> String {
        let words = self.install.iter().filter(|word| !matches!(**word, "-y" | "-qq"));
        let words = ["sudo", self.program].into_iter().chain(words.copied()).chain(packages.iter().copied());
        words.collect::<Vec<_>>().join(" ")
    }

    fn command(&self, rights: Rights) -> Command {
        let mut command = Command::new(if rights == Rights::Root { "env" } else { "sudo" });
        match rights {
            Rights::Root => {}
            Rights::Sudo => {
                command.args(["-n", "env"]);
            }
            Rights::SudoWithPassword => {
                command.arg("env");
            }
        }
        command.args(["DEBIAN_FRONTEND=noninteractive", self.program]);
        command
    }
}

impl Rights {
    fn of_this_user() -> Option<Self> {
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

/// The packages that bring what is missing, each once, as one family of distributions names them.
pub(super) fn names(missing: &[&Need], distribution: usize) -> Vec<&'static str> {
    let mut names: Vec<_> = missing.iter().map(|need| need.package(distribution)).collect();
    // Some bring several; these stand together in the table.
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::needs::NEEDS;

    #[test]
    fn the_line_to_copy_is_one_that_a_user_would_type() {
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
            "missing on this machine: libvulkan1 mesa-vulkan-drivers\ninstall them with:\n\n    \
             sudo apt-get install --no-install-recommends libvulkan1 mesa-vulkan-drivers\n"
        );
        // One package there holds both X11 libraries.
        assert_eq!(line("pacman"), "sudo pacman -S --needed vulkan-icd-loader vulkan-swrast libx11");
    }
}
