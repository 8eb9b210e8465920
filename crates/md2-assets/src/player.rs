//! Models that belong together: parts and weapons of players.

use std::path::{Path, PathBuf};

use md3_format::split_lod_suffix;

use crate::browse::PARTS;
use crate::read::is_folder;
use crate::tree::{FolderCache, FolderEntry, folder_of, game_root, lower_case};

/// The files of a Quake III player: three models joined by tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerFiles {
    /// Name of the player, which is the name of the folder.
    pub name: String,
    /// The legs.
    pub lower: PathBuf,
    /// The torso, attached to `tag_torso` of the legs.
    pub upper: PathBuf,
    /// The head, attached to `tag_head` of the torso.
    pub head: PathBuf,
    /// The `animation.cfg`, which lists the sequences.
    pub animation: Option<PathBuf>,
}

/// Finds a Quake III player. `path` is the player's folder or one of its parts at any level of detail.
///
/// `None` if the path is not a player, or if a part is missing.
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
    // If a part does not have this level of detail, its full model is used.
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
    /// Name of the model without extension, such as `machinegun`.
    pub name: String,
    /// The weapon, attached to `tag_weapon` of a player.
    pub model: PathBuf,
    /// The spinning barrel, attached to `tag_barrel` of the weapon.
    pub barrel: Option<PathBuf>,
    /// The muzzle flash, attached to `tag_flash` of the weapon.
    pub flash: Option<PathBuf>,
    /// The hand model, whose tags place the weapon in the first-person view.
    pub hand: Option<PathBuf>,
}

/// Finds the weapons of the game that a model belongs to: `models/weapons2/NAME/NAME.md3`, sorted by name.
#[must_use]
pub fn find_weapons(tree: &FolderCache, model_path: &Path) -> Vec<WeaponFiles> {
    let folder = game_root(&folder_of(model_path), "models")
        .and_then(|root| tree.folder(&root, &["models", "weapons2"]));
    let Some(folder) = folder else { return Vec::new() };
    let entries = tree.list(&folder);
    entries.iter().filter(|entry| entry.is_folder).filter_map(|entry| weapon(tree, entry)).collect()
}

/// Finds the other parts of a weapon from the path of its model. `None` if the weapon has no barrel, no flash and no hand.
#[must_use]
pub fn find_weapon_parts(tree: &FolderCache, model_path: &Path) -> Option<WeaponFiles> {
    let stem = lower_case(model_path.file_stem()?);
    let weapon = parts(tree, &folder_of(model_path), &stem)?;
    let alone = weapon.barrel.is_none() && weapon.flash.is_none() && weapon.hand.is_none();
    (!alone).then_some(weapon)
}

/// Returns the weapon that has the name of its folder.
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

/// Finds the weapons that a Quake II player (`tris.md2`) carries: first `weapon.md2`, then `w_*.md2` sorted by name. They have the same
/// coordinate system and frame numbers as the player. Empty for other models.
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

/// Finds the Quake II player (`tris.md2`) that carries a weapon (`weapon.md2` or `w_*.md2`). `None` for other models.
#[must_use]
pub fn find_carrier(tree: &FolderCache, weapon_path: &Path) -> Option<PathBuf> {
    let name = lower_case(weapon_path.file_name()?);
    let stem = name.strip_suffix(".md2")?;
    is_carried_weapon(stem).then(|| tree.file(&folder_of(weapon_path), "tris.md2")).flatten()
}

/// Whether the file name of a model, without extension, is the name of a Quake II player's weapon: `weapon` or `w_railgun`.
pub(crate) fn is_carried_weapon(stem: &str) -> bool {
    stem == "weapon" || stem.starts_with("w_")
}
