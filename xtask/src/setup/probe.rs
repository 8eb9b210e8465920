//! Checks whether libraries and programs are installed.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

pub(super) enum Probe {
    Library(&'static str),
    Program(&'static str),
    VulkanDriver,
    /// A Vulkan layer, given by the start of the file name of its manifest.
    VulkanLayer(&'static str),
}

impl Probe {
    pub(super) fn exists(&self) -> bool {
        match self {
            Self::Library(name) => library_loads(name),
            Self::Program(name) => program(name).is_some(),
            Self::VulkanDriver => {
                // A variable can name a driver outside of the usual folders.
                let named = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"];
                named.iter().any(|name| env::var_os(name).is_some()) || has_manifest("icd.d", "")
            }
            Self::VulkanLayer(prefix) => {
                env::var_os("VK_LAYER_PATH").is_some() || has_manifest("explicit_layer.d", prefix)
            }
        }
    }
}

pub(crate) fn program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// Whether the dynamic loader finds a library. The check runs a program that preloads the library, since
/// glibc and musl print an error with the name of a missing library.
fn library_loads(name: &str) -> bool {
    let output = Command::new("true").env("LD_PRELOAD", name).stdin(Stdio::null()).output();
    // If the probe cannot run, assume that the library exists.
    output.map_or(true, |output| {
        output.status.success() && !String::from_utf8_lossy(&output.stderr).contains(name)
    })
}

/// Whether one of the folders of the Vulkan loader contains a manifest whose file name starts with `prefix`.
fn has_manifest(folder: &str, prefix: &str) -> bool {
    let list = |variable: &str, default: &str| {
        let value = env::var_os(variable).filter(|value| !value.is_empty()).unwrap_or_else(|| default.into());
        env::split_paths(&value).collect::<Vec<_>>()
    };
    let home = env::var_os("HOME").map(PathBuf::from);
    let of_user = home.map(|home| [home.join(".config"), home.join(".local/share")]).into_iter().flatten();
    list("XDG_CONFIG_DIRS", "/etc/xdg")
        .into_iter()
        .chain([Path::new("/etc").into()])
        .chain(list("XDG_DATA_DIRS", "/usr/local/share:/usr/share"))
        .chain(of_user)
        .filter_map(|base| fs::read_dir(base.join("vulkan").join(folder)).ok())
        .flatten()
        .flatten()
        .any(|entry| entry.file_name().to_string_lossy().starts_with(prefix))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_library_exists_if_the_loader_finds_it() {
        assert!(!library_loads("libthere-is-none-of-that-name.so.7"));
        // The C library, under its name in glibc or musl.
        assert!(library_loads("libc.so.6") || library_loads("libc.so"));
    }

    #[test]
    fn a_program_exists_if_it_is_on_the_path() {
        assert!(program("true").is_some());
        assert!(program("there-is-none-of-that-name").is_none());
    }
}
