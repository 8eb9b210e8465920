//! The search for models in folders and archives.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::{io, vec};

use md2_common::FileKind;

use crate::archive::EntryError;
use crate::disk::Disk;
use crate::read::{ReadError, archive_at, is_archive, read_start};
use crate::stamp::FolderId;
use crate::tree::{FolderEntry, MAX_ENTRIES, entries};
use crate::{archive_path, natural};

/// File extensions of models.
pub const MODEL_EXTENSIONS: [&str; 3] = ["md2", "mdl", "md3"];
const MODEL_KINDS: [FileKind; 4] = [FileKind::Mdl, FileKind::Hexen2, FileKind::Md2, FileKind::Md3];
/// File extensions of archives. Those of Quake II come first, in the order in which their archives are searched.
pub(crate) const ARCHIVES: [&str; 9] = ["pak", "pk2", "pk3", "pkz", "zip", "dpk", "ipk3", "pk4", "kpf"];
/// File extensions of other game files. The search does not open these files to find out whether they are models or archives.
const OTHERS: [&str; 16] = [
    "pcx", "png", "tga", "jpg", "jpeg", "bmp", "wal", "wav", "ogg", "mp3", "bsp", "cfg", "txt", "skin",
    "shader", "sp2",
];
const IDENT_BYTES: u64 = 4;

type WalkItem = Result<FolderEntry, ReadError>;

/// The largest depth of subfolders that a search enters. The subfolders of known games are at most ten levels deep.
pub const MAX_FOLDER_DEPTH: usize = 256;
/// The largest number of file and folder names that a search reads, counted over all folders and archives.
pub const MAX_SEARCHED_NAMES: usize = 1 << 22;
/// Folders whose content the system generates. They contain no files of users, but links to all parts of the file system.
const SYSTEM: [&str; 2] = ["/proc", "/sys"];

/// An iterator over the models in a folder and its subfolders: see [`find_models`].
#[derive(Debug)]
pub struct ModelFiles {
    /// For each folder from the first to the current one, the entries that the search has not yet visited.
    left: Vec<vec::IntoIter<WalkItem>>,
    /// The canonical path and the identity of the folder in which the search began; `None` if it began in an archive.
    start: Option<(PathBuf, FolderId)>,
    seen: HashSet<FolderId>,
    follows_links: bool,
    names_left: usize,
    skipped: SkippedEntries,
    failed: Option<ReadError>,
}

/// The numbers of entries that a search skipped because they lead out of the searched folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SkippedEntries {
    /// Links to files and folders outside the searched folder.
    pub links: usize,
    /// Folders on other devices, such as `/proc` inside `/`. After [`ModelFiles::follow_links`], also links to `/proc` and `/sys`.
    pub other_devices: usize,
}

/// Finds the models in a folder and in its subfolders and archives, in natural order (`tank2` before `tank10`). A file is a model if it
/// has the extension `md2`, `mdl` or `md3`, or begins with the first four bytes of one of these formats. A file is an archive if it has
/// the extension of one, or begins like one. `folder` may also be an archive or a folder in an archive.
///
/// The iterator lists each folder once, when it reaches the folder. It skips links that lead out of `folder`, unless
/// [`ModelFiles::follow_links`] allows them. It always skips folders on other devices, and archives inside archives. The iterator
/// returns an error and continues if a folder or archive cannot be listed, if a folder is more than [`MAX_FOLDER_DEPTH`] levels deep, or
/// if an archive refuses a model. After [`MAX_SEARCHED_NAMES`] names, it returns an error and ends.
pub fn find_models(folder: &Path) -> ModelFiles {
    let mut files = ModelFiles {
        left: Vec::new(),
        start: None,
        seen: HashSet::new(),
        follows_links: false,
        names_left: MAX_SEARCHED_NAMES,
        skipped: SkippedEntries::default(),
        failed: None,
    };
    match archive_path::split(folder) {
        Some((archive, name)) => files.enter_archive(&archive, &name),
        None => files.enter(folder),
    }
    files
}

impl ModelFiles {
    /// Returns an iterator that also follows links to files and folders outside the searched folder.
    #[must_use]
    pub fn follow_links(self) -> Self {
        Self { follows_links: true, ..self }
    }

    /// Returns the number of skipped entries so far.
    pub fn skipped(&self) -> SkippedEntries {
        self.skipped
    }

    fn enter(&mut self, folder: &Path) {
        match self.list(folder) {
            Ok(entries) => {
                if entries.len() == MAX_ENTRIES {
                    self.fail(folder, format!("only the first {MAX_ENTRIES} names are read"));
                }
                self.push(entries.into_iter().map(|entry| (entry.name.clone(), Ok(entry))).collect());
            }
            Err(source) => self.failed = Some(ReadError::System(folder.to_path_buf(), source)),
        }
    }

    fn list(&mut self, folder: &Path) -> io::Result<Vec<FolderEntry>> {
        if self.left.len() > MAX_FOLDER_DEPTH {
            return Err(io::Error::other(format!("more than {MAX_FOLDER_DEPTH} folders deep")));
        }
        let id = FolderId::read(folder)?;
        if let Some((_, start)) = &self.start {
            if !id.has_device_of(start) {
                self.skipped.other_devices += 1;
                return Ok(Vec::new());
            }
        } else {
            let path = folder.canonicalize()?;
            if is_of_system(&path) {
                return Err(io::Error::other("the system generates this folder, so it contains no models"));
            }
            self.start = Some((path, id.clone()));
        }
        if self.seen.insert(id) { entries(&Disk, folder, MAX_ENTRIES) } else { Ok(Vec::new()) }
    }

    /// Whether an entry is a link that the search skips. The search always skips links to folders that the system
    /// generates. Without `follows_links`, it also skips links out of the searched folder.
    fn leads_out(&self, entry: &FolderEntry) -> bool {
        let is_outside =
            |target: &Path| self.start.as_ref().is_some_and(|(start, _)| !target.starts_with(start));
        let is_skipped =
            |target: PathBuf| is_of_system(&target) || !self.follows_links && is_outside(&target);
        entry.is_link && entry.path.canonicalize().is_ok_and(is_skipped)
    }

    fn fail(&mut self, path: &Path, reason: String) {
        self.failed = Some(ReadError::System(path.to_path_buf(), io::Error::other(reason)));
    }

    /// Adds all entries of an archive to the search, including entries in subfolders. If `folder` is not empty, adds only the entries in
    /// this folder of the archive.
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
            (
                name.clone(),
                Ok(FolderEntry { name, path: path.join(entry.name()), is_folder: false, is_link: false }),
            )
        });
        let refused = archive.refused().iter().filter(|one| is_below(&one.name)).filter_map(|one| {
            let name = one.name.to_lowercase();
            has_extension(&name, &MODEL_EXTENSIONS).then(|| {
                // `join` with an absolute name would remove the path of the archive.
                let path = PathBuf::from(format!("{}/{}", path.display(), one.name));
                (name, Err(ReadError::Entry(path, EntryError::Refused(one.reason.clone()))))
            })
        });
        self.push(served.chain(refused).collect());
    }

    fn push(&mut self, mut items: Vec<(String, WalkItem)>) {
        let path = |item: &WalkItem| match item {
            Ok(entry) => entry.path.clone(),
            Err(error) => error.path().to_owned(),
        };
        items.sort_by(|(a, one), (b, other)| {
            natural::compare_files(a, b).then_with(|| path(one).cmp(&path(other)))
        });
        self.names_left = self.names_left.saturating_sub(items.len());
        self.left.push(items.into_iter().map(|(_, item)| item).collect::<Vec<_>>().into_iter());
    }
}

impl Iterator for ModelFiles {
    type Item = Result<PathBuf, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(error) = self.failed.take() {
                return Some(Err(error));
            }
            let entry = match self.left.last_mut()?.next() {
                None => {
                    self.left.pop();
                    continue;
                }
                Some(Err(error)) => return Some(Err(error)),
                // The search never opens files with these extensions, so it need not check where links lead.
                Some(Ok(entry)) if !entry.is_folder && has_extension(&entry.name, &OTHERS) => continue,
                Some(Ok(entry)) => entry,
            };
            let is_packed = !entry.is_folder && is_packed(&entry);
            if self.leads_out(&entry) {
                // With `follow_links`, `leads_out` is only true for links to folders that the system generates.
                let skipped = &mut self.skipped;
                *(if self.follows_links { &mut skipped.other_devices } else { &mut skipped.links }) += 1;
            } else if (entry.is_folder || is_packed) && self.names_left == 0 {
                self.left.clear();
                self.fail(&entry.path, format!("the search stopped after {MAX_SEARCHED_NAMES} names"));
            } else if entry.is_folder {
                self.enter(&entry.path);
            } else if is_packed {
                self.enter_archive(&entry.path, "");
            } else if is_model(&entry) {
                return Some(Ok(entry.path));
            }
        }
    }
}

/// Lists the files of a folder or an archive, without subfolders, in natural order.
pub fn list_files(folder: &Path) -> Result<Vec<PathBuf>, ReadError> {
    let failed = |source| ReadError::System(folder.to_path_buf(), source);
    let mut files = entries(&Disk, folder, MAX_ENTRIES).map_err(failed)?;
    files.retain(|entry| !entry.is_folder);
    files.sort_by(|a, b| natural::compare_files(&a.name, &b.name).then_with(|| a.path.cmp(&b.path)));
    Ok(files.into_iter().map(|entry| entry.path).collect())
}

/// Whether the path can contain several models: it is a folder, an archive, or a folder in an archive.
pub fn is_container(path: &Path) -> bool {
    crate::read::is_folder(path) || is_archive(path)
}

fn is_of_system(canonical: &Path) -> bool {
    SYSTEM.iter().any(|system| canonical.starts_with(system))
}

/// Whether an entry is an archive on disk, by its extension or its content.
fn is_packed(entry: &FolderEntry) -> bool {
    !has_extension(&entry.name, &MODEL_EXTENSIONS)
        && entry.path.is_file()
        && (has_extension(&entry.name, &ARCHIVES) || is_archive(&entry.path))
}

fn is_model(entry: &FolderEntry) -> bool {
    let starts_like_model = || {
        let start = read_start(&entry.path, IDENT_BYTES);
        start.is_ok_and(|start| FileKind::detect(&start).is_some_and(|kind| MODEL_KINDS.contains(&kind)))
    };
    has_extension(&entry.name, &MODEL_EXTENSIONS) || starts_like_model()
}

pub(crate) fn has_extension(name: &str, extensions: &[&str]) -> bool {
    name.rsplit_once('.').is_some_and(|(_, own)| extensions.contains(&own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_after_the_allowed_number_of_names() {
        let folder = md2_testdata::TempFolder::with_files(&["a/b.md2", "a/c.md2", "d/e.md2", "f.md2"]);
        let models = ModelFiles { names_left: 2, ..find_models(&folder) };
        // The search reads the two allowed names in the folder `a`, so it does not enter `d`.
        let found: Vec<_> = models.map(|item| item.map_err(|error| error.reason())).collect();
        let reason = format!("the search stopped after {MAX_SEARCHED_NAMES} names");
        assert_eq!(found, [Ok(folder.join("a/b.md2")), Ok(folder.join("a/c.md2")), Err(reason)]);
    }
}
