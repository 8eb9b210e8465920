//! Writing files so that an error, a full disk or a kill leaves what was there before.
//!
//! A file is written beside its place under another name, and renamed when all of it is on the disk. A file that exists is
//! replaced only with `--force`, and an input never. All commands write through this module.

mod links;
mod staged;
mod temporary;

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use clap::Args;
use tempfile::NamedTempFile;

use crate::failure::Failure;
pub use links::{end_of_links, is_same_file};
use md2_scene::text::Sink;
use staged::{Content, StagedFile, Target, Undo, explain_replacement};
use temporary::{create_beside, create_filled};

/// Standard output, where the name of a file is asked for.
const STANDARD_OUTPUT: &str = "-";

/// Whether a file that exists may be replaced: the same for every command that writes one.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Overwrite {
    /// Overwrite a file that exists.
    #[arg(long)]
    pub force: bool,
}

/// Writes a file: beside its place, renamed when it is whole. A device or a pipe is written to as it is, `-` is standard
/// output; of a link, what it leads to is written.
///
/// # Errors
/// If the file exists and may not be replaced, or cannot be written. What was there is then as it was. Also a file that may be
/// written to is not, where nothing may be made in its folder, or where it is a mount point: to write into it would lose it to
/// an error.
pub fn write(path: &Path, bytes: &[u8], overwrite: Overwrite) -> Result<(), Failure> {
    let mut files = Files::new(overwrite);
    files.add(path, bytes)?;
    files.commit()
}

/// Whether `path` may be written to by what is made from `inputs`: to be asked before the work, and of every command.
///
/// # Errors
/// If it is one of the inputs, by whatever name or link, or if it exists and may not be replaced.
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
            "{} would overwrite \"{}\", which it is made from: give it another name",
            path.display(),
            input.display()
        ))),
        None => Target::new(path, overwrite).map(drop).map_err(|error| write_failure(path, error)),
    }
}

/// Whether what is written to `path` would be written over `input`, by whatever name or link, or over the archive that contains it.
#[must_use]
pub fn would_overwrite(path: &Path, input: &Path) -> bool {
    input.ancestors().any(|place| is_same_file(place, path))
}

/// Writes text to standard output, with what acts on a terminal escaped.
///
/// # Errors
/// If it cannot be written, as on a full disk. If nobody reads any more, as behind `| head`, it ends the program with 0.
pub fn print(text: &str) -> Result<(), Failure> {
    print_bytes(&mut Sink(io::stdout().lock()), text.as_bytes())
        .map_err(|error| write_failure(Path::new(STANDARD_OUTPUT), error))
}

fn print_bytes(out: &mut impl io::Write, bytes: &[u8]) -> io::Result<()> {
    out.write_all(bytes).and_then(|()| out.flush())
}

/// Whether a name means standard output.
#[must_use]
pub fn is_standard_output(path: &Path) -> bool {
    path == Path::new(STANDARD_OUTPUT)
}

/// Writes a video, which may be longer than memory: to standard output, a pipe or a device as it is drawn, into a file that gets
/// its name when it is whole.
pub fn write_stream(
    path: &Path,
    overwrite: Overwrite,
    fill: impl FnOnce(&mut dyn io::Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let failed = |error| write_failure(path, error);
    if is_standard_output(path) {
        let mut out = io::stdout().lock();
        fill(&mut out)?;
        return out.flush().map_err(failed);
    }
    if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        return fill(&mut OpenOptions::new().write(true).open(path).map_err(failed)?);
    }
    let mut files = Files::new(overwrite);
    let mut failure = None;
    let staged = files.add_with(path, |out| {
        fill(out).map_err(|why| {
            failure = Some(why);
            io::Error::other("it is not whole")
        })
    });
    match failure {
        Some(failure) => Err(failure),
        None => staged.and_then(|()| files.commit()),
    }
}

/// Several files, of which all are written or none.
#[derive(Debug)]
pub struct Files {
    overwrite: Overwrite,
    staged: Vec<StagedFile>,
}

impl Files {
    /// No files yet.
    #[must_use]
    pub const fn new(overwrite: Overwrite) -> Self {
        Self { overwrite, staged: Vec::new() }
    }

    /// Writes a file beside its place, where it stays hidden until [`commit`](Self::commit).
    ///
    /// # Errors
    /// If the file exists and may not be replaced, or cannot be written.
    pub fn add(&mut self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        let staged = Target::new(path, self.overwrite).and_then(|target| target.stage(bytes));
        self.stage(path, staged)
    }

    /// The same of a file that need not fit into memory.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn add_with(
        &mut self,
        path: &Path,
        fill: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let staged = Target::new(path, self.overwrite).and_then(|target| match target {
            Target::File { end, old } => {
                let buffered = |file: &mut NamedTempFile| {
                    let mut file = io::BufWriter::new(file);
                    fill(&mut file).and_then(|()| file.flush())
                };
                let file = create_filled(&end, old.as_ref(), buffered)
                    .map_err(|error| explain_replacement(error, old.is_some()))?;
                Ok(Content::File { end, file: file.into_temp_path(), is_new: old.is_none() })
            }
            stream => {
                let mut bytes = Vec::new();
                fill(&mut bytes)?;
                stream.stage(&bytes)
            }
        });
        self.stage(path, staged)
    }

    /// Remembers what waits for its name. A file of the same name would be lost behind its back.
    fn stage(&mut self, path: &Path, staged: io::Result<Content>) -> Result<(), Failure> {
        let content = staged.map_err(|error| write_failure(path, error))?;
        if let Some(end) = content.end()
            && self.staged.iter().any(|other| other.content.end() == Some(end))
        {
            return Err(Failure::Usage(format!(
                "{} would be two of the files that are written: give the output another name",
                path.display()
            )));
        }
        self.staged.push(StagedFile { path: path.to_path_buf(), content });
        Ok(())
    }

    /// Gives all files their names.
    ///
    /// # Errors
    /// If one cannot get its name. The others have none then either, and what was there is there again.
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

/// The failure to write a file. It ends the program silently if nobody reads standard output any more.
#[must_use]
pub fn write_failure(path: &Path, error: io::Error) -> Failure {
    // Whoever reads has seen enough.
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Failure::AlreadyReported(0);
    }
    let name = path.display().to_string();
    let name = if name == STANDARD_OUTPUT { "to standard output" } else { &name };
    Failure::File(anyhow::Error::from(error).context(format!("cannot write {name}")))
}

/// Writes a new file; whether there was none of that name.
///
/// # Errors
/// The system's reason. There is then no file of that name, unless there was one.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    if path.symlink_metadata().is_ok() {
        return Ok(false);
    }
    match create_beside(path, bytes, None)?.persist_noclobber(path) {
        Ok(_) => Ok(true),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error.error),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    const KEEP: Overwrite = Overwrite { force: false };
    const FORCE: Overwrite = Overwrite { force: true };

    fn listed(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn two_files_of_one_name_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        symlink("a", folder.path().join("b")).unwrap();
        for (first, second) in [("a", "a"), ("a", "b")] {
            let mut files = Files::new(FORCE);
            files.add(&folder.path().join(first), b"1").unwrap();
            let refused = files.add(&folder.path().join(second), b"2").unwrap_err();
            assert!(
                matches!(&refused, Failure::Usage(text) if text.contains("two of the files")),
                "{refused}"
            );
            drop(files);
            assert!(!path.exists());
        }
        assert_eq!(listed(folder.path()), ["b"], "nothing else is left");
    }

    #[test]
    fn what_was_there_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        write(&path, b"new", KEEP).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o600, 0o600);
        let refused = write(&path, b"newer", KEEP).unwrap_err();
        assert_eq!(
            refused.to_string(),
            format!("cannot write {}: the file exists; --force overwrites it", path.display())
        );
        assert_eq!(fs::read(&path).unwrap(), b"new");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        // Another name of the old file keeps the old content: nothing was written into it.
        fs::hard_link(&path, folder.path().join("b")).unwrap();
        write(&path, b"newer", FORCE).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"newer");
        assert_eq!(fs::read(folder.path().join("b")).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(listed(folder.path()), ["a", "b"]);
    }

    /// Whoever runs this can write to the file, and nobody makes files beside it.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_in_a_folder_that_takes_no_other_is_refused_and_the_folder_named() {
        let path = Path::new("/proc/self/comm");
        let before = fs::read(path).unwrap();
        let error = write(path, b"new", FORCE).unwrap_err().to_string();
        assert!(error.ends_with("which its folder has to allow"), "{error}");
        assert_eq!(fs::read(path).unwrap(), before);
        let none = write(Path::new("/proc/self/none"), b"new", FORCE).unwrap_err();
        assert!(!none.to_string().contains("replaced"), "{none}");
    }

    #[test]
    fn links_stay_and_what_they_lead_to_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("deep")).unwrap();
        symlink("deep/second", at("first")).unwrap();
        symlink("../end", at("deep/second")).unwrap();
        for content in [&b"made"[..], b"replaced"] {
            write(&at("first"), content, FORCE).unwrap();
            assert_eq!(fs::read(at("end")).unwrap(), content);
            assert!(at("first").symlink_metadata().unwrap().is_symlink());
        }
        assert!(is_same_file(&at("first"), &at("end")) && !is_same_file(&at("end"), &at("none")));
        symlink("around", at("around")).unwrap();
        assert!(write(&at("around"), b"", FORCE).is_err());
    }

    #[test]
    fn an_error_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("folder")).unwrap();
        assert!(write(&at("folder"), b"new", FORCE).is_err());
        assert!(write(&at("no/a"), b"new", FORCE).is_err());
        assert!(write(Path::new("/dev/full"), b"new", KEEP).is_err(), "a device is written to");
        write(Path::new("/dev/null"), b"new", KEEP).unwrap();
        fs::write(at("mine"), b"mine").unwrap();
        assert!(!create(&at("mine"), b"new").unwrap());
        symlink("nothing", at("link")).unwrap();
        assert!(!create(&at("link"), b"new").unwrap(), "a name that is taken");
        assert!(create(&at("new"), b"new").unwrap());
        assert_eq!(fs::read(at("mine")).unwrap(), b"mine");
        assert_eq!(listed(folder.path()), ["folder", "link", "mine", "new"]);
    }

    #[test]
    fn an_input_is_kept_by_any_name_and_also_from_force() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("model"), b"model").unwrap();
        fs::hard_link(at("model"), at("hard")).unwrap();
        symlink("model", at("soft")).unwrap();
        for name in ["model", "./model", "hard", "soft"] {
            let told = check(&at(name), FORCE, [at("model").as_path()]).unwrap_err();
            assert!(matches!(&told, Failure::Usage(text) if text.contains("would overwrite")), "{told}");
        }
        check(&at("other"), KEEP, [at("model").as_path()]).unwrap();
        check(Path::new("-"), KEEP, [at("model").as_path()]).unwrap();
        fs::write(at("other"), b"other").unwrap();
        assert!(check(&at("other"), KEEP, [at("model").as_path()]).is_err());
        check(&at("other"), FORCE, [at("model").as_path()]).unwrap();
    }

    #[test]
    fn of_several_files_all_are_written_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let write_all = |overwrite, last: &str| {
            let mut files = Files::new(overwrite);
            files.add(&at("a"), b"new a")?;
            files.add(&at("b"), b"new b")?;
            files.add(&at(last), b"new c")?;
            // It comes between the look and the renaming.
            if last == "late" {
                fs::create_dir(at("late")).unwrap();
            }
            files.commit()
        };
        fs::write(at("b"), b"old b").unwrap();
        assert!(write_all(KEEP, "c").is_err(), "b exists");
        assert_eq!(listed(folder.path()), ["b"]);
        assert!(write_all(FORCE, "late").is_err());
        assert_eq!(listed(folder.path()), ["b", "late"]);
        assert_eq!(fs::read(at("b")).unwrap(), b"old b");
        write_all(FORCE, "c").unwrap();
        assert_eq!(listed(folder.path()), ["a", "b", "c", "late"]);
        assert_eq!(fs::read(at("b")).unwrap(), b"new b");
    }
}
