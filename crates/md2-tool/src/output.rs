//! Writing of files. After an error, a full disk or a killed program, the old files are unchanged.
//!
//! Each file is written under a temporary name in the same folder, and renamed when it is complete on the disk. An existing file is
//! replaced only with `--force`. An input is never replaced. All commands write through this module.

mod links;
mod reserved;
mod staged;
mod temporary;

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use clap::Args;

use crate::failure::Failure;
pub use links::{end_of_links, is_same_file};
use md2_assets::in_words;
use md2_scene::text::Sink;
use staged::{StagedFile, Target, Undo};
use temporary::create_filled;

const STANDARD_OUTPUT: &str = "-";

/// The option to replace existing files. Every command that writes files has it.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Overwrite {
    /// Replace existing files.
    #[arg(long)]
    pub force: bool,
}

/// Writes a file under a temporary name in the same folder, and renames it when it is complete. Devices and pipes are written
/// directly, `-` is standard output, and links are followed.
///
/// # Errors
/// If the file exists and may not be replaced, or cannot be written. The old file then remains unchanged. The function also fails for
/// a writable file that cannot be replaced by renaming, because its folder does not allow new files or because it is a mount point. It
/// does not write into such a file, because an error could destroy the file.
pub fn write(path: &Path, bytes: &[u8], overwrite: Overwrite) -> Result<(), Failure> {
    let mut files = Files::new(overwrite);
    files.add(path, bytes)?;
    files.commit()
}

/// Checks that `path` may be written. Every command calls this function before it starts to work.
///
/// # Errors
/// If the path, or a link at this path, leads to one of the `inputs`, or if a file exists there and may not be replaced.
pub fn check<'a>(
    path: &Path,
    overwrite: Overwrite,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Failure> {
    if is_standard_output(path) {
        return Ok(());
    }
    match inputs.into_iter().find(|input| would_overwrite(path, input)) {
        Some(input) => Err(Failure::Usage(format!(
            "{} would overwrite the input \"{}\": choose another output",
            path.display(),
            input.display()
        ))),
        None => Target::new(path, overwrite).map(drop).map_err(|error| write_failure(path, error)),
    }
}

/// Whether writing to `path` would overwrite `input` or the archive that contains it. Recognizes links and different paths to the same
/// file.
pub fn would_overwrite(path: &Path, input: &Path) -> bool {
    input.ancestors().any(|place| is_same_file(place, path))
}

/// Writes text to standard output, with control characters escaped.
///
/// # Errors
/// If the text cannot be written, for example on a full disk. If the reader has closed the pipe, as `| head` does, the exit code of
/// the error is 0.
pub fn print(text: &str) -> Result<(), Failure> {
    print_bytes(&mut Sink(io::stdout().lock()), text.as_bytes())
        .map_err(|error| write_failure(Path::new(STANDARD_OUTPUT), error))
}

fn print_bytes(out: &mut impl io::Write, bytes: &[u8]) -> io::Result<()> {
    out.write_all(bytes).and_then(|()| out.flush())
}

/// Creates a file if it does not exist, and locks it. The lock ends when the file is closed, at the latest with the process. `None` if
/// the file is already locked.
pub fn lock(path: &Path) -> Option<fs::File> {
    let file = fs::OpenOptions::new().create(true).truncate(false).write(true).open(path).ok()?;
    file.try_lock().ok().map(|()| file)
}

pub fn is_standard_output(path: &Path) -> bool {
    path == Path::new(STANDARD_OUTPUT)
}

/// Whether a path ends with a separator, so that it can only be a folder.
pub(crate) fn ends_as_folder(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR])
}

/// Several files that are written together. If one of them cannot be written, none remains.
#[derive(Debug)]
pub struct Files {
    overwrite: Overwrite,
    staged: Vec<StagedFile>,
}

impl Files {
    pub const fn new(overwrite: Overwrite) -> Self {
        Self { overwrite, staged: Vec::new() }
    }

    /// Writes a file under a temporary name. [`commit`](Self::commit) gives the file its final name.
    pub fn add(&mut self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        self.add_with(path, |out| out.write_all(bytes))
    }

    /// Writes a file like [`add`](Self::add), but piece by piece: `fill` writes the content.
    pub fn add_with(
        &mut self,
        path: &Path,
        fill: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let staged = Target::new(path, self.overwrite).and_then(|target| target.stage(fill));
        let content = staged.map_err(|error| write_failure(path, error))?;
        // Otherwise, two temporary files would get the same final name.
        if let Some(end) = content.end()
            && self.staged.iter().any(|other| other.content.end() == Some(end))
        {
            return Err(Failure::Usage(format!(
                "two output files would have the name {}: choose another output",
                path.display()
            )));
        }
        self.staged.push(StagedFile { path: path.to_path_buf(), content });
        Ok(())
    }

    /// Gives all files their final names. After an error, all new files are removed and the old files are restored.
    pub fn commit(self) -> Result<(), Failure> {
        let is_alone = self.staged.len() == 1;
        let mut done = Vec::new();
        for StagedFile { path, content } in self.staged {
            match content.finish(is_alone) {
                Ok(undo) => done.extend(undo),
                Err(error) => {
                    done.into_iter().rev().for_each(Undo::undo);
                    return Err(write_failure(&path, error));
                }
            }
        }
        Ok(())
    }
}

/// Returns the failure for an error while writing a file. If the reader of standard output has closed the pipe, this failure ends the
/// program without a message.
fn write_failure(path: &Path, error: io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Failure::AlreadyReported(0);
    }
    let name = path.display().to_string();
    let name = if name == STANDARD_OUTPUT { "to standard output" } else { &name };
    Failure::File(anyhow::Error::from(in_words(error)).context(format!("cannot write {name}")))
}

pub(crate) fn create_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| {
        let text = format!("cannot create the folder {}", folder.display());
        Failure::File(anyhow::Error::from(in_words(error)).context(text))
    })
}

/// Writes a new file. Returns false if a file with this name exists.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    if path.symlink_metadata().is_ok() {
        return Ok(false);
    }
    match create_filled(path, None, |file| file.write_all(bytes))?.persist_noclobber(path) {
        Ok(_) => Ok(true),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error.error),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use md2_testdata::{TempFolder, names};

    use super::*;

    const KEEP: Overwrite = Overwrite { force: false };
    const FORCE: Overwrite = Overwrite { force: true };

    #[test]
    fn rejects_two_files_with_the_same_name() {
        let folder = TempFolder::new();
        let path = folder.path("a");
        symlink("a", folder.path("b")).unwrap();
        for (first, second) in [("a", "a"), ("a", "b")] {
            let mut files = Files::new(FORCE);
            files.add(&folder.path(first), b"1").unwrap();
            let refused = files.add(&folder.path(second), b"2").unwrap_err();
            assert!(
                matches!(&refused, Failure::Usage(text) if text.contains("two output files")),
                "{refused}"
            );
            drop(files);
            assert!(!path.exists());
        }
        assert_eq!(names(&folder), ["b"], "no other file remains");
    }

    #[test]
    fn an_existing_file_is_replaced_as_a_whole() {
        let folder = TempFolder::new();
        let path = folder.path("a");
        write(&path, b"new", KEEP).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o600, 0o600);
        let refused = write(&path, b"newer", KEEP).unwrap_err();
        assert_eq!(
            refused.to_string(),
            format!("cannot write {}: the file exists; --force overwrites it", path.display())
        );
        assert_eq!(fs::read(&path).unwrap(), b"new");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        // A hard link to the old file still has the old content, since the file was replaced and not overwritten.
        fs::hard_link(&path, folder.path("b")).unwrap();
        write(&path, b"newer", FORCE).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"newer");
        assert_eq!(fs::read(folder.path("b")).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(names(&folder), ["a", "b"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn rejects_a_file_whose_folder_allows_no_new_files() {
        let path = Path::new("/proc/self/comm");
        let before = fs::read(path).unwrap();
        let error = write(path, b"new", FORCE).unwrap_err().to_string();
        assert!(error.ends_with("the folder must allow new files"), "{error}");
        assert_eq!(fs::read(path).unwrap(), before);
        let none = write(Path::new("/proc/self/none"), b"new", FORCE).unwrap_err();
        assert!(!none.to_string().contains("replaced"), "{none}");
    }

    #[test]
    fn a_link_stays_and_its_target_is_replaced() {
        let folder = TempFolder::new();
        fs::create_dir(folder.path("deep")).unwrap();
        symlink("deep/second", folder.path("first")).unwrap();
        symlink("../end", folder.path("deep/second")).unwrap();
        for content in [&b"made"[..], b"replaced"] {
            write(&folder.path("first"), content, FORCE).unwrap();
            assert_eq!(fs::read(folder.path("end")).unwrap(), content);
            assert!(folder.path("first").symlink_metadata().unwrap().is_symlink());
        }
        assert!(
            is_same_file(&folder.path("first"), &folder.path("end"))
                && !is_same_file(&folder.path("end"), &folder.path("none"))
        );
        symlink("around", folder.path("around")).unwrap();
        assert!(write(&folder.path("around"), b"", FORCE).is_err());
    }

    #[test]
    fn an_error_leaves_only_the_old_file() {
        let folder = TempFolder::new();
        fs::create_dir(folder.path("folder")).unwrap();
        assert!(write(&folder.path("folder"), b"new", FORCE).is_err());
        assert!(write(&folder.path("no/a"), b"new", FORCE).is_err());
        assert!(write(Path::new("/dev/full"), b"new", KEEP).is_err(), "a device is written directly");
        write(Path::new("/dev/null"), b"new", KEEP).unwrap();
        folder.write("mine", b"mine");
        assert!(!create(&folder.path("mine"), b"new").unwrap());
        symlink("nothing", folder.path("link")).unwrap();
        assert!(!create(&folder.path("link"), b"new").unwrap(), "the name is already used");
        assert!(create(&folder.path("new"), b"new").unwrap());
        assert_eq!(fs::read(folder.path("mine")).unwrap(), b"mine");
        assert_eq!(names(&folder), ["folder", "link", "mine", "new"]);
    }

    #[test]
    fn several_files_are_all_written_or_none() {
        let folder = TempFolder::new();
        let write_all = |overwrite, last: &str| {
            let mut files = Files::new(overwrite);
            files.add(&folder.path("a"), b"new a")?;
            files.add(&folder.path("b"), b"new b")?;
            files.add(&folder.path(last), b"new c")?;
            // The file appears after the check and before the renaming.
            if last == "late" {
                fs::create_dir(folder.path("late")).unwrap();
            }
            files.commit()
        };
        folder.write("b", b"old b");
        assert!(write_all(KEEP, "c").is_err(), "b exists");
        assert_eq!(names(&folder), ["b"]);
        assert!(write_all(FORCE, "late").is_err());
        assert_eq!(names(&folder), ["b", "late"]);
        assert_eq!(fs::read(folder.path("b")).unwrap(), b"old b");
        write_all(FORCE, "c").unwrap();
        assert_eq!(names(&folder), ["a", "b", "c", "late"]);
        assert_eq!(fs::read(folder.path("b")).unwrap(), b"new b");
    }
}
