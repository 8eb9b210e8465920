//! The search for models in folders and archives.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::vec;

use md2_common::FileKind;

use crate::archive::EntryError;
use crate::read::{ReadError, archive_at, is_archive, read_start};
use crate::tree::{FolderEntry, MAX_ENTRIES, entries};
use crate::{archive_path, natural};

/// File extensions of models.
pub(crate) const MODELS: [&str; 3] = ["md2", "mdl", "md3"];
/// File extensions of archives.
pub(crate) const ARCHIVES: [&str; 5] = ["pak", "pk2", "pk3", "pkz", "zip"];
/// File extensions of other game files. The search does not open these files to find out whether they are models.
const OTHERS: [&str; 16] = [
    "pcx", "png", "tga", "jpg", "jpeg", "bmp", "wal", "wav", "ogg", "mp3", "bsp", "cfg", "txt", "skin",
    "shader", "sp2",
];
/// Number of bytes that identify a model format.
const IDENT_BYTES: u64 = 4;

/// An entry of a folder or an archive, or an error.
type WalkItem = Result<FolderEntry, ReadError>;

/// An iterator over the models in a folder and its subfolders: see [`find_models`].
#[derive(Debug)]
pub struct ModelFiles {
    /// The entries that remain in the folder, in its current subfolder, and so on.
    left: Vec<vec::IntoIter<WalkItem>>,
    /// The canonical paths of the visited folders.
    seen: HashSet<PathBuf>,
    /// The error to return next.
    failed: Option<ReadError>,
}

/// Finds the models in a folder and in its subfolders and archives, in natural order (`tank2` before `tank10`). A file is a model if it
/// has the extension `md2`, `mdl` or `md3`, or begins with the first four bytes of one of these formats. `folder` may also be an archive
/// or a folder in an archive.
///
/// The iterator lists folders on demand. It follows links, but visits no folder twice. It returns an error for each folder or archive that
/// cannot be listed and for each refused model in an archive, and then continues. It does not open archives inside archives.
#[must_use]
pub fn find_models(folder: &Path) -> ModelFiles {
    let mut files = ModelFiles { left: Vec::new(), seen: HashSet::new(), failed: None };
    match archive_path::split(folder) {
        Some((archive, name)) => files.enter_archive(&archive, &name),
        None => files.enter(folder),
    }
    files
}

impl ModelFiles {
    fn enter(&mut self, folder: &Path) {
        let failed = |source| ReadError::System { path: folder.to_path_buf(), source };
        let listed = folder.canonicalize().and_then(|name| {
            // The same folder was visited by another path.
            if !self.seen.insert(name) {
                return Ok(Vec::new());
            }
            entries(folder, MAX_ENTRIES)
        });
        match listed {
            Ok(entries) => {
                if entries.len() == MAX_ENTRIES {
                    let reason = format!("more than {MAX_ENTRIES} names in one folder");
                    self.failed = Some(failed(io::Error::other(reason)));
                }
                self.push(entries.into_iter().map(|entry| (entry.name.clone(), Ok(entry))).collect());
            }
            Err(source) => self.failed = Some(failed(source)),
        }
    }

    /// Adds all folders of an archive in one step.
    fn enter_archive(&mut self, path: &Path, folder: &str) {
        let archive = match archive_at(path) {
            Ok(archive) => archive,
            Err(error) => {
                self.failed = Some(error);
                return;
            }
        };
        let is_below = |name: &str| {
            let start = name.get(..folder.len());
            let rest = name.get(folder.len()..).unwrap_or_default();
            folder.is_empty()
                || (start.is_some_and(|start| start.eq_ignore_ascii_case(folder)) && rest.starts_with('/'))
        };
        let served = archive.entries().iter().filter(|entry| is_below(entry.name())).map(|entry| {
            let name = entry.name().to_lowercase();
            (name.clone(), Ok(FolderEntry { name, path: path.join(entry.name()), is_folder: false }))
        });
        let refused = archive.refused().iter().filter(|one| is_below(&one.name)).filter_map(|one| {
            let name = one.name.to_lowercase();
            has_extension(&name, &MODELS).then(|| {
                // `join` with an absolute name would remove the path of the archive.
                let path = PathBuf::from(format!("{}/{}", path.display(), one.name));
                (name, Err(ReadError::Entry { path, source: EntryError::Refused(one.reason) }))
            })
        });
        let items = served.filter(|(name, _)| !has_extension(name, &OTHERS)).chain(refused).collect();
        self.push(items);
    }

    fn push(&mut self, mut items: Vec<(String, WalkItem)>) {
        let path = |item: &WalkItem| match item {
            Ok(entry) => entry.path.clone(),
            Err(error) => error.path().to_owned(),
        };
        items
            .sort_by(|(a, one), (b, other)| natural::compare(a, b).then_with(|| path(one).cmp(&path(other))));
        self.left.push(items.into_iter().map(|(_, item)| item).collect::<Vec<_>>().into_iter());
    }
}

impl Iterator for ModelFiles {
    /// The path of a model, or an error about a folder, archive or entry.
    type Item = Result<PathBuf, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(error) = self.failed.take() {
                return Some(Err(error));
            }
            match self.left.last_mut()?.next() {
                None => drop(self.left.pop()),
                Some(Err(error)) => return Some(Err(error)),
                Some(Ok(entry)) if entry.is_folder => self.enter(&entry.path),
                Some(Ok(entry)) if has_extension(&entry.name, &ARCHIVES) && entry.path.is_file() => {
                    self.enter_archive(&entry.path, "");
                }
                Some(Ok(entry)) if is_model(&entry) => return Some(Ok(entry.path)),
                Some(Ok(_)) => {}
            }
        }
    }
}

/// Lists the files of a folder or an archive, without subfolders, in natural order.
///
/// # Errors
/// Fails if the folder or archive cannot be listed.
pub fn list_files(folder: &Path) -> Result<Vec<PathBuf>, ReadError> {
    let failed = |source| ReadError::System { path: folder.to_path_buf(), source };
    let mut files = entries(folder, MAX_ENTRIES).map_err(failed)?;
    files.retain(|entry| !entry.is_folder);
    files.sort_by(|a, b| natural::compare(&a.name, &b.name).then_with(|| a.path.cmp(&b.path)));
    Ok(files.into_iter().map(|entry| entry.path).collect())
}

/// Whether the path can contain several models: it is a folder, an archive, or a folder in an archive.
#[must_use]
pub fn is_container(path: &Path) -> bool {
    crate::read::is_folder(path) || is_archive(path)
}

/// Whether a file has the extension of a model, or begins with the first bytes of a model.
fn is_model(entry: &FolderEntry) -> bool {
    let starts_like_model = || {
        read_start(&entry.path, IDENT_BYTES).is_ok_and(|start| {
            matches!(FileKind::detect(&start), Some(FileKind::Mdl | FileKind::Md2 | FileKind::Md3))
        })
    };
    has_extension(&entry.name, &MODELS) || (!has_extension(&entry.name, &OTHERS) && starts_like_model())
}

/// Whether a lower-case name has one of these extensions.
pub(crate) fn has_extension(name: &str, extensions: &[&str]) -> bool {
    name.rsplit_once('.').is_some_and(|(_, own)| extensions.contains(&own))
}
