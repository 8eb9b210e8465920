//! The paths of the files that the viewer saves: its settings, and the pipeline cache.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

const VARIABLE: &str = "MD2_VIEWER_STATE";

/// A kind of folder: its XDG variable, and its default places below the home folder on Linux and on Apple's systems.
type FolderKind = [&'static str; 3];

const STATE: FolderKind = ["XDG_STATE_HOME", ".local/state", "Library/Application Support"];
const CACHE: FolderKind = ["XDG_CACHE_HOME", ".cache", "Library/Caches"];

/// Returns the path of the settings file; `None` if no folder is known, or nothing shall be saved.
pub fn settings_path() -> Option<PathBuf> {
    folder(STATE, |name| env::var_os(name)).map(|folder| folder.join("settings.json"))
}

/// Returns the path of the pipeline cache; `None` if no folder is known, or nothing shall be saved.
pub fn pipeline_cache_path() -> Option<PathBuf> {
    folder(CACHE, |name| env::var_os(name)).map(|folder| folder.join("pipelines.bin"))
}

fn folder(
    [xdg, on_linux, on_apple]: FolderKind,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Option<PathBuf> {
    if let Some(folder) = variable(VARIABLE) {
        return Some(PathBuf::from(folder)).filter(|folder| !folder.as_os_str().is_empty());
    }
    // The XDG specification ignores relative paths.
    let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = if cfg!(windows) {
        absolute("LOCALAPPDATA")
    } else if cfg!(target_vendor = "apple") {
        absolute("HOME").map(|home| home.join(on_apple))
    } else {
        absolute(xdg).or_else(|| absolute("HOME").map(|home| home.join(on_linux)))
    };
    base.map(|base| base.join("md2-viewer"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(variables: &[(&str, &str)], expected: Option<&str>) {
        let value = |name: &str| {
            variables.iter().find(|(other, _)| *other == name).map(|(_, value)| OsString::from(value))
        };
        assert_eq!(folder(STATE, value), expected.map(PathBuf::from), "{variables:?}");
    }

    #[test]
    fn a_variable_overrides_the_folder() {
        check(&[(VARIABLE, "here"), ("HOME", "/home/a")], Some("here"));
        check(&[(VARIABLE, ""), ("HOME", "/home/a"), ("LOCALAPPDATA", "C:\\a")], None);
        check(&[], None);
    }

    #[cfg(all(unix, not(target_vendor = "apple")))]
    #[test]
    fn follows_the_xdg_base_directory_specification() {
        check(&[("HOME", "/home/a")], Some("/home/a/.local/state/md2-viewer"));
        check(&[("HOME", "/home/a"), ("XDG_STATE_HOME", "/state")], Some("/state/md2-viewer"));
        check(&[("HOME", "/home/a"), ("XDG_STATE_HOME", "state")], Some("/home/a/.local/state/md2-viewer"));
        check(&[("HOME", "")], None);
    }
}
