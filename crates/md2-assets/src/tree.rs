//! Cached folder listings with names in lower case, and the search for the root folder of a game.
//!
//! # The root of a game
//!
//! Paths in a game's files start at the root of the game. The root is found by the names of the folders above a model. To avoid wrong
//! results, the root is at most six folders above the model, and never a folder that the source excludes, such as a home folder. A model
//! inside an excluded folder can use only files next to it and in subfolders.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::{io, iter};

use crate::definitions::Definitions;
use crate::disk::Disk;
use crate::read::{ReadAs, ReadError};
use crate::source::{FileSource, SourceEntry};

/// The maximum number of folders above a model that are searched for the root of a game. Models are at most five levels below the root of
/// their game (`models/players/NAME/`, `packages/models/NAME/COLOR/`).
const MAX_ABOVE: usize = 6;
/// The maximum number of file and folder names that are read in all folders together. The largest games have about ten thousand files, but
/// links can repeat folders.
pub(crate) const MAX_ENTRIES: usize = 1 << 18;

#[derive(Clone, Debug)]
pub(crate) struct FolderEntry {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) is_folder: bool,
    pub(crate) is_link: bool,
}

impl FolderEntry {
    pub(crate) fn stem(&self) -> &str {
        self.name.rsplit_once('.').map_or(&*self.name, |(stem, _)| stem)
    }

    pub(crate) fn has_extension(&self, extension: &str) -> bool {
        !self.is_folder && self.name.rsplit_once('.').is_some_and(|(_, own)| own == extension)
    }
}

/// The images of a game.
#[derive(Debug, Default)]
pub(crate) struct ImageIndex {
    /// The folders that contain an image with this name without extension.
    pub(crate) folders: HashMap<String, Vec<PathBuf>>,
    /// Whether all folders of the game were read.
    pub(crate) is_whole: bool,
}

/// A source of files with a cache of folder listings. It lists each folder once, when it is first used. Use the same cache for all searches
/// around a model, then drop the cache, because it does not notice later changes.
///
/// Names are compared in lower case. A folder that cannot be read is treated as empty. After 262,144 names in all folders together,
/// further names are ignored.
///
/// The default source is the file system with its archives ([`Disk`]).
#[derive(Debug)]
pub struct FolderCache {
    source: Box<dyn FileSource>,
    listed: RefCell<HashMap<PathBuf, Rc<[FolderEntry]>>>,
    count: Cell<usize>,
    /// The listings of folders in all places of their games: see `list` in the module `overlay`.
    pub(crate) overlaid: RefCell<HashMap<PathBuf, Rc<[FolderEntry]>>>,
    pub(crate) places: RefCell<HashMap<PathBuf, Rc<[PathBuf]>>>,
    pub(crate) definitions: RefCell<HashMap<PathBuf, Rc<Definitions>>>,
    pub(crate) indices: RefCell<HashMap<PathBuf, Rc<ImageIndex>>>,
}

impl Default for FolderCache {
    fn default() -> Self {
        Self::new(Disk)
    }
}

impl FolderCache {
    /// Creates an empty cache for the files of `source`.
    pub fn new(source: impl FileSource + 'static) -> Self {
        Self {
            source: Box::new(source),
            listed: RefCell::default(),
            count: Cell::default(),
            overlaid: RefCell::default(),
            places: RefCell::default(),
            definitions: RefCell::default(),
            indices: RefCell::default(),
        }
    }

    /// Reads a file of the source.
    pub fn read(&self, path: &Path, kind: ReadAs) -> Result<Vec<u8>, ReadError> {
        self.source.read(path, kind)
    }

    pub(crate) fn read_start(&self, path: &Path, length: u64) -> Result<Vec<u8>, ReadError> {
        self.source.read_start(path, length)
    }

    pub(crate) fn is_folder(&self, path: &Path) -> bool {
        self.source.is_folder(path)
    }

    /// Number of names read so far.
    pub fn listed_count(&self) -> usize {
        self.count.get()
    }

    /// Returns the entries of a single folder, sorted by name. Folders with the same path in other archives of the game are not included.
    pub(crate) fn list_alone(&self, folder: &Path) -> Rc<[FolderEntry]> {
        if let Some(entries) = self.listed.borrow().get(folder) {
            return Rc::clone(entries);
        }
        let most = MAX_ENTRIES.saturating_sub(self.count.get());
        let entries: Rc<[FolderEntry]> = entries(&*self.source, folder, most).unwrap_or_default().into();
        self.count.set(self.count.get() + entries.len());
        self.listed.borrow_mut().insert(folder.to_path_buf(), Rc::clone(&entries));
        entries
    }

    /// Lists the files in a folder or an archive and its subfolders, sorted by path. Links to folders are not followed.
    pub fn list_files_below(&self, root: &Path) -> Vec<PathBuf> {
        let (mut left, mut files) = (vec![root.to_path_buf()], Vec::new());
        while let Some(folder) = left.pop() {
            for entry in self.list_alone(&folder).iter() {
                match entry.is_folder {
                    true if entry.is_link => {}
                    true => left.push(entry.path.clone()),
                    false => files.push(entry.path.clone()),
                }
            }
        }
        files.sort();
        files
    }

    /// Finds a subfolder of the folder `from`, at any depth. `parts` are the lower-case names in its path relative to `from`.
    pub(crate) fn folder(&self, from: &Path, parts: &[impl AsRef<str>]) -> Option<PathBuf> {
        let step = |folder: PathBuf, part: &str| {
            let entries = self.list_alone(&folder);
            named(&entries, part).find(|entry| entry.is_folder).map(|entry| entry.path.clone())
        };
        parts.iter().try_fold(from.to_path_buf(), |folder, part| step(folder, part.as_ref()))
    }

    pub(crate) fn folder_of(&self, path: &Path) -> PathBuf {
        self.source.identity(path.parent().unwrap_or(Path::new("")))
    }

    pub(crate) fn may_be_game(&self, folder: &Path) -> bool {
        self.source.may_be_game(folder)
    }

    /// Finds the root of a game: the parent of the nearest folder named `top`. The search starts at `folder` and continues with the folders
    /// above it.
    pub(crate) fn game_root(&self, folder: &Path, top: &str) -> Option<PathBuf> {
        self.roots(folder, top).next().map(Path::to_path_buf)
    }

    /// Finds the parents of all folders named `top` among `folder` and the folders above it, the nearest first. Skips parents that cannot be
    /// the root of a game.
    pub(crate) fn roots<'a>(&'a self, folder: &'a Path, top: &'a str) -> impl Iterator<Item = &'a Path> {
        let is_top = move |folder: &&Path| folder.file_name().is_some_and(|name| lower_case(name) == top);
        let tops = folder.ancestors().take(MAX_ABOVE).filter(is_top);
        tops.filter_map(Path::parent).filter(|root| self.may_be_game(root))
    }

    /// Returns the parent of `folder`; `None` if the parent is not below the root of a game.
    pub(crate) fn folder_above<'a>(&self, folder: &'a Path) -> Option<&'a Path> {
        let root = self.game_root(folder, "models")?;
        folder.parent().filter(|parent| parent.starts_with(&root) && *parent != root)
    }

    /// Iterates over a folder and its parents, up to the highest folder that can be the root of a game.
    pub(crate) fn with_folders_above<'a>(&'a self, folder: &'a Path) -> impl Iterator<Item = &'a Path> {
        let above = folder.ancestors().skip(1).take(MAX_ABOVE - 1);
        iter::once(folder)
            .filter(|folder| folder.parent().is_some())
            .chain(above.take_while(|folder| self.may_be_game(folder)))
    }
}

/// Returns the entries named `name` in lower case. Several entries can match, because file names may differ only in case. `entries` must be
/// sorted by name.
pub(crate) fn named<'a>(entries: &'a [FolderEntry], name: &'a str) -> impl Iterator<Item = &'a FolderEntry> {
    let first = entries.partition_point(|entry| &*entry.name < name);
    entries[first..].iter().take_while(move |entry| entry.name == name)
}

pub(crate) fn file_named<'a>(entries: &'a [FolderEntry], name: &'a str) -> Option<&'a Path> {
    named(entries, name).find(|entry| !entry.is_folder).map(|entry| &*entry.path)
}

pub(crate) fn entries(source: &dyn FileSource, folder: &Path, most: usize) -> io::Result<Vec<FolderEntry>> {
    let entry = |SourceEntry { name, is_folder, is_link }| {
        let path = folder.join(&name);
        FolderEntry { name: lower_case(&name), path, is_folder, is_link }
    };
    let mut entries: Vec<FolderEntry> = source.list(folder, most)?.into_iter().map(entry).collect();
    // Names that differ only in case are sorted by path, so that their order does not depend on the source.
    entries.sort_unstable_by(|a, b| (&a.name, &a.path).cmp(&(&b.name, &b.path)));
    Ok(entries)
}

/// Converts a name to lower case for comparisons. A name with invalid Unicode matches nothing.
pub(crate) fn lower_case(name: &OsStr) -> String {
    name.to_string_lossy().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_root_above_the_models() {
        let cache = FolderCache::default();
        let check = |folder: &str, expected: Option<&str>| {
            let found = cache.game_root(Path::new(folder), "models");
            assert_eq!(found.as_deref(), expected.map(Path::new), "{folder}");
        };
        check("/games/q3/models/players/sarge", Some("/games/q3"));
        check("/games/q3/Models", Some("/games/q3"));
        check("/games/models/q3/models/a", Some("/games/models/q3"));
        check("/models/a", None);
        check("/games/q3/progs", None);
        check("/home/models/1/2/3/4/5/6", None);
    }

    #[test]
    fn stops_before_the_root_of_the_file_system() {
        let cache = FolderCache::default();
        let above = |folder| cache.with_folders_above(Path::new(folder)).count();
        assert_eq!(above("/a/b/c"), 3);
        assert_eq!(above("/"), 0);
        assert_eq!(above("/1/2/3/4/5/6/7/8"), 6);
    }

    #[test]
    fn lists_a_folder_once_and_limits_names() {
        let folder = md2_testdata::TempFolder::with_files(&["A.txt", "Sub/x"]);
        let folders = FolderCache::default();
        assert_eq!(folders.file(&folder, "a.txt"), Some(folder.join("A.txt")));
        assert_eq!(folders.file(&folder, "sub"), None);
        assert_eq!(folders.find(&folder, "sub"), Some(folder.join("Sub")));
        folder.write("b.txt", b"");
        assert_eq!((folders.file(&folder, "b.txt"), folders.listed_count()), (None, 2), "it was added later");
        let count = |most| entries(&Disk, &folder, most).map_or(0, |entries| entries.len());
        assert_eq!((count(2), count(0)), (2, 0));
    }
}
