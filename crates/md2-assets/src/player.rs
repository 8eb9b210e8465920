//! Models that belong together: a player's parts, its weapons.

use std::path::{Path, PathBuf};

use md3_format::split_lod_suffix;

use crate::browse::PARTS;
use crate::read::is_folder;
use crate::tree::{FolderCache, FolderEntry, folder_of, game_root, lower_case};

/// The files of a Quake III player: three models joined by tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerFiles {
    /// The folder's name, which is the player's.
    pub name: String,
    /// The legs.
    pub lower: PathBuf,
    /// The torso, which hangs on the legs' `tag_torso`.
    pub upper: PathBuf,
    /// The head, which hangs on the torso's `tag_head`.
    pub head: PathBuf,
    /// `animation.cfg`, which tells the sequences of all three.
    pub animation: Option<PathBuf>,
}

/// The player that a path means: its folder, or one of its three parts, at any level of detail.
///
/// `None` if the path is something else, or if a part is missing.
#[must_use]
pub fn find_player(tree: &FolderCache, path: &Path) -> Option<PlayerFiles> {
    let (folder, level) = if is_folder(path) {
        (folder_of(&path.join("lower.md3")), None)
    } else {
        let stem = lower_case(path.file_stem()?);
        let (part, level) =
            split_lod_suffix(&stem).map_or((&*stem, None), |(part, level)| (part, Some(level)));
        if !PARTS.contains(&part) || lower_case(path.extension()?) != "md3" {
            return None;
        }
        (folder_of(path), level)
    };
    // A level that one part lacks is shown by that part's own.
    let part = |part: &str| {
        let cheaper = level.and_then(|level| tree.file(&folder, &format!("{part}_{level}.md3")));
        cheaper.or_else(|| tree.file(&folder, &format!("{part}.md3")))
    };
    Some(PlayerFiles {
        name: folder.file_name()?.to_string_lossy().into_owned(),
        lower: part("lower")?,
        upper: part("upper")?,
        head: part("head")?,
        animation: tree.file(&folder, "animation.cfg"),
    })
}

/// The files of a Quake III weapon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeaponFiles {
    /// The model's name without extension, such as `machinegun`.
    pub name: String,
    /// What hangs on a player's `tag_weapon`.
    pub model: PathBuf,
    /// What hangs on the weapon's `tag_barrel`, and spins.
    pub barrel: Option<PathBuf>,
    /// What hangs on the weapon's `tag_flash` for an instant when it fires.
    pub flash: Option<PathBuf>,
    /// The tags by which the weapon is held before one's own eyes.
    pub hand: Option<PathBuf>,
}

/// The weapons of the game that a model lies in: `models/weapons2/NAME/NAME.md3`, by name.
#[must_use]
pub fn find_weapons(tree: &FolderCache, model_path: &Path) -> Vec<WeaponFiles> {
    let folder = game_root(&folder_of(model_path), "models")
        .and_then(|root| tree.folder(&root, &["models", "weapons2"]));
    let Some(folder) = folder else { return Vec::new() };
    let entries = tree.list(&folder);
    entries.iter().filter(|entry| entry.is_folder).filter_map(|entry| weapon(tree, entry)).collect()
}

/// The weapon that a model is, with its parts: `None` unless a barrel, a flash or a hand lies beside it.
#[must_use]
pub fn find_weapon_parts(tree: &FolderCache, model_path: &Path) -> Option<WeaponFiles> {
    let stem = lower_case(model_path.file_stem()?);
    let weapon = parts(tree, &folder_of(model_path), &stem)?;
    let alone = weapon.barrel.is_none() && weapon.flash.is_none() && weapon.hand.is_none();
    (!alone).then_some(weapon)
}

/// The weapon in a folder that is called as it is.
fn weapon(tree: &FolderCache, folder: &FolderEntry) -> Option<WeaponFiles> {
    parts(tree, &folder.path, &folder.name)
}

fn parts(tree: &FolderCache, folder: &Path, stem: &str) -> Option<WeaponFiles> {
    let part = |suffix: &str| tree.file(folder, &format!("{stem}{suffix}.md3"));
    let model = part("")?;
    Some(WeaponFiles {
        name: model.file_stem()?.to_string_lossy().into_owned(),
        model,
        barrel: part("_barrel"),
        flash: part("_flash"),
        hand: part("_hand"),
    })
}

/// The weapons that a Quake II player carries, drawn in the same space and in step with its frames: `weapon.md2`
/// beside `tris.md2` first, then `w_*.md2` by name. None for other models.
#[must_use]
pub fn find_carried_weapons(tree: &FolderCache, model_path: &Path) -> Vec<PathBuf> {
    if lower_case(model_path.file_name().unwrap_or_default()) != "tris.md2" {
        return Vec::new();
    }
    let entries = tree.list(&folder_of(model_path));
    let models = || entries.iter().filter(|entry| entry.has_extension("md2"));
    let usual = models().filter(|entry| entry.stem() == "weapon");
    let others = models().filter(|entry| entry.stem().starts_with("w_"));
    usual.chain(others).map(|entry| entry.path.clone()).collect()
}

/// The Quake II player that carries a weapon: `tris.md2` beside `weapon.md2` or `w_*.md2`. `None` for other models.
#[must_use]
pub fn find_carrier(tree: &FolderCache, weapon_path: &Path) -> Option<PathBuf> {
    let name = lower_case(weapon_path.file_name()?);
    let stem = name.strip_suffix(".md2")?;
    let is_carried = stem == "weapon" || stem.starts_with("w_");
    is_carried.then(|| tree.file(&folder_of(weapon_path), "tris.md2")).flatten()
}
