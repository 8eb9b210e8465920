//! `cargo xtask dist`: packs a release in `target/dist`, as an archive for Linux or for Windows.
//!
//! The archive for Linux contains the programs, the book, and the files for desktops.

mod notices;
mod windows;

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use crate::failure::Failure;
use crate::files::{copy, files_below, named, remove_folder, write};
use crate::{cargo, desktop};

const PROGRAM: &str = "md2-viewer";

const PROGRAMS: [(&str, &str); 2] = [(PROGRAM, PROGRAM), ("md2", "md2-tool")];

const TEXTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

pub(crate) fn dist(arguments: &[String]) -> Result<(), Failure> {
    match arguments {
        [] => {}
        [option, target] if option == "--target" && target.contains("-windows-") => {
            return windows::dist(target);
        }
        _ => {
            return Err(String::from("expected no argument, or --target x86_64-pc-windows-gnu"));
        }
    }
    println!("dist: building the release, which takes minutes the first time");
    let mut build = cargo::cargo();
    build
        .args(["build", "--release", "--locked"])
        .args(PROGRAMS.iter().flat_map(|(_, from)| ["--package", from]));
    cargo::run(&mut build)?;
    let programs = cargo::target_dir()?.join("release");
    let folder = cargo::root().join("target/dist");
    let name = format!("{PROGRAM}-{}-{}", env!("CARGO_PKG_VERSION"), cargo::host()?);
    let tree = folder.join(&name);
    remove_folder(&tree)?;
    fill_tree(&programs, &tree)?;
    archive(&folder, &name)?;
    remove_folder(&tree)
}

/// Writes all files to `tree`, with the folder layout of `/usr`.
fn fill_tree(programs: &Path, tree: &Path) -> Result<(), Failure> {
    let book = cargo::root().join("docs/book/src");
    for file in files_below(&book)? {
        let place = file.strip_prefix(&book).map_err(|error| error.to_string())?;
        copy(&file, &tree.join("share/doc/md2-viewer/book").join(place))?;
    }
    for (name, place) in desktop::FILES {
        copy(&cargo::root().join("assets/desktop").join(name), &tree.join(place).join(name))?;
    }
    for (name, _) in PROGRAMS {
        copy(&programs.join(name), &tree.join("bin").join(name))?;
    }
    for text in TEXTS {
        copy(&cargo::root().join(text), &tree.join(text))?;
    }
    Ok(())
}

/// Writes the archive and its checksum. The bytes depend only on the commit and the compiler.
fn archive(folder: &Path, name: &str) -> Result<(), Failure> {
    let file = format!("{name}.tar.gz");
    let mut tar = Command::new("tar");
    tar.current_dir(folder);
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=go=rX"]);
    tar.arg(format!("--mtime=@{}", commit_time())).args(["-czf", &file, name]);
    cargo::run(&mut tar)?;
    let sum = cargo::output(Command::new("sha256sum").arg(&file).current_dir(folder))?;
    write(&folder.join(format!("{file}.sha256")), &sum)?;
    println!("dist: {}", folder.join(&file).display());
    Ok(())
}

/// Returns the icon of the viewer as a PNG image of 256 x 256 pixels.
fn png_icon() -> Result<Vec<u8>, Failure> {
    let path = cargo::root().join("assets/desktop/md2-viewer.png");
    named(&path, fs::read(&path))
}

/// Returns the time of the last commit in seconds since 1970, for the files of the archive.
fn commit_time() -> String {
    if let Ok(time) = env::var("SOURCE_DATE_EPOCH") {
        return time;
    }
    let time =
        cargo::output(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(cargo::root()));
    let time = time.map(|time| String::from_utf8_lossy(&time).trim().to_owned());
    time.unwrap_or_else(|_| String::from("0"))
}
