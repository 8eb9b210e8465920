//! The ZIP archive for Windows.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use super::{PROGRAM, PROGRAMS, commit_time};
use crate::cargo;
use crate::failure::Failure;
use crate::files::{copy, entries, make_folder, named, remove_folder, write};

const README: &str = "crates/md2-viewer/packaging/windows.txt";

/// The texts of the archive, with the extension that Windows opens.
const TEXTS: [(&str, &str); 3] =
    [(README, "README.txt"), ("LICENSE-MIT", "LICENSE-MIT.txt"), ("LICENSE-APACHE", "LICENSE-APACHE.txt")];

/// Builds the programs for a Windows target, and packs them as a ZIP archive in `target/dist`.
pub(super) fn dist(target: &str) -> Result<(), Failure> {
    println!("dist: building the release for {target}, which takes minutes the first time");
    let mut build = cargo::cargo();
    build.args(["build", "--release", "--locked", "--target", target]);
    build.args(PROGRAMS.iter().flat_map(|(_, from)| ["--package", from]));
    // Removing the symbols halves the size.
    build.env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
    cargo::run(&mut build)?;
    let programs = cargo::target_dir()?.join(target).join("release");
    let folder = cargo::root().join("target/dist");
    let name = format!("{PROGRAM}-{}-{target}", env!("CARGO_PKG_VERSION"));
    let root = folder.join(&name);
    remove_folder(&root)?;
    fill(&programs, &root)?;
    pack(&folder, &name)?;
    remove_folder(&root)
}

fn fill(programs: &Path, root: &Path) -> Result<(), Failure> {
    make_folder(root)?;
    for (name, _) in PROGRAMS {
        let program = programs.join(format!("{name}.exe"));
        if name != PROGRAM {
            copy(&program, &root.join(format!("{name}.exe")))?;
            continue;
        }
        // In a command line, `md2-viewer` starts the `.com` file, which has a console. A double click on the `.exe` file opens none.
        let bytes = named(&program, fs::read(&program))?;
        write(&root.join(format!("{name}.com")), &bytes)?;
        let without = without_console(bytes)
            .ok_or_else(|| format!("{}: not a console program for Windows", program.display()))?;
        write(&root.join(format!("{name}.exe")), &without)?;
    }
    for (text, name) in TEXTS {
        // Editors of Windows before 2018 show lines only if they end with both characters.
        let lines = crate::files::read(&cargo::root().join(text))?.replace('\n', "\r\n");
        write(&root.join(name), lines.as_bytes())?;
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

/// Changes the header of a console program, so that Windows opens no console for it. Returns `None` for other files.
fn without_console(mut program: Vec<u8>) -> Option<Vec<u8>> {
    /// The position of the field `Subsystem` after the signature `PE\0\0`: 20 bytes of file header, then 68 bytes of optional header.
    const SUBSYSTEM: usize = 4 + 20 + 68;
    const WINDOW: [u8; 2] = [2, 0];
    const CONSOLE: [u8; 2] = [3, 0];
    let start = program.get(0x3c..0x40)?.try_into().ok().map(u32::from_le_bytes)?;
    let header = program.get_mut(usize::try_from(start).ok()?..)?;
    let is_program = header.starts_with(b"PE\0\0");
    let subsystem = header.get_mut(SUBSYSTEM..SUBSYSTEM + 2)?;
    if !is_program || *subsystem != CONSOLE {
        return None;
    }
    subsystem.copy_from_slice(&WINDOW);
    Some(program)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The beginning of a program: the DOS header, the signature, and the headers up to the subsystem.
    fn program(subsystem: u8) -> Vec<u8> {
        let mut bytes = vec![0; 0x3c];
        bytes.extend(0x80u32.to_le_bytes());
        bytes.resize(0x80, 0);
        bytes.extend(b"PE\0\0");
        bytes.resize(0x80 + 92, 7);
        bytes.extend([subsystem, 0, 9, 9]);
        bytes
    }

    #[test]
    fn only_the_subsystem_of_a_console_program_changes() {
        assert_eq!(without_console(program(3)), Some(program(2)));
        assert_eq!(without_console(program(2)), None);
        assert_eq!(without_console(b"\x7fELF".to_vec()), None);
        assert_eq!(without_console(vec![0xff; 200]), None, "the header is past the end");
    }
}
