//! The order in which games search their folders and archives.
//!
//! Quake II, Yamagi Quake II and Q2PRO use the same order: archives before the other files of their folder, archives with other names
//! before numbered archives, higher numbers before lower ones, and the folder of a mod before the base game. As in Yamagi, an archive is
//! ignored if its name is `pak` followed by something other than a number.

use std::path::{Path, PathBuf};

use crate::models::ARCHIVES;
use crate::natural;
use crate::tree::{FolderCache, FolderEntry, lower_case, may_be_root};

/// Names of the folders that contain a base game, which mods extend.
const BASES: [&str; 3] = ["baseq2", "baseq3", "id1"];
/// The largest number of archives in a folder that are searched. A game has about ten archives, and a large collection a few hundred.
const MAX_PACKS: usize = 128;

/// Returns all folders and archives of a game except `root`, in the order in which the game searches them. `root` is
/// one of its folders or archives.
pub(crate) fn other_roots(tree: &FolderCache, root: &Path) -> Vec<PathBuf> {
    let game = if root.is_file() { root.parent().unwrap_or(root) } else { root };
    let mut places = packs(tree, game);
    places.push(game.to_path_buf());
    let is_base = game.file_name().is_some_and(|name| BASES.contains(&&*lower_case(name)));
    if let Some(above) = game.parent().filter(|above| !is_base && may_be_root(above)) {
        let base = BASES.into_iter().find_map(|base| tree.folder(above, &[base]));
        if let Some(base) = base {
            places.extend(packs(tree, &base));
            places.push(base);
        }
    }
    places.retain(|place| place != root);
    places
}

fn packs(tree: &FolderCache, folder: &Path) -> Vec<PathBuf> {
    let entries = tree.list(folder);
    let mut packs: Vec<(PackPriority, &FolderEntry)> =
        entries.iter().filter_map(|entry| Some((priority(entry)?, entry))).collect();
    packs.sort_by(|(a, one), (b, other)| b.cmp(a).then_with(|| natural::compare(&other.name, &one.name)));
    packs.into_iter().take(MAX_PACKS).map(|(_, entry)| entry.path.clone()).collect()
}

/// The sort key of an archive. Archives with greater keys are searched first: archives without a number, then numbered
/// archives. Among these, the index of the extension in [`ARCHIVES`] decides, then the number.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PackPriority {
    Numbered(usize, u32),
    Other,
}

fn priority(entry: &FolderEntry) -> Option<PackPriority> {
    let kind = ARCHIVES.iter().position(|extension| entry.has_extension(extension))?;
    match entry.stem().strip_prefix("pak") {
        Some(number) => number.parse().ok().map(|number| PackPriority::Numbered(kind, number)),
        None => Some(PackPriority::Other),
    }
}
