//! Writing files so that an error, a full disk or a kill leaves what was there before.
//!
//! A file is written beside its place under another name, and renamed when all of it is on the disk.

use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// As many links are followed as Linux follows.
const MAX_LINKS: usize = 40;

/// Writes a file, replacing what is there. A device or a pipe is written to as it is; of a link, what it leads to is
/// replaced.
///
/// # Errors
/// The system's reason. The old file is then as it was. Also one that may be written to is not, where nothing may be made in
/// its folder, or where it is a mount point: to write into it would lose it to an error.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let old = match fs::metadata(path) {
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if let Some(old) = &old {
        // Renaming does not ask for leave to write to a file; who may not is told so here. So is who names a folder.
        let mut opened = OpenOptions::new().write(true).open(path)?;
        if !old.is_file() {
            return opened.write_all(bytes);
        }
    }
    let target = end_of_links(path)?;
    let replaced = beside(&target, bytes, old.as_ref())
        .and_then(|written| written.persist(&target).map(drop).map_err(|error| error.error));
    // The file by itself could be written to: it takes a word to see why it is not.
    replaced.map_err(|error| match (&old, error.kind()) {
        (Some(_), kind) if kind != io::ErrorKind::StorageFull => io::Error::new(
            kind,
            format!("{error}; a file that is there is replaced by a new one, which its folder has to allow"),
        ),
        _ => error,
    })
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
    let folder = target.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".md2-viewer-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // Those of any new file; by itself it would be its owner's alone.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    // Some disks tell only now that they are full.
    file.as_file().sync_all()?;
    Ok(file)
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

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_was_there_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        replace(&path, b"new").unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o600, 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        // Another name of the old file keeps the old content: nothing was written into it.
        fs::hard_link(&path, folder.path().join("b")).unwrap();
        replace(&path, b"newer").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"newer");
        assert_eq!(fs::read(folder.path().join("b")).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(names(folder.path()), ["a", "b"]);
    }

    /// Whoever runs this can write to the file, and nobody makes files beside it.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_in_a_folder_that_takes_no_other_is_refused_and_the_folder_named() {
        let path = Path::new("/proc/self/comm");
        let before = fs::read(path).unwrap();
        let error = replace(path, b"new").unwrap_err().to_string();
        assert!(error.ends_with("which its folder has to allow"), "{error}");
        assert_eq!(fs::read(path).unwrap(), before);
        assert!(!replace(Path::new("/proc/self/none"), b"new").unwrap_err().to_string().contains("replaced"));
    }

    #[test]
    fn links_stay_and_what_they_lead_to_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("deep")).unwrap();
        symlink("deep/second", at("first")).unwrap();
        symlink("../end", at("deep/second")).unwrap();
        for content in [&b"made"[..], b"replaced"] {
            replace(&at("first"), content).unwrap();
            assert_eq!(fs::read(at("end")).unwrap(), content);
            assert!(at("first").symlink_metadata().unwrap().is_symlink());
        }
        assert!(is_same_file(&at("first"), &at("end")) && !is_same_file(&at("end"), &at("none")));
        symlink("around", at("around")).unwrap();
        assert!(replace(&at("around"), b"").is_err());
    }

    #[test]
    fn an_error_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("folder")).unwrap();
        assert!(replace(&at("folder"), b"new").is_err());
        assert!(replace(&at("no/a"), b"new").is_err());
        assert!(replace(Path::new("/dev/full"), b"new").is_err(), "a device is written to");
        replace(Path::new("/dev/null"), b"new").unwrap();
        fs::write(at("mine"), b"mine").unwrap();
        assert!(!create(&at("mine"), b"new").unwrap());
        symlink("nothing", at("link")).unwrap();
        assert!(!create(&at("link"), b"new").unwrap(), "a name that is taken");
        assert!(create(&at("new"), b"new").unwrap());
        assert_eq!(fs::read(at("mine")).unwrap(), b"mine");
        assert_eq!(names(folder.path()), ["folder", "link", "mine", "new"]);
    }
}
