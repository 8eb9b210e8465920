//! The ZIP archive for Windows.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use super::{PROGRAM, commit_time, notices, png_icon};
use crate::cargo;
use crate::failure::Failure;
use crate::files::{copy, entries, make_folder, named, remove_folder, write};

const README: &str = "crates/md2-viewer/packaging/windows.txt";

/// The texts of the archive, with the extension that Windows opens.
const TEXTS: [(&str, &str); 3] =
    [(README, "README.txt"), ("LICENSE-MIT", "LICENSE-MIT.txt"), ("LICENSE-APACHE", "LICENSE-APACHE.txt")];

/// The programs of the build, each with its name in the archive. In a command line, `md2-viewer` starts the `.com` file, which has a
/// console. A double click on the `.exe` file opens none: see `packaging/launcher.rs` of md2-viewer.
const PROGRAMS: [(&str, &str); 3] =
    [("md2-viewer", "md2-viewer.com"), ("md2-viewer-launcher", "md2-viewer.exe"), ("md2", "md2.exe")];

const PACKAGES: [&str; 2] = [PROGRAM, "md2-tool"];

/// The tool of MinGW that compiles an icon to an object file.
const RESOURCE_COMPILER: &str = "x86_64-w64-mingw32-windres";

/// Builds the programs for a Windows target, and packs them as a ZIP archive in `target/dist`.
pub(super) fn dist(target: &str) -> Result<(), Failure> {
    println!("dist: building the release for {target}, which takes minutes the first time");
    let folder = cargo::root().join("target/dist");
    let mut build = cargo::cargo();
    build.args(["build", "--profile", "archive", "--locked", "--target", target]);
    cargo::run(build.args(PACKAGES.iter().flat_map(|package| ["--package", package])))?;
    let mut launcher = cargo::cargo();
    launcher.args(["rustc", "--profile", "archive", "--locked", "--target", target, "--package", PROGRAM]);
    launcher.args(["--features", "launcher", "--bin", "md2-viewer-launcher", "--", "-C"]);
    cargo::run(launcher.arg(format!("link-arg={}", icon(&folder.join("icon"))?.display())))?;
    let programs = cargo::target_dir()?.join(target).join("archive");
    let name = format!("{PROGRAM}-{}-{target}", env!("CARGO_PKG_VERSION"));
    let root = folder.join(&name);
    remove_folder(&root)?;
    fill(&programs, target, &root)?;
    pack(&folder, &name)?;
    remove_folder(&root)
}

/// Writes the icon of the launcher as an object file, and returns its path.
fn icon(folder: &Path) -> Result<PathBuf, Failure> {
    remove_folder(folder)?;
    write(&folder.join("md2-viewer.ico"), &ico(&png_icon()?))?;
    write(&folder.join("md2-viewer.rc"), b"1 ICON \"md2-viewer.ico\"\n")?;
    let mut compiler = Command::new(RESOURCE_COMPILER);
    cargo::run(compiler.args(["md2-viewer.rc", "-O", "coff", "-o", "icon.o"]).current_dir(folder))?;
    Ok(folder.join("icon.o"))
}

/// Returns an ICO file that contains one PNG image of 256 x 256 pixels.
fn ico(png: &[u8]) -> Vec<u8> {
    const START: u32 = 6 + 16;
    // Reserved; an icon, not a cursor; one image.
    let mut bytes: Vec<u8> = [0u16, 1, 1].into_iter().flat_map(u16::to_le_bytes).collect();
    // A width and height of 0 mean 256. No palette; one plane of 32 bits.
    bytes.extend([0, 0, 0, 0, 1, 0, 32, 0]);
    bytes.extend(u32::try_from(png.len()).unwrap_or(u32::MAX).to_le_bytes());
    bytes.extend(START.to_le_bytes());
    bytes.extend(png);
    bytes
}

fn fill(programs: &Path, target: &str, root: &Path) -> Result<(), Failure> {
    make_folder(root)?;
    for (built, packed) in PROGRAMS {
        copy(&programs.join(format!("{built}.exe")), &root.join(packed))?;
    }
    let texts = TEXTS.map(|(text, name)| Ok((crate::files::read(&cargo::root().join(text))?, name)));
    let notices = notices::notices(target, &PACKAGES).map(|text| (text, "LICENSES-OF-LIBRARIES.txt"));
    for text in texts.into_iter().chain([notices]) {
        let (text, name) = text?;
        // Editors of Windows before 2018 show lines only if they end with both characters.
        write(&root.join(name), text.replace('\n', "\r\n").as_bytes())?;
    }
    Ok(())
}

/// Writes the archive and its checksum. The bytes depend only on the commit and the compiler.
fn pack(folder: &Path, name: &str) -> Result<(), Failure> {
    let seconds = commit_time().parse().map_err(|error| format!("the time of the commit: {error}"))?;
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    let mut zip = Command::new("zip");
    zip.current_dir(folder).env("TZ", "UTC").args(["-X", "-9", "-q"]);
    let file = format!("{name}.zip");
    zip.arg(&file);
    for path in entries(&folder.join(name))? {
        named(&path, fs::File::options().write(true).open(&path).and_then(|file| file.set_modified(time)))?;
        zip.arg(path.strip_prefix(folder).map_err(|error| error.to_string())?);
    }
    let archive = folder.join(&file);
    if archive.exists() {
        named(&archive, fs::remove_file(&archive))?;
    }
    cargo::run(&mut zip)?;
    let sum = cargo::output(Command::new("sha256sum").arg(&file).current_dir(folder))?;
    write(&folder.join(format!("{file}.sha256")), &sum)?;
    let bytes = named(&archive, fs::metadata(&archive))?.len();
    println!("dist: {}, {:.1} MB", archive.display(), bytes as f64 / 1e6);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entry_of_an_icon_points_to_its_image() {
        let png = png_icon().expect("the icon is in the repository");
        let bytes = ico(&png);
        let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        let (length, start) = (number(14) as usize, number(18) as usize);
        assert_eq!(bytes[start..start + length], png);
        assert_eq!(start + length, bytes.len());
    }
}
