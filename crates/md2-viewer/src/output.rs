//! Writing files so that an error, a full disk or a kill leaves what was there before.
//!
//! A file is written beside its place under another name, and renamed when all of it is on the disk. What exists is kept unless
//! the user says `--force`, and what is read is kept in any case. All that commands write goes through here.

use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use tempfile::{NamedTempFile, TempPath};

use crate::failure::Failure;
use crate::text::Sink;

/// As many links are followed as Linux follows.
const MAX_LINKS: usize = 40;

/// Standard output, where the name of a file is asked for.
const STANDARD_OUTPUT: &str = "-";

/// Whether a file that exists may be replaced: the same for every command that writes one.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Overwrite {
    /// Overwrite a file that exists.
    #[arg(long)]
    pub(crate) force: bool,
}

/// Writes a file: beside its place, renamed when it is whole. A device or a pipe is written to as it is, `-` is standard
/// output; of a link, what it leads to is written.
///
/// # Errors
/// If the file exists and may not be replaced, or cannot be written. What was there is then as it was. Also a file that may be
/// written to is not, where nothing may be made in its folder, or where it is a mount point: to write into it would lose it to
/// an error.
pub(crate) fn write(path: &Path, bytes: &[u8], overwrite: Overwrite) -> Result<(), Failure> {
    let mut files = Files::new(overwrite);
    files.add(path, bytes)?;
    files.commit()
}

/// Whether `path` may be written to by what is made from `inputs`: to be asked before the work, and of every command.
///
/// # Errors
/// If it is one of the inputs, by whatever name or link, or if it exists and may not be replaced.
pub(crate) fn check<'a>(
    path: &Path,
    overwrite: Overwrite,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Failure> {
    if is_standard_output(path) {
        return Ok(());
    }
    match inputs.into_iter().find(|input| would_lose(path, input)) {
        Some(input) => Err(Failure::Usage(format!(
            "{} would overwrite \"{}\", which it is made from: give it another name",
            path.display(),
            input.display()
        ))),
        None => Target::of(path, overwrite).map(drop).map_err(|error| cannot_write(path, error)),
    }
}

/// Whether what is written to `path` would be written over `input`, by whatever name or link, or over the archive it lies in.
pub(crate) fn would_lose(path: &Path, input: &Path) -> bool {
    input.ancestors().any(|place| is_same_file(place, path))
}

/// Writes text to standard output, with what acts on a terminal escaped.
///
/// # Errors
/// If it cannot be written, as on a full disk. If nobody reads any more, as behind `| head`, it ends the program with 0.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    print_bytes(&mut Sink(io::stdout().lock()), text.as_bytes())
        .map_err(|error| cannot_write(Path::new(STANDARD_OUTPUT), error))
}

fn print_bytes(out: &mut impl io::Write, bytes: &[u8]) -> io::Result<()> {
    out.write_all(bytes).and_then(|()| out.flush())
}

/// Whether a name means standard output.
pub(crate) fn is_standard_output(path: &Path) -> bool {
    path == Path::new(STANDARD_OUTPUT)
}

/// Writes a video, which may be longer than memory: to standard output, a pipe or a device as it is drawn, into a file that gets
/// its name when it is whole.
pub(crate) fn stream(
    path: &Path,
    overwrite: Overwrite,
    fill: impl FnOnce(&mut dyn io::Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let failed = |error| cannot_write(path, error);
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
pub(crate) struct Files {
    overwrite: Overwrite,
    staged: Vec<Staged>,
}

impl Files {
    pub(crate) const fn new(overwrite: Overwrite) -> Self {
        Self { overwrite, staged: Vec::new() }
    }

    /// Writes a file beside its place, where it stays hidden until [`commit`](Self::commit).
    ///
    /// # Errors
    /// If the file exists and may not be replaced, or cannot be written.
    pub(crate) fn add(&mut self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        let staged = Target::of(path, self.overwrite).and_then(|target| target.stage(bytes));
        self.stage(path, staged)
    }

    /// The same of a file that need not fit into memory.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub(crate) fn add_with(
        &mut self,
        path: &Path,
        fill: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let staged = Target::of(path, self.overwrite).and_then(|target| match target {
            Target::File { end, old } => {
                let buffered = |file: &mut NamedTempFile| {
                    let mut file = io::BufWriter::new(file);
                    fill(&mut file).and_then(|()| file.flush())
                };
                let file =
                    filled(&end, old.as_ref(), buffered).map_err(|error| explained(error, old.is_some()))?;
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
        let content = staged.map_err(|error| cannot_write(path, error))?;
        if let Some(end) = content.end()
            && self.staged.iter().any(|other| other.content.end() == Some(end))
        {
            return Err(Failure::Usage(format!(
                "{} would be two of the files that are written: give the output another name",
                path.display()
            )));
        }
        self.staged.push(Staged { path: path.to_path_buf(), content });
        Ok(())
    }

    /// Gives all files their names.
    ///
    /// # Errors
    /// If one cannot get its name. The others have none then either, and what was there is there again.
    pub(crate) fn commit(self) -> Result<(), Failure> {
        let is_alone = self.staged.len() == 1;
        let mut done = Vec::new();
        for Staged { path, content } in self.staged {
            match content.finish(is_alone) {
                Ok(undo) => done.extend(undo),
                Err(error) => {
                    done.into_iter().rev().for_each(Undo::undo);
                    return Err(cannot_write(&path, error));
                }
            }
        }
        Ok(())
    }
}

/// Where something is written to.
#[derive(Debug)]
enum Target {
    StandardOutput,
    /// A device or a pipe, which is opened only when there is something to write: who reads a pipe takes the end of the first
    /// writer for the end.
    Stream(PathBuf),
    /// A file where links end, and what is there.
    File {
        end: PathBuf,
        old: Option<Metadata>,
    },
}

impl Target {
    fn of(path: &Path, overwrite: Overwrite) -> io::Result<Self> {
        if is_standard_output(path) {
            return Ok(Self::StandardOutput);
        }
        let old = match fs::metadata(path) {
            Ok(old) => old,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Self::File { end: end_of_links(path)?, old: None });
            }
            Err(error) => return Err(error),
        };
        if old.is_file() && !overwrite.force {
            return Err(exists());
        }
        if !old.is_file() && !old.is_dir() {
            return Ok(Self::Stream(path.to_path_buf()));
        }
        // Renaming does not ask for leave to write to a file; who may not is told so here. So is who names a folder.
        let _opened = OpenOptions::new().write(true).open(path)?;
        Ok(Self::File { end: end_of_links(path)?, old: Some(old) })
    }

    fn stage(self, bytes: &[u8]) -> io::Result<Content> {
        Ok(match self {
            Self::StandardOutput => Content::StandardOutput(bytes.to_vec()),
            Self::Stream(path) => Content::Stream(path, bytes.to_vec()),
            Self::File { end, old } => {
                let written = beside(&end, bytes, old.as_ref());
                let file = written.map_err(|error| explained(plain(error, &end), old.is_some()))?;
                Content::File { end, file: file.into_temp_path(), is_new: old.is_none() }
            }
        })
    }
}

/// What is not written yet, and the name that was asked for.
#[derive(Debug)]
struct Staged {
    path: PathBuf,
    content: Content,
}

#[derive(Debug)]
enum Content {
    StandardOutput(Vec<u8>),
    Stream(PathBuf, Vec<u8>),
    /// Complete, beside its place, and gone unless it is renamed. It is closed: there may be more than can be open at once.
    File {
        end: PathBuf,
        file: TempPath,
        is_new: bool,
    },
}

impl Content {
    /// The file that it becomes, if it becomes one.
    fn end(&self) -> Option<&Path> {
        match self {
            Self::File { end, .. } => Some(end),
            Self::StandardOutput(_) | Self::Stream(..) => None,
        }
    }

    /// How to undo it is told only if it may have to be.
    fn finish(self, is_alone: bool) -> io::Result<Option<Undo>> {
        match self {
            Self::StandardOutput(bytes) => print_bytes(&mut io::stdout().lock(), &bytes).map(|()| None),
            Self::Stream(path, bytes) => {
                OpenOptions::new().write(true).open(path)?.write_all(&bytes).map(|()| None)
            }
            Self::File { end, file, is_new: true } => match file.persist_noclobber(&end) {
                Ok(_) => Ok((!is_alone).then_some(Undo::Remove(end))),
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Err(exists()),
                Err(error) => Err(error.error),
            },
            Self::File { end, file, is_new: false } => {
                let old = if is_alone { None } else { Some(second_name(&end)?) };
                file.persist(&end).map_err(|error| explained(error.error, true))?;
                Ok(old.map(|old| Undo::PutBack { old, end }))
            }
        }
    }
}

/// How a file that has its name loses it again.
#[derive(Debug)]
enum Undo {
    Remove(PathBuf),
    PutBack { old: TempPath, end: PathBuf },
}

impl Undo {
    /// As well as it can be done; why it has to be is told already.
    fn undo(self) {
        match self {
            Self::Remove(path) => drop(fs::remove_file(path)),
            Self::PutBack { old, end } => drop(old.persist(end)),
        }
    }
}

/// Another name for a file, beside it, which goes away by itself.
fn second_name(path: &Path) -> io::Result<TempPath> {
    let folder = folder_of(path);
    let linked = names().make_in(folder, |name| fs::hard_link(path, name));
    // Some disks have no second names.
    let copied = |_| names().make_in(folder, |name| fs::copy(path, name).map(drop));
    linked.or_else(copied).map(NamedTempFile::into_temp_path)
}

fn exists() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "the file exists; --force overwrites it")
}

pub(crate) fn cannot_write(path: &Path, error: io::Error) -> Failure {
    // Whoever reads has seen enough.
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Failure::Told(0);
    }
    let name = path.display().to_string();
    let name = if name == STANDARD_OUTPUT { "to standard output" } else { &name };
    Failure::File(anyhow::Error::from(error).context(format!("cannot write {name}")))
}

/// An error about a file that is hidden, as one about its folder.
fn plain(error: io::Error, path: &Path) -> io::Error {
    let folder = folder_of(path);
    if !folder.is_dir() {
        return io::Error::new(error.kind(), format!("there is no folder \"{}\"", folder.display()));
    }
    let cause = error.get_ref().and_then(|error| error.source());
    let code = cause.and_then(|cause| cause.downcast_ref::<io::Error>()).and_then(io::Error::raw_os_error);
    code.map_or(error, io::Error::from_raw_os_error)
}

/// The file by itself could be written to: it takes a word to see why it is not.
fn explained(error: io::Error, is_there: bool) -> io::Error {
    match error.kind() {
        kind if is_there && kind != io::ErrorKind::StorageFull => io::Error::new(
            kind,
            format!("{error}; a file that is there is replaced by a new one, which its folder has to allow"),
        ),
        _ => error,
    }
}

/// Writes a new file; whether there was none of that name.
///
/// # Errors
/// The system's reason. There is then no file of that name, unless there was one.
pub(crate) fn create(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    if path.symlink_metadata().is_ok() {
        return Ok(false);
    }
    match beside(path, bytes, None)?.persist_noclobber(path) {
        Ok(_) => Ok(true),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error.error),
    }
}

/// A complete file in the folder of `target`, which is gone again unless it is renamed. It gets the rights of `old`.
fn beside(target: &Path, bytes: &[u8], old: Option<&Metadata>) -> io::Result<NamedTempFile> {
    filled(target, old, |file| file.write_all(bytes))
}

/// The same of what is made while it is written.
fn filled(
    target: &Path,
    old: Option<&Metadata>,
    fill: impl FnOnce(&mut NamedTempFile) -> io::Result<()>,
) -> io::Result<NamedTempFile> {
    let mut builder = names();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // Those of any new file; by itself it would be its owner's alone.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder_of(target))?;
    fill(&mut file)?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    // Some disks tell only now that they are full.
    file.as_file().sync_all()?;
    Ok(file)
}

/// How files are called while they are no more than beside their place.
fn names() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".md2-viewer-").suffix(".tmp");
    builder
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Where links lead that `path` may be, whether or not there is anything.
pub(crate) fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        if !path.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink()) {
            return Ok(path);
        }
        let to = fs::read_link(&path)?;
        path = path.parent().unwrap_or(Path::new("")).join(to);
    }
    Err(io::Error::other("too many links"))
}

/// Whether both paths lead to one file, by whatever names.
pub(crate) fn is_same_file(a: &Path, b: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let identity = |path| fs::metadata(path).map(|file| (file.dev(), file.ino()));
        matches!((identity(a), identity(b)), (Ok(a), Ok(b)) if a == b)
    }
    #[cfg(not(unix))]
    {
        matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
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
