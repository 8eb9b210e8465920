//! The models in a folder and in those below it, archives being folders.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::vec;

use md2_common::FileKind;

use crate::archive::EntryError;
use crate::read::{ReadError, archive_at, is_archive, read_start};
use crate::tree::{FolderEntry, MAX_ENTRIES, entries};
use crate::{inside, natural};

/// Extensions of models.
pub(crate) const MODELS: [&str; 3] = ["md2", "mdl", "md3"];
/// Extensions of archives.
pub(crate) const ARCHIVES: [&str; 5] = ["pak", "pk2", "pk3", "pkz", "zip"];
/// Extensions of what games consist of besides, which is not opened to see whether it is a model after all.
const OTHERS: [&str; 16] = [
    "pcx", "png", "tga", "jpg", "jpeg", "bmp", "wal", "wav", "ogg", "mp3", "bsp", "cfg", "txt", "skin",
    "shader", "sp2",
];
/// Bytes of a file that tell whether it is a model.
const IDENT_BYTES: u64 = 4;

/// What lies in a folder or an archive, or cannot be served.
type Item = Result<FolderEntry, ReadError>;

/// Walks through a folder and those below it. See [`find_models`].
#[derive(Debug)]
pub struct ModelFiles {
    /// What is left of the folder that was given, of one in it, of one in that.
    left: Vec<vec::IntoIter<Item>>,
    /// The folders that were walked through, by their one name.
    seen: HashSet<PathBuf>,
    /// What is told next.
    failed: Option<ReadError>,
}

/// The models in `folder` and in the folders and archives below it, in the order in which people count (`tank2` before `tank10`),
/// found while the iterator is asked for them. A model is what has the extension of one (`md2`, `mdl`, `md3`), whatever its
/// content, or starts like one. `folder` may be an archive (PAK, ZIP), or a folder in one.
///
/// A link to a folder is followed, but no folder is walked through twice. A folder or archive that cannot be listed is an error
/// among the items, and the walk goes on behind it; so is a model in an archive that is never served. An archive in an archive is
/// not opened.
#[must_use]
pub fn find_models(folder: &Path) -> ModelFiles {
    let mut files = ModelFiles { left: Vec::new(), seen: HashSet::new(), failed: None };
    match inside::split(folder) {
        Some((archive, name)) => files.enter_archive(&archive, &name),
        None => files.enter(folder),
    }
    files
}

impl ModelFiles {
    fn enter(&mut self, folder: &Path) {
        let failed = |source| ReadError::System { path: folder.to_path_buf(), source };
        let listed = folder.canonicalize().and_then(|name| {
            // By another way it was here before.
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

    /// All folders of the archive at once.
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
                // Not joined, since the name may be absolute.
                let path = PathBuf::from(format!("{}/{}", path.display(), one.name));
                (name, Err(ReadError::Entry { path, source: EntryError::Refused(one.reason) }))
            })
        });
        let items = served.filter(|(name, _)| !has_extension(name, &OTHERS)).chain(refused).collect();
        self.push(items);
    }

    fn push(&mut self, mut items: Vec<(String, Item)>) {
        let path = |item: &Item| match item {
            Ok(entry) => entry.path.clone(),
            Err(error) => error.path().to_owned(),
        };
        items
            .sort_by(|(a, one), (b, other)| natural::compare(a, b).then_with(|| path(one).cmp(&path(other))));
        self.left.push(items.into_iter().map(|(_, item)| item).collect::<Vec<_>>().into_iter());
    }
}

impl Iterator for ModelFiles {
    /// A file, by a path that begins as the folder's does; or what could not be looked into.
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

/// The files in a folder or an archive, not those below it, in the order in which people count.
///
/// # Errors
/// If it cannot be listed.
pub fn list_files(folder: &Path) -> Result<Vec<PathBuf>, ReadError> {
    let failed = |source| ReadError::System { path: folder.to_path_buf(), source };
    let mut files = entries(folder, MAX_ENTRIES).map_err(failed)?;
    files.retain(|entry| !entry.is_folder);
    files.sort_by(|a, b| natural::compare(&a.name, &b.name).then_with(|| a.path.cmp(&b.path)));
    Ok(files.into_iter().map(|entry| entry.path).collect())
}

/// Whether a path leads to more than one model: a folder, an archive, or a folder in one.
#[must_use]
pub fn is_container(path: &Path) -> bool {
    crate::read::is_folder(path) || is_archive(path)
}

/// Whether a file is called as a model is, or starts like one.
fn is_model(entry: &FolderEntry) -> bool {
    let starts_like_one = || {
        read_start(&entry.path, IDENT_BYTES).is_ok_and(|start| {
            matches!(FileKind::detect(&start), Some(FileKind::Mdl | FileKind::Md2 | FileKind::Md3))
        })
    };
    has_extension(&entry.name, &MODELS) || (!has_extension(&entry.name, &OTHERS) && starts_like_one())
}

/// Whether a lower-case name ends in one of these.
pub(crate) fn has_extension(name: &str, extensions: &[&str]) -> bool {
    name.rsplit_once('.').is_some_and(|(_, own)| extensions.contains(&own))
}
