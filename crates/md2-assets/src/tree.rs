//! Folders as games see them: names without case, each folder listed once.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;
use std::{fs, iter};

/// How many folders above a model are looked at.
///
/// Models lie at most five deep below their game (`models/players/NAME/`, `packages/models/NAME/COLOR/`).
const MAX_ABOVE: usize = 6;

/// What lies in a folder.
#[derive(Debug)]
pub(crate) struct Entry {
    /// In lower case.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) is_folder: bool,
}

impl Entry {
    /// The name without its extension.
    pub(crate) fn stem(&self) -> &str {
        self.name.rsplit_once('.').map_or(&*self.name, |(stem, _)| stem)
    }

    /// Whether it is a file with this lower-case extension.
    pub(crate) fn has_extension(&self, extension: &str) -> bool {
        !self.is_folder && self.name.rsplit_once('.').is_some_and(|(_, own)| own == extension)
    }
}

/// Folders, each listed when it is first looked at. One that cannot be read is empty: what it holds cannot be used
/// either.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    listed: RefCell<HashMap<PathBuf, Rc<[Entry]>>>,
}

impl Tree {
    /// What lies in a folder, by name.
    pub(crate) fn list(&self, folder: &Path) -> Rc<[Entry]> {
        if let Some(entries) = self.listed.borrow().get(folder) {
            return Rc::clone(entries);
        }
        let entries: Rc<[Entry]> = read(folder).into();
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
fn named<'a>(entries: &'a [Entry], name: &'a str) -> impl Iterator<Item = &'a Entry> {
    let first = entries.partition_point(|entry| &*entry.name < name);
    entries[first..].iter().take_while(move |entry| entry.name == name)
}

fn read(folder: &Path) -> Vec<Entry> {
    let mut entries: Vec<Entry> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| {
            let path = entry.path();
            Entry { name: lower_case(&entry.file_name()), is_folder: path.is_dir(), path }
        })
        .collect();
    // Names that differ in case alone have an order that does not depend on the file system.
    entries.sort_unstable_by(|a, b| (&a.name, &a.path).cmp(&(&b.name, &b.path)));
    entries
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
/// (or around) `folder`. Never the root of a file system.
pub(crate) fn game_root(folder: &Path, top: &str) -> Option<PathBuf> {
    let is_top = |folder: &&Path| folder.file_name().is_some_and(|name| lower_case(name) == top);
    let root = folder.ancestors().take(MAX_ABOVE).find(is_top)?.parent()?;
    root.parent().is_some().then(|| root.to_path_buf())
}

/// The folder above `folder`, if both are a game's models: never the game's root, or what is above it.
pub(crate) fn folder_above(folder: &Path) -> Option<&Path> {
    let root = game_root(folder, "models")?;
    folder.parent().filter(|parent| parent.starts_with(&root) && *parent != root)
}

/// A folder and those above it, as far up as a game's own may lie; never the root of a file system.
pub(crate) fn with_folders_above(folder: &Path) -> impl Iterator<Item = &Path> {
    iter::once(folder)
        .chain(folder.ancestors().skip(1))
        .take(MAX_ABOVE)
        .filter(|folder| folder.parent().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_is_above_its_models_and_never_everything() {
        let check = |folder: &str, expected: Option<&str>| {
            assert_eq!(
                game_root(Path::new(folder), "models").as_deref(),
                expected.map(Path::new),
                "{folder}"
            );
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
}
