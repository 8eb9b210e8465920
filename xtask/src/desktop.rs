//! `cargo xtask install-desktop`: adds the viewer to file managers and menus, or removes it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, io};

use crate::failure::Failure;
use crate::{cargo, files, setup};

/// The files of `assets/desktop`, each with its folder below the installation prefix.
pub(crate) const FILES: [(&str, &str); 5] = [
    ("md2-viewer.desktop", "share/applications"),
    ("md2-viewer.thumbnailer", "share/thumbnailers"),
    ("md2-viewer.xml", "share/mime/packages"),
    ("md2-viewer.svg", "share/icons/hicolor/scalable/apps"),
    ("md2-viewer.png", "share/icons/hicolor/256x256/apps"),
];

/// The programs that update the caches of desktops, each with its arguments and its folder below the
/// installation prefix. If a program is missing, the desktop updates its cache later.
const UPDATES: [(&str, &[&str], &str); 3] = [
    ("update-mime-database", &[], "share/mime"),
    ("update-desktop-database", &["-q"], "share/applications"),
    ("gtk-update-icon-cache", &["-q", "-t", "-f"], "share/icons/hicolor"),
];

/// Installs the files for desktops below the installation prefix, by default `~/.local`, or removes them with `--uninstall`.
pub(crate) fn install_desktop(arguments: &[String]) -> Result<(), Failure> {
    let (prefix, uninstall) = options(arguments)?;
    let prefix = prefix.or_else(home_prefix).ok_or("HOME is not set: pass --prefix FOLDER")?;
    for (name, place) in FILES {
        let target = prefix.join(place).join(name);
        if uninstall { remove(&target)? } else { copy(name, &target)? }
    }
    for (program, arguments, place) in UPDATES {
        update(program, arguments, &prefix.join(place))?;
    }
    if !uninstall {
        print_hints(&prefix);
    }
    Ok(())
}

fn options(arguments: &[String]) -> Result<(Option<PathBuf>, bool), Failure> {
    let (mut prefix, mut uninstall) = (None, false);
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--uninstall" => uninstall = true,
            "--prefix" => {
                prefix = Some(arguments.next().ok_or("--prefix needs a folder, such as /usr")?.into())
            }
            other => return Err(format!("unknown argument \"{}\"", other.escape_debug())),
        }
    }
    Ok((prefix, uninstall))
}

fn home_prefix() -> Option<PathBuf> {
    env::var_os("HOME").filter(|home| !home.is_empty()).map(|home| Path::new(&home).join(".local"))
}

fn copy(name: &str, target: &Path) -> Result<(), Failure> {
    let source = cargo::root().join("assets/desktop").join(name);
    files::copy(&source, target)?;
    println!("install-desktop: {}", target.display());
    Ok(())
}

fn remove(target: &Path) -> Result<(), Failure> {
    match fs::remove_file(target) {
        Ok(()) => println!("install-desktop: removed {}", target.display()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(format!("{}: {error}", target.display())),
    }
    Ok(())
}

fn update(program: &str, arguments: &[&str], folder: &Path) -> Result<(), Failure> {
    if !folder.is_dir() {
        return Ok(());
    }
    let mut command = Command::new(program);
    command.args(arguments).arg(folder).stdout(Stdio::null());
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{program} {}: {status}", folder.display())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(format!("{program}: {error}")),
    }
}

fn print_hints(prefix: &Path) {
    if setup::program("md2-viewer").is_none() {
        println!("install-desktop: md2-viewer is not on the PATH: cargo install --path crates/md2-viewer");
    }
    if !prefix.starts_with("/usr") {
        println!(
            "install-desktop: GNOME's thumbnailers see only /usr: for thumbnails, install the program and these files there"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_installed() {
        let folder = cargo::root().join("assets/desktop");
        let there: Vec<_> = files::entries(&folder).unwrap().iter().map(|path| files::name(path)).collect();
        let mut placed = FILES.map(|(name, _)| name.to_owned()).to_vec();
        placed.sort();
        assert_eq!(there, placed);
    }
}
