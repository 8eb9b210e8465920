//! Folders as games see them: names without case, each folder listed once.
//!
//! # How far up a model's root may lie
//!
//! The paths in a game's files start at its root, which is found by what the folders above a model are called. A name proves
//! little, so the root is never more than six folders up, and never a folder that is everybody's or all of somebody's: the root
//! of a file system, a home folder, or one that holds home folders. A model that lies in such a folder itself has what lies
//! beside it and in the folders below, and nothing more.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;
use std::{env, fs, io, iter};

use crate::read;

/// How many folders above a model are looked at.
///
/// Models lie at most five deep below their game (`models/players/NAME/`, `packages/models/NAME/COLOR/`).
const MAX_ABOVE: usize = 6;
/// How many names are listed, those of all folders together. The largest games have some ten thousand files; links can make
/// few folders look like many.
pub(crate) const MAX_ENTRIES: usize = 1 << 18;
/// What the folders are called that hold everybody's home.
const HOMES: [&str; 2] = ["home", "users"];

/// What lies in a folder.
#[derive(Debug)]
pub(crate) struct FolderEntry {
    /// In lower case.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) is_folder: bool,
}

impl FolderEntry {
    /// The name without its extension.
    pub(crate) fn stem(&self) -> &str {
        self.name.rsplit_once('.').map_or(&*self.name, |(stem, _)| stem)
    }

    /// Whether it is a file with this lower-case extension.
    pub(crate) fn has_extension(&self, extension: &str) -> bool {
        !self.is_folder && self.name.rsplit_once('.').is_some_and(|(_, own)| own == extension)
    }
}

/// Folders, each listed when it is first looked at, and only then: one value serves all searches for a model and those that
/// belong to it, and is thrown away with the moment.
///
/// Names are compared in lower case. A folder that cannot be read is empty: what it holds cannot be used either. So is what
/// lies behind the first 262,144 names.
#[derive(Debug, Default)]
pub struct FolderCache {
    listed: RefCell<HashMap<PathBuf, Rc<[FolderEntry]>>>,
    count: Cell<usize>,
}

impl FolderCache {
    /// The file of this lower-case name in a folder; if there is none, whatever else has the name. Its path begins as that of
    /// the folder does.
    #[must_use]
    pub fn find(&self, folder: &Path, name: &str) -> Option<PathBuf> {
        // By one path, so that it is listed once.
        let listed = folder_of(&folder.join(name));
        let any = || named(&self.list(&listed), name).next().map(|entry| entry.path.clone());
        let found = self.file(&listed, name).or_else(any)?;
        Some(folder.join(found.file_name()?))
    }

    /// How many names were listed.
    #[must_use]
    pub fn listed_count(&self) -> usize {
        self.count.get()
    }

    /// What lies in a folder, by name.
    pub(crate) fn list(&self, folder: &Path) -> Rc<[FolderEntry]> {
        if let Some(entries) = self.listed.borrow().get(folder) {
            return Rc::clone(entries);
        }
        let entries: Rc<[FolderEntry]> = names(folder, MAX_ENTRIES.saturating_sub(self.count.get())).into();
        self.count.set(self.count.get() + entries.len());
        self.listed.borrow_mut().insert(folder.to_path_buf(), Rc::clone(&entries));
        entries
    }

    /// The folder that lower-case names lead to.
    pub(crate) fn folder(&self, from: &Path, parts: &[impl AsRef<str>]) -> Option<PathBuf> {
        let step = |folder: PathBuf, part: &str| {
            let entries = self.list(&folder);
            named(&entries, part).find(|entry| entry.is_folder).map(|entry| entry.path.clone())
        };
        parts.iter().try_fold(from.to_path_buf(), |folder, part| step(folder, part.as_ref()))
    }

    /// The file of this lower-case name in a folder.
    pub(crate) fn file(&self, folder: &Path, name: &str) -> Option<PathBuf> {
        let entries = self.list(folder);
        named(&entries, name).find(|entry| !entry.is_folder).map(|entry| entry.path.clone())
    }
}

/// The entries of this name, which are several where names differ in case alone. `entries` are sorted by name.
fn named<'a>(entries: &'a [FolderEntry], name: &'a str) -> impl Iterator<Item = &'a FolderEntry> {
    let first = entries.partition_point(|entry| &*entry.name < name);
    entries[first..].iter().take_while(move |entry| entry.name == name)
}

fn names(folder: &Path, most: usize) -> Vec<FolderEntry> {
    // Nothing is listed to be thrown away.
    if most == 0 { Vec::new() } else { entries(folder, most).unwrap_or_default() }
}

/// What lies in a folder, by name, as far as the first `most` names that the system tells.
pub(crate) fn entries(folder: &Path, most: usize) -> io::Result<Vec<FolderEntry>> {
    let listed = match fs::read_dir(folder) {
        Ok(listed) => listed,
        Err(error) => return in_archive(folder, most).ok_or(error),
    };
    let entry = |entry: fs::DirEntry| {
        let path = entry.path();
        // Of a link, what it leads to counts.
        let is_folder = match entry.file_type() {
            Ok(kind) if !kind.is_symlink() => kind.is_dir(),
            _ => path.is_dir(),
        };
        FolderEntry { name: lower_case(&entry.file_name()), path, is_folder }
    };
    let mut entries: Vec<FolderEntry> = listed.flatten().take(most).map(entry).collect();
    // Names that differ in case alone have an order that does not depend on the file system.
    entries.sort_unstable_by(|a, b| (&a.name, &a.path).cmp(&(&b.name, &b.path)));
    Ok(entries)
}

/// The same of a folder in an archive, or of an archive itself.
fn in_archive(folder: &Path, most: usize) -> Option<Vec<FolderEntry>> {
    let listed = read::listed(folder)?.into_iter().take(most);
    let entry = |(name, is_folder): (String, bool)| FolderEntry {
        path: folder.join(&name),
        name: name.to_lowercase(),
        is_folder,
    };
    let mut entries: Vec<FolderEntry> = listed.map(entry).collect();
    entries.sort_unstable_by(|a, b| (&a.name, &a.path).cmp(&(&b.name, &b.path)));
    Some(entries)
}

/// A name as it is compared. What is not Unicode in it matches nothing.
pub(crate) fn lower_case(name: &OsStr) -> String {
    name.to_string_lossy().to_lowercase()
}

/// The folder a file lies in, absolute, so that the folders above it have names and each file has one path.
pub(crate) fn folder_of(path: &Path) -> PathBuf {
    let parent = path.parent().unwrap_or(Path::new(""));
    // An empty path has no absolute form; a path that fails for another reason leads nowhere.
    let folder = std::path::absolute(Path::new(".").join(parent)).unwrap_or_else(|_| parent.to_path_buf());
    // Behind `a/..` the folders above are not those that the path names.
    if folder.components().any(|part| part == Component::ParentDir) {
        return folder.canonicalize().unwrap_or(folder);
    }
    folder
}

/// The folder that the paths inside a game's files start from: the one that holds the nearest folder called `top` above
/// (or around) `folder`.
pub(crate) fn game_root(folder: &Path, top: &str) -> Option<PathBuf> {
    roots(folder, top).next().map(Path::to_path_buf)
}

/// The folders that hold one called `top` which is `folder` or lies above it, the nearest first, as far up as a root may lie.
pub(crate) fn roots<'a>(folder: &'a Path, top: &str) -> impl Iterator<Item = &'a Path> {
    let home = env::home_dir();
    let is_top = move |folder: &&Path| folder.file_name().is_some_and(|name| lower_case(name) == top);
    let tops = folder.ancestors().take(MAX_ABOVE).filter(is_top);
    tops.filter_map(Path::parent).filter(move |root| may_be_above(root, home.as_deref()))
}

/// Whether a folder above a model may be one of a game: not the root of a file system, a home folder, or one that holds home
/// folders. `home` is that of whoever asks.
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

/// Whether a folder may be one of a game, or hold those of one.
pub(crate) fn may_be_root(folder: &Path) -> bool {
    may_be_above(folder, env::home_dir().as_deref())
}

/// The folder above `folder`, if both are a game's models: never the game's root, or what is above it.
pub(crate) fn folder_above(folder: &Path) -> Option<&Path> {
    let root = game_root(folder, "models")?;
    folder.parent().filter(|parent| parent.starts_with(&root) && *parent != root)
}

/// A folder and those above it, as far up as a root may lie.
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
    fn a_root_is_above_its_models_and_never_everything() {
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
    fn the_folder_above_is_one_of_models() {
        let check = |folder: &str, expected: Option<&str>| {
            assert_eq!(folder_above(Path::new(folder)), expected.map(Path::new), "{folder}");
        };
        check("/game/packages/models/armor/green", Some("/game/packages/models/armor"));
        check("/game/models/tank", Some("/game/models"));
        check("/game/models", None);
        check("/game/tank/green", None);
        check("/models/tank/green", None);
        check("/game/models/1/2/3/4/5/6", None);
    }

    #[test]
    fn folders_above_end_before_the_root_of_all() {
        let above = |folder| with_folders_above(Path::new(folder)).count();
        assert_eq!(above("/a/b/c"), 3);
        assert_eq!(above("/"), 0);
        assert_eq!(above("/1/2/3/4/5/6/7/8"), 6);
    }

    #[test]
    fn what_is_everybodys_is_no_root() {
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
        // Names with as many parts as there are folders lead no further up.
        let roots_of = |folder: &str, top: &str| {
            roots(Path::new(folder), top).map(|root| root.display().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(roots_of("/home/bob/models", "home"), [""; 0]);
        assert_eq!(roots_of("/home/bob/models", "bob"), [""; 0]);
        assert_eq!(roots_of("/home/bob/models", "models"), [""; 0]);
        assert_eq!(roots_of("/home/bob/q/models/models", "models"), ["/home/bob/q/models", "/home/bob/q"]);
        assert_eq!(roots_of("/a/b/1/2/3/4/5/6", "b"), [""; 0], "further up than any game's");
    }

    #[test]
    fn a_folder_is_listed_once_and_names_have_a_limit() {
        let folder = md2_testdata::TempFolder::with_files(&["A.txt", "Sub/x"]);
        let folders = FolderCache::default();
        assert_eq!(folders.file(&folder, "a.txt"), Some(folder.join("A.txt")));
        assert_eq!(folders.file(&folder, "sub"), None);
        assert_eq!(folders.find(&folder, "sub"), Some(folder.join("Sub")));
        folder.write("b.txt", b"");
        assert_eq!((folders.file(&folder, "b.txt"), folders.listed_count()), (None, 2), "it came later");
        assert_eq!((names(&folder, 2).len(), names(&folder, 0).len()), (2, 0));
    }
}
