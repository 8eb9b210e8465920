//! The folders and archives that a game lays over each other.
//!
//! Quake II, Yamagi Quake II and Q2PRO agree: a folder is added, then its packs in front of it, `pak0`, `pak1` and so on by number,
//! then the others by name; what was added last is looked at first. So packs beat the loose files of their folder, and a mod's
//! folder beats the base game's. Files called `pak` and something that is no number are left out, as Yamagi does.

use std::path::{Path, PathBuf};

use crate::models::ARCHIVES;
use crate::natural;
use crate::tree::{FolderCache, FolderEntry, lower_case, may_be_root};

/// What the folders of the games themselves are called.
const BASES: [&str; 3] = ["baseq2", "baseq3", "id1"];
/// Packs of a folder that are looked into. A game has ten, a collector of maps some hundred.
const MAX_PACKS: usize = 128;

/// Where a game looks besides `root`, which is a folder of the game or a pack in one: the first place first.
pub(crate) fn others(tree: &FolderCache, root: &Path) -> Vec<PathBuf> {
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

/// The packs of a folder, the one that wins first.
fn packs(tree: &FolderCache, folder: &Path) -> Vec<PathBuf> {
    let entries = tree.list(folder);
    let mut packs: Vec<(Rank, &FolderEntry)> =
        entries.iter().filter_map(|entry| Some((rank(entry)?, entry))).collect();
    packs.sort_by(|(a, one), (b, other)| b.cmp(a).then_with(|| natural::compare(&other.name, &one.name)));
    packs.into_iter().take(MAX_PACKS).map(|(_, entry)| entry.path.clone()).collect()
}

/// The place of a pack, those that win at the end: numbered ones by kind and number, then the others.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Numbered(usize, u32),
    Other,
}

fn rank(entry: &FolderEntry) -> Option<Rank> {
    let kind = ARCHIVES.iter().position(|extension| entry.has_extension(extension))?;
    match entry.stem().strip_prefix("pak") {
        Some(number) => number.parse().ok().map(|number| Rank::Numbered(kind, number)),
        None => Some(Rank::Other),
    }
}
