//! Temporary files in the folder of the output. They are removed unless they are renamed.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

use tempfile::{NamedTempFile, TempPath};

/// Creates a temporary file in the folder of `target`, and calls `fill` to write its content. The file gets the
/// permissions of the existing file, if `old` contains its metadata.
pub(super) fn create_filled(
    target: &Path,
    old: Option<&Metadata>,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<NamedTempFile> {
    // The errors of `NamedTempFile` contain the name of the temporary file, which the user does not know.
    let mut file = names()
        .make_in(folder_of(target), |path| File::create_new(path))
        .map_err(|error| folder_error(error, target))?;
    fill(file.as_file_mut())?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    // Some file systems report a full disk only when the data is synchronized.
    file.as_file().sync_all()?;
    Ok(file)
}

fn names() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".md2-viewer-").suffix(".tmp");
    builder
}

pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

pub(super) fn link_or_copy(path: &Path) -> io::Result<TempPath> {
    let folder = folder_of(path);
    let linked = names().make_in(folder, |name| fs::hard_link(path, name));
    // Some file systems do not support hard links.
    let copied = |_| names().make_in(folder, |name| fs::copy(path, name).map(drop));
    linked.or_else(copied).map(NamedTempFile::into_temp_path)
}

fn folder_error(error: io::Error, path: &Path) -> io::Error {
    let folder = folder_of(path);
    if folder.is_dir() {
        return error;
    }
    io::Error::new(error.kind(), format!("there is no folder \"{}\"", folder.display()))
}
