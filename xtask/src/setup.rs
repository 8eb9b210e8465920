//! What the viewer and the tests need from the machine, and how to get it.

use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use crate::{Failure, cargo};

/// What the machine is being prepared for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Opening the viewer, or drawing without a window.
    View,
    /// All tests and checks: validation layers, a virtual display, a C++ compiler for the shader compiler.
    Test,
}

/// How to tell whether something is there.
enum Probe {
    /// A shared library the loader can find.
    Library(&'static str),
    /// A program on the `PATH`.
    Program(&'static str),
    /// A file whose name begins so, in one of Vulkan's configuration folders of this name.
    VulkanManifest { folder: &'static str, prefix: &'static str },
}

/// One thing that must be there, and the Debian package that brings it.
struct Need {
    probe: Probe,
    package: &'static str,
    purpose: Purpose,
}

const NEEDS: &[Need] = {
    use Probe::{Library, Program, VulkanManifest};
    use Purpose::{Test, View};
    &[
        Need { probe: Library("libvulkan.so.1"), package: "libvulkan1", purpose: View },
        Need {
            probe: VulkanManifest { folder: "icd.d", prefix: "" },
            package: "mesa-vulkan-drivers",
            purpose: View,
        },
        Need { probe: Library("libX11.so.6"), package: "libx11-6", purpose: View },
        Need { probe: Library("libX11-xcb.so.1"), package: "libx11-xcb1", purpose: View },
        Need { probe: Library("libXcursor.so.1"), package: "libxcursor1", purpose: View },
        Need { probe: Library("libXi.so.6"), package: "libxi6", purpose: View },
        Need { probe: Library("libxkbcommon.so.0"), package: "libxkbcommon0", purpose: View },
        Need { probe: Library("libxkbcommon-x11.so.0"), package: "libxkbcommon-x11-0", purpose: View },
        Need { probe: Program("Xvfb"), package: "xvfb", purpose: Test },
        Need {
            probe: VulkanManifest { folder: "explicit_layer.d", prefix: "VkLayer_khronos_validation" },
            package: "vulkan-validationlayers",
            purpose: Test,
        },
        Need { probe: Program("spirv-val"), package: "spirv-tools", purpose: Test },
        Need { probe: Program("c++"), package: "g++", purpose: Test },
    ]
};

/// Installs what is missing where that can be done unasked, otherwise says what to install.
pub(crate) fn setup(purpose: Purpose) -> Result<(), Failure> {
    if !cfg!(target_os = "linux") {
        println!("setup: this system is expected to bring a Vulkan driver; nothing to install");
        return Ok(());
    }
    let missing = missing_packages(purpose);
    if missing.is_empty() {
        println!("setup: everything is there");
        return Ok(());
    }
    let list = missing.join(" ");
    let Some(mut apt) = apt_get() else {
        return Err(format!(
            "missing on this machine, by their Debian package names: {list}\n\
             install them, or run this as root or with passwordless sudo on Debian or Ubuntu"
        ));
    };
    println!("setup: installing {list}");
    cargo::run(apt().args(["update", "-qq"]))?;
    cargo::run(
        apt().args(["install", "-y", "-qq", "--no-install-recommends"]).args(&missing).stdout(Stdio::null()),
    )?;
    match missing_packages(purpose)[..] {
        [] => Ok(()),
        ref still => Err(format!("installed, and yet not found: {}", still.join(" "))),
    }
}

/// Debian packages for what is not there.
fn missing_packages(purpose: Purpose) -> Vec<&'static str> {
    let libraries = known_libraries();
    NEEDS
        .iter()
        .filter(|need| need.purpose == Purpose::View || purpose == Purpose::Test)
        .filter(|need| !need.probe.is_there(&libraries))
        .map(|need| need.package)
        .collect()
}

impl Probe {
    fn is_there(&self, libraries: &str) -> bool {
        match self {
            Self::Library(name) => libraries.lines().any(|line| line.trim_start().starts_with(name)),
            Self::Program(name) => {
                let path = env::var_os("PATH").unwrap_or_default();
                env::split_paths(&path).any(|folder| folder.join(name).is_file())
            }
            // A machine may name its driver by variable alone.
            Self::VulkanManifest { folder: "icd.d", .. } if env::var_os("VK_DRIVER_FILES").is_some() => true,
            Self::VulkanManifest { folder, prefix } => {
                ["/usr/share/vulkan", "/usr/local/share/vulkan", "/etc/vulkan"]
                    .iter()
                    .filter_map(|base| fs::read_dir(Path::new(base).join(folder)).ok())
                    .flatten()
                    .flatten()
                    .any(|entry| entry.file_name().to_string_lossy().starts_with(prefix))
            }
        }
    }
}

/// The dynamic loader's list of libraries; empty where there is no `ldconfig` to ask.
fn known_libraries() -> String {
    ["/sbin/ldconfig", "/usr/sbin/ldconfig", "ldconfig"]
        .iter()
        .find_map(|program| Command::new(program).arg("-p").stderr(Stdio::null()).output().ok())
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
        .unwrap_or_default()
}

/// How to call apt-get without a question being asked: as root, or by passwordless sudo.
fn apt_get() -> Option<impl FnMut() -> Command> {
    let answers = |program: &str, arguments: &[&str]| {
        Command::new(program)
            .args(arguments)
            .stderr(Stdio::null())
            .output()
            .ok()
            .filter(|o| o.status.success())
    };
    answers("apt-get", &["--version"])?;
    let root = answers("id", &["-u"])?.stdout.trim_ascii() == b"0";
    if !root {
        answers("sudo", &["-n", "true"])?;
    }
    Some(move || {
        let mut command = Command::new(if root { "env" } else { "sudo" });
        if !root {
            command.args(["-n", "env"]);
        }
        command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        command
    })
}
