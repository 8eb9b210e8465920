//! The files of a game: its folders and archives, seen as one folder. The README states the order.
//!
//! Quake, Quake II, Yamagi Quake II and Q2PRO use the same order. As in Yamagi, an archive is ignored if its name is `pak` followed by
//! something other than a number. In each folder, archives with other names come before numbered archives.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::models::{ARCHIVES, has_extension};
use crate::natural;
use crate::tree::{FolderCache, FolderEntry, file_named, lower_case, named};

/// Names of the folders that contain a base game, which mods extend.
const BASES: [&str; 4] = ["baseq2", "baseq3", "baseoa", "id1"];
/// Names of the folders in the root folder of a game that contain models.
const TOPS: [&str; 3] = ["models", "players", "progs"];
/// The largest number of archives in a folder that are searched. A game has about ten archives, and a large collection a few hundred.
const MAX_PACKS: usize = 128;
/// Extensions of the archives of games whose engines descend from that of Quake III, or use archives in its way.
const QUAKE3_PACKS: [&str; 5] = ["pk3", "dpk", "ipk3", "pk4", "kpf"];

impl FolderCache {
    /// Finds the file with this lower-case name in a folder, or else the subfolder with this name, in all places of the game. If `folder`
    /// contains it, the result begins with `folder`.
    pub fn find(&self, folder: &Path, name: &str) -> Option<PathBuf> {
        // The identity makes sure that each folder is listed only once.
        let listed = self.folder_of(&folder.join(name));
        let any = || named(&self.list(&listed), name).next().map(|entry| entry.path.clone());
        let found = self.file(&listed, name).or_else(any)?;
        if found.parent() == Some(&listed) { Some(folder.join(found.file_name()?)) } else { Some(found) }
    }

    /// Finds the file with this lower-case name in a folder, without the other places of the game.
    pub fn find_alone(&self, folder: &Path, name: &str) -> Option<PathBuf> {
        file_named(&self.list_alone(folder), name).map(Path::to_path_buf)
    }

    pub(crate) fn file(&self, folder: &Path, name: &str) -> Option<PathBuf> {
        file_named(&self.list(folder), name).map(Path::to_path_buf)
    }

    /// Returns the entries of a folder, sorted by name. If the folder is in a game, also returns the entries of the folders with the same
    /// path in the other places of the game. An entry hides entries with the same name in later places.
    pub(crate) fn list(&self, folder: &Path) -> Rc<[FolderEntry]> {
        if let Some(entries) = self.overlaid.borrow().get(folder) {
            return Rc::clone(entries);
        }
        let entries = self.overlay(folder).unwrap_or_else(|| self.list_alone(folder));
        self.overlaid.borrow_mut().insert(folder.to_path_buf(), Rc::clone(&entries));
        entries
    }

    fn overlay(&self, folder: &Path) -> Option<Rc<[FolderEntry]>> {
        let root = self.game_above(folder)?;
        let parts: Vec<String> = folder.strip_prefix(root).ok()?.iter().map(lower_case).collect();
        let mut all = self.list_alone(folder).to_vec();
        let mut known: HashSet<String> = all.iter().map(|entry| entry.name.clone()).collect();
        for place in self.other_places(root).iter() {
            let Some(folder) = self.folder(place, &parts) else { continue };
            let own = self.list_alone(&folder);
            let first = all.len();
            all.extend(own.iter().filter(|entry| !known.contains(&entry.name)).cloned());
            known.extend(all[first..].iter().map(|entry| entry.name.clone()));
        }
        all.sort_by(|a, b| a.name.cmp(&b.name));
        Some(all.into())
    }

    pub(crate) fn game_above<'a>(&self, folder: &'a Path) -> Option<&'a Path> {
        TOPS.iter().find_map(|top| {
            let root = self.game_root(folder, top)?;
            folder.ancestors().find(|above| *above == root)
        })
    }

    /// Returns all folders and archives of a game except `root`, in the order in which searches use them. `root` is one of its folders or
    /// archives.
    pub(crate) fn other_places(&self, root: &Path) -> Rc<[PathBuf]> {
        if let Some(places) = self.places.borrow().get(root) {
            return Rc::clone(places);
        }
        let places: Rc<[PathBuf]> = self.find_places(root).into();
        self.places.borrow_mut().insert(root.to_path_buf(), Rc::clone(&places));
        places
    }

    fn find_places(&self, root: &Path) -> Vec<PathBuf> {
        let game = if self.is_folder(root) { root } else { root.parent().unwrap_or(root) };
        let mut places = self.places_in(game);
        let is_base = |name: &OsStr| BASES.contains(&&*lower_case(name));
        if !game.file_name().is_some_and(is_base)
            && let Some(above) = game.parent().filter(|above| self.may_be_game(above))
            && let Some(base) = BASES.into_iter().find_map(|base| self.folder(above, &[base]))
        {
            places.extend(self.places_in(&base));
        }
        places.retain(|place| place != root);
        places
    }

    fn places_in(&self, folder: &Path) -> Vec<PathBuf> {
        let entries = self.list_alone(folder);
        let is_pack = |entry: &&FolderEntry| !entry.is_folder && has_extension(&entry.name, &ARCHIVES);
        // The listing is sorted by name.
        let mut packs: Vec<&FolderEntry> = entries.iter().filter(is_pack).rev().collect();
        let is_quake3 = packs.iter().all(|entry| has_extension(&entry.name, &QUAKE3_PACKS));
        if !is_quake3 {
            let mut known: Vec<(PackPriority, &FolderEntry)> =
                packs.iter().filter_map(|entry| Some((PackPriority::new(entry)?, *entry))).collect();
            known.sort_by(|(a, one), (b, other)| {
                b.cmp(a).then_with(|| natural::compare(&other.name, &one.name))
            });
            packs = known.into_iter().map(|(_, entry)| entry).collect();
        }
        let packs = packs.into_iter().take(MAX_PACKS).map(|entry| entry.path.clone());
        let loose = folder.to_path_buf();
        if is_quake3 { [loose].into_iter().chain(packs).collect() } else { packs.chain([loose]).collect() }
    }
}

/// The sort key of an archive of Quake or Quake II. Archives with greater keys are searched first: archives without a number, then
/// numbered archives. Among these, the index of the extension in [`ARCHIVES`] decides, then the number.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PackPriority {
    Numbered(usize, u32),
    Other,
}

impl PackPriority {
    fn new(entry: &FolderEntry) -> Option<Self> {
        let kind = ARCHIVES.iter().position(|extension| entry.has_extension(extension))?;
        match entry.stem().strip_prefix("pak") {
            Some(number) => number.parse().ok().map(|number| Self::Numbered(kind, number)),
            None => Some(Self::Other),
        }
    }
}
