//! Cached folder listings with names in lower case, and the search for the root folder of a game.
//!
//! # The root of a game
//!
//! Paths in a game's files start at the root of the game. The root is found by the names of the folders above a model. To avoid wrong
//! results, the root is at most six folders above the model, and never the root of a file system, a home folder, or a folder that
//! contains home folders. A model inside such a folder can use only files next to it and in subfolders.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;
use std::{env, fs, io, iter};

use crate::read;

/// The maximum number of folders above a model that are searched for the root of a game. Models are at most five levels below the root of
/// their game (`models/players/NAME/`, `packages/models/NAME/COLOR/`).
const MAX_ABOVE: usize = 6;
/// The maximum number of file and folder names that are read in all folders together. The largest games have about ten thousand files, but
/// links can repeat folders.
pub(crate) const MAX_ENTRIES: usize = 1 << 18;
/// Names of the folders that contain home folders.
const HOMES: [&str; 2] = ["home", "users"];

#[derive(Debug)]
pub(crate) struct FolderEntry {
    /// Name of the entry in lower case.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    /// Whether the entry is a folder or a link to a folder.
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

/// A cache of folder listings. It lists each folder once, when it is first used. Use the same cache for all searches around a model, then
/// drop the cache, because it does not notice later changes.
///
/// Names are compared in lower case. A folder that cannot be read is treated as empty. After 262,144 names in all folders together,
/// further names are ignored.
#[derive(Debug, Default)]
pub struct FolderCache {
    listed: RefCell<HashMap<PathBuf, Rc<[FolderEntry]>>>,
    count: Cell<usize>,
}

impl FolderCache {
    /// Finds the file with this lower-case name in a folder, or else the subfolder with this name. The result begins with `folder`.
    #[must_use]
    pub fn find(&self, folder: &Path, name: &str) -> Option<PathBuf> {
        // The absolute path makes sure that each folder is listed only once.
        let listed = folder_of(&folder.join(name));
        let any = || named(&self.list(&listed), name).next().map(|entry| entry.path.clone());
        let found = self.file(&listed, name).or_else(any)?;
        Some(folder.join(found.file_name()?))
    }

    /// Number of names read so far.
    #[must_use]
    pub fn listed_count(&self) -> usize {
        self.count.get()
    }

    /// Returns the entries of a folder, sorted by name.
    pub(crate) fn list(&self, folder: &Path) -> Rc<[FolderEntry]> {
        if let Some(entries) = self.listed.borrow().get(folder) {
            return Rc::clone(entries);
        }
        let most = MAX_ENTRIES.saturating_sub(self.count.get());
        let entries: Rc<[FolderEntry]> = entries(folder, most).unwrap_or_default().into();
        self.count.set(self.count.get() + entries.len());
        self.listed.borrow_mut().insert(folder.to_path_buf(), Rc::clone(&entries));
        entries
    }

    /// Finds a subfolder of the folder `from`, at any depth. `parts` are the lower-case names in its path relative to `from`.
    pub(crate) fn folder(&self, from: &Path, parts: &[impl AsRef<str>]) -> Option<PathBuf> {
        let step = |folder: PathBuf, part: &str| {
            let entries = self.list(&folder);
            named(&entries, part).find(|entry| entry.is_folder).map(|entry| entry.path.clone())
        };
        parts.iter().try_fold(from.to_path_buf(), |folder, part| step(folder, part.as_ref()))
    }

    /// Finds the file with this lower-case name in a folder.
    pub(crate) fn file(&self, folder: &Path, name: &str) -> Option<PathBuf> {
        let entries = self.list(folder);
        named(&entries, name).find(|entry| !entry.is_folder).map(|entry| entry.path.clone())
    }
}

/// Returns the entries named `name` in lower case. Several entries can match, because file names may differ only in case. `entries` must be
/// sorted by name.
fn named<'a>(entries: &'a [FolderEntry], name: &'a str) -> impl Iterator<Item = &'a FolderEntry> {
    let first = entries.partition_point(|entry| &*entry.name < name);
    entries[first..].iter().take_while(move |entry| entry.name == name)
}

pub(crate) fn entries(folder: &Path, most: usize) -> io::Result<Vec<FolderEntry>> {
    let entry = |entry: fs::DirEntry| {
        let path = entry.path();
        let kind = entry.file_type();
        let is_link = kind.as_ref().is_ok_and(|kind| kind.is_symlink());
        let is_folder = match kind {
            Ok(kind) if !is_link => kind.is_dir(),
            _ => path.is_dir(),
        };
        FolderEntry { name: lower_case(&entry.file_name()), path, is_folder, is_link }
    };
    let mut entries: Vec<FolderEntry> = match fs::read_dir(folder) {
        Ok(listed) => listed.flatten().take(most).map(entry).collect(),
        Err(error) => in_archive(folder).ok_or(error)?.take(most).collect(),
    };
    // Names that differ only in case are sorted by path, so that their order does not depend on the file system.
    entries.sort_unstable_by(|a, b| (&a.name, &a.path).cmp(&(&b.name, &b.path)));
    Ok(entries)
}

fn in_archive(folder: &Path) -> Option<impl Iterator<Item = FolderEntry>> {
    let entry = |(name, is_folder): (String, bool)| FolderEntry {
        path: folder.join(&name),
        name: name.to_lowercase(),
        is_folder,
        is_link: false,
    };
    Some(read::listed(folder)?.into_iter().map(entry))
}

/// Converts a name to lower case for comparisons. A name with invalid Unicode matches nothing.
pub(crate) fn lower_case(name: &OsStr) -> String {
    name.to_string_lossy().to_lowercase()
}

pub(crate) fn folder_of(path: &Path) -> PathBuf {
    let parent = path.parent().unwrap_or(Path::new(""));
    // An empty path has no absolute form.
    let folder = std::path::absolute(Path::new(".").join(parent)).unwrap_or_else(|_| parent.to_path_buf());
    // If the path contains `..`, its parents may not be the real parent folders.
    if folder.components().any(|part| part == Component::ParentDir) {
        return folder.canonicalize().unwrap_or(folder);
    }
    folder
}

/// Finds the root of a game: the parent of the nearest folder named `top`. The search starts at `folder` and continues with the folders
/// above it.
pub(crate) fn game_root(folder: &Path, top: &str) -> Option<PathBuf> {
    roots(folder, top).next().map(Path::to_path_buf)
}

/// Finds the parents of all folders named `top` among `folder` and the folders above it, the nearest first. Skips parents that cannot be
/// the root of a game.
pub(crate) fn roots<'a>(folder: &'a Path, top: &str) -> impl Iterator<Item = &'a Path> {
    let home = env::home_dir();
    let is_top = move |folder: &&Path| folder.file_name().is_some_and(|name| lower_case(name) == top);
    let tops = folder.ancestors().take(MAX_ABOVE).filter(is_top);
    tops.filter_map(Path::parent).filter(move |root| may_be_above(root, home.as_deref()))
}

/// Whether a folder above a model can belong to a game. Returns false for the root of a file system, for home folders,
/// and for folders that contain home folders. `home` is the user's home folder.
fn may_be_above(folder: &Path, home: Option<&Path>) -> bool {
    let is_root = |folder: &Path| folder.parent().is_none();
    let holds_homes = |folder: &Path| {
        folder.parent().is_some_and(is_root)
            && folder.file_name().is_some_and(|name| HOMES.contains(&&*lower_case(name)))
    };
    let is_home = folder == Path::new("/root")
        || home.is_some_and(|home| home.starts_with(folder))
        || folder.parent().is_some_and(holds_homes);
    !is_root(folder) && !holds_homes(folder) && !is_home
}

pub(crate) fn may_be_root(folder: &Path) -> bool {
    may_be_above(folder, env::home_dir().as_deref())
}

/// Returns the parent of `folder`; `None` if the parent is not below the root of a game.
pub(crate) fn folder_above(folder: &Path) -> Option<&Path> {
    let root = game_root(folder, "models")?;
    folder.parent().filter(|parent| parent.starts_with(&root) && *parent != root)
}

/// Iterates over a folder and its parents, up to the highest folder that can be the root of a game.
pub(crate) fn with_folders_above(folder: &Path) -> impl Iterator<Item = &Path> {
    let home = env::home_dir();
    let above = folder.ancestors().skip(1).take(MAX_ABOVE - 1);
    iter::once(folder)
        .filter(|folder| folder.parent().is_some())
        .chain(above.take_while(move |folder| may_be_above(folder, home.as_deref())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_root_above_the_models() {
        let check = |folder: &str, expected: Option<&str>| {
            let found = game_root(Path::new(folder), "models");
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
        let above = |folder| with_folders_above(Path::new(folder)).count();
        assert_eq!(above("/a/b/c"), 3);
        assert_eq!(above("/"), 0);
        assert_eq!(above("/1/2/3/4/5/6/7/8"), 6);
    }

    #[test]
    fn rejects_home_folders_as_roots() {
        let check = |folder: &str, expected: bool| {
            let home = Some(Path::new("/data/people/ann"));
            assert_eq!(may_be_above(Path::new(folder), home), expected, "{folder}");
        };
        for folder in ["/", "/home", "/home/bob", "/Users/bob", "/Users", "/root", "/data", "/data/people"] {
            check(folder, false);
        }
        check("/data/people/ann", false);
        for folder in
            ["/home/bob/quake2", "/data/people/ann/q", "/data/games", "/q", "/games/home", "/games/home/q"]
        {
            check(folder, true);
        }
        let roots_of = |folder: &str, top: &str| {
            roots(Path::new(folder), top).map(|root| root.display().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(roots_of("/home/bob/models", "home"), [""; 0]);
        assert_eq!(roots_of("/home/bob/models", "bob"), [""; 0]);
        assert_eq!(roots_of("/home/bob/models", "models"), [""; 0]);
        assert_eq!(roots_of("/home/bob/q/models/models", "models"), ["/home/bob/q/models", "/home/bob/q"]);
        assert_eq!(roots_of("/a/b/1/2/3/4/5/6", "b"), [""; 0], "more than six folders up");
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
        let count = |most| entries(&folder, most).map_or(0, |entries| entries.len());
        assert_eq!((count(2), count(0)), (2, 0));
    }
}
