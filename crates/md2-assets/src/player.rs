//! Models that belong together: parts and weapons of players.

use std::iter;
use std::path::{Path, PathBuf};

use md3_format::split_lod_suffix;

use crate::model_names::{copies_last, without_copy_marks};
use crate::natural;
use crate::tree::{FolderCache, FolderEntry, lower_case};

const COMMON_SCRIPT: &str = "animation.cfg";

/// A part of a Quake III player model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyPart {
    /// The legs, `lower.md3`.
    Legs,
    /// The torso, `upper.md3`.
    Torso,
    /// The head, `head.md3`.
    Head,
}

impl BodyPart {
    pub(crate) const ALL: [Self; 3] = [Self::Legs, Self::Torso, Self::Head];

    /// Returns the name of the part, such as `legs`.
    pub const fn name(self) -> &'static str {
        ["legs", "torso", "head"][self as usize]
    }

    pub(crate) const fn file_word(self) -> &'static str {
        ["lower", "upper", "head"][self as usize]
    }
}

/// The prefix and the suffix that the file names of a player have in common, in lower case. For `elf_lower.md3`, the prefix is `elf_` and
/// the suffix is empty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamePattern<'a> {
    before: &'a str,
    after: &'a str,
}

impl<'a> NamePattern<'a> {
    /// Finds the words for body parts, such as `lower`, in the file name `stem`. Returns each body part with the prefix and the suffix
    /// around its word.
    pub(crate) fn readings(stem: &'a str) -> impl Iterator<Item = (BodyPart, Self)> {
        BodyPart::ALL.into_iter().flat_map(move |part| {
            let words = stem.match_indices(part.file_word());
            words.map(move |(start, word)| {
                (part, Self { before: &stem[..start], after: &stem[start + word.len()..] })
            })
        })
    }

    pub(crate) fn is_whole(self, has_file: impl Fn(&str) -> bool) -> bool {
        BodyPart::ALL.iter().all(|part| has_file(&self.file_name(part.file_word(), ".md3")))
    }

    pub(crate) fn file_name(self, word: &str, end: &str) -> String {
        format!("{}{word}{}{end}", self.before, self.after)
    }

    pub(crate) fn word(self, stem: &str) -> Option<&str> {
        stem.strip_prefix(self.before)?.strip_suffix(self.after)
    }

    fn script(self, tree: &FolderCache, folder: &Path) -> Option<PathBuf> {
        tree.file(folder, &self.file_name("animation", ".cfg"))
    }
}

/// Returns the body part that the file name `stem` states, and the prefix and suffix of the player's file names. `None`
/// if the folder does not contain all three parts of this player.
pub(crate) fn whole_player<'a>(
    tree: &FolderCache,
    folder: &Path,
    stem: &'a str,
) -> Option<(BodyPart, NamePattern<'a>)> {
    NamePattern::readings(stem)
        .find(|(_, pattern)| pattern.is_whole(|name| tree.file(folder, name).is_some()))
}

/// The part of a player that a model file contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerPart {
    /// The body part in the file.
    pub part: BodyPart,
    /// Path of the script that lists the animation sequences, such as `animation.cfg`; `None` if there is no script.
    pub animation: Option<PathBuf>,
}

/// Returns the part of a player that a model file contains. A file is a part if its name is like `lower.md3` or `elf_lower.md3`, with any
/// level of detail, and if its folder contains `animation.cfg` or `elf_animation.cfg`. A copy such as `lower (1).md3` is the same part as
/// its original. `None` for other models.
pub fn find_player_part(tree: &FolderCache, path: &Path) -> Option<PlayerPart> {
    let folder = tree.folder_of(path);
    let stem = lower_case(path.file_stem()?);
    let with_stem = |stem: &str| {
        let stem = split_lod_suffix(stem).map_or(stem, |(stem, _)| stem);
        let own = NamePattern::readings(stem)
            .find_map(|(part, pattern)| Some((part, pattern.script(tree, &folder)?)));
        let shared = || {
            let (part, _) = whole_player(tree, &folder, stem)?;
            Some((part, tree.file(&folder, COMMON_SCRIPT)?))
        };
        own.or_else(shared)
    };
    let (part, animation) = with_stem(&stem).or_else(|| with_stem(without_copy_marks(&stem)))?;
    Some(PlayerPart { part, animation: Some(animation) })
}

/// The files of a Quake III player: three models joined by tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerFiles {
    /// Name of the player: the prefix or suffix of the file names, or else the name of the folder.
    pub name: String,
    /// The legs.
    pub lower: PathBuf,
    /// The torso, attached to `tag_torso` of the legs.
    pub upper: PathBuf,
    /// The head, attached to `tag_head` of the torso.
    pub head: PathBuf,
    /// The `animation.cfg`, which lists the sequences; `None` if there is no such file.
    pub animation: Option<PathBuf>,
}

/// Finds a Quake III player. `path` is the player's folder, or one of the player's model files at any level of detail. The names of the
/// three parts may have a common prefix or suffix, as in `elf_lower.md3`, `elf_upper.md3` and `elf_head.md3`. If a folder contains several
/// players, the function returns the player without prefix and suffix, or else the first player in alphabetical order.
///
/// `None` if the path is not a player, or if a part is missing.
pub fn find_player(tree: &FolderCache, path: &Path) -> Option<PlayerFiles> {
    let (folder, stems, level) = if tree.is_folder(path) {
        let folder = tree.folder_of(&path.join("lower.md3"));
        let entries = tree.list(&folder);
        let models = entries.iter().filter(|entry| entry.has_extension("md3"));
        let plain = iter::once(String::from("lower"));
        let stems: Vec<String> = plain.chain(models.map(|entry| entry.stem().to_owned())).collect();
        (folder, stems, None)
    } else {
        if lower_case(path.extension()?) != "md3" {
            return None;
        }
        let stem = lower_case(path.file_stem()?);
        let level = split_lod_suffix(&stem).map(|(full, level)| (full.to_owned(), level));
        let (stem, level) = level.map_or((stem, None), |(full, level)| (full, Some(level)));
        (tree.folder_of(path), vec![stem], level)
    };
    let (_, pattern) = stems.iter().find_map(|stem| whole_player(tree, &folder, stem))?;
    // If a part does not have this level of detail, its full model is used.
    let part = |part: BodyPart| {
        let file = |end: &str| tree.file(&folder, &pattern.file_name(part.file_word(), end));
        level.and_then(|level| file(&format!("_{level}.md3"))).or_else(|| file(".md3"))
    };
    let affixes =
        [pattern.before, pattern.after].map(|text| text.trim_matches(|c: char| !c.is_alphanumeric()));
    let own_name: Vec<&str> = affixes.into_iter().filter(|text| !text.is_empty()).collect();
    let folder_name = || Some(folder.file_name()?.to_string_lossy().into_owned());
    Some(PlayerFiles {
        name: if own_name.is_empty() { folder_name()? } else { own_name.join("_") },
        lower: part(BodyPart::Legs)?,
        upper: part(BodyPart::Torso)?,
        head: part(BodyPart::Head)?,
        animation: pattern.script(tree, &folder).or_else(|| tree.file(&folder, COMMON_SCRIPT)),
    })
}

/// Finds the levels of detail of an MD3, such as `head.md3`, `head_1.md3` and `head_2.md3`. The result begins with the full model, and is
/// empty if the model has only one level.
pub fn find_levels(tree: &FolderCache, model_path: &Path) -> Vec<PathBuf> {
    let name = lower_case(model_path.file_name().unwrap_or_default());
    let Some(stem) = name.strip_suffix(".md3") else { return Vec::new() };
    let full = split_lod_suffix(stem).map_or(stem, |(full, _)| full);
    let folder = tree.folder_of(model_path);
    let names = iter::once(format!("{full}.md3")).chain((1..).map(|level| format!("{full}_{level}.md3")));
    let levels: Vec<PathBuf> = names.map_while(|name| tree.file(&folder, &name)).collect();
    if levels.len() > 1 { levels } else { Vec::new() }
}

/// The files of a Quake III weapon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeaponFiles {
    /// Name of the model without extension, such as `machinegun`.
    pub name: String,
    /// The weapon, attached to `tag_weapon` of a player.
    pub model: PathBuf,
    /// The spinning barrel, attached to `tag_barrel` of the weapon; `None` if the weapon has none.
    pub barrel: Option<PathBuf>,
    /// The muzzle flash, attached to `tag_flash` of the weapon; `None` if the weapon has none.
    pub flash: Option<PathBuf>,
    /// The hand model, if there is one. Its tags place the weapon in the first-person view.
    pub hand: Option<PathBuf>,
}

/// Finds the weapons of the game that a model belongs to: `models/weapons2/NAME/NAME.md3` in all folders and archives of the game, sorted by
/// name.
pub fn find_weapons(tree: &FolderCache, model_path: &Path) -> Vec<WeaponFiles> {
    let folder = tree.game_root(&tree.folder_of(model_path), "models").and_then(|root| {
        let in_place = |place: &PathBuf| tree.folder(place, &["models", "weapons2"]);
        in_place(&root).or_else(|| tree.other_places(&root).iter().find_map(in_place))
    });
    let Some(folder) = folder else { return Vec::new() };
    let entries = tree.list(&folder);
    let folders = entries.iter().filter(|entry| entry.is_folder);
    folders.filter_map(|folder| parts(tree, &folder.path, &folder.name)).collect()
}

/// Finds the other parts of a weapon from the path of its model. `None` if the weapon has no barrel, no flash and no hand.
pub fn find_weapon_parts(tree: &FolderCache, model_path: &Path) -> Option<WeaponFiles> {
    let stem = lower_case(model_path.file_stem()?);
    let weapon = parts(tree, &tree.folder_of(model_path), &stem)?;
    let alone = weapon.barrel.is_none() && weapon.flash.is_none() && weapon.hand.is_none();
    (!alone).then_some(weapon)
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

/// Finds the weapons that a Quake II player (`tris.md2` or a copy of it) carries: first `weapon.md2`, then `w_*.md2` sorted by name. Each
/// copy follows its original. These weapons have the same coordinate system and frame numbers as the player. The result is empty for other
/// models.
pub fn find_carried_weapons(tree: &FolderCache, model_path: &Path) -> Vec<PathBuf> {
    let name = lower_case(model_path.file_name().unwrap_or_default());
    if copies_last(&name).0 != "tris.md2" {
        return Vec::new();
    }
    let entries = tree.list(&tree.folder_of(model_path));
    let is_weapon = |entry: &&FolderEntry| entry.has_extension("md2") && is_carried_weapon(entry.stem());
    let mut weapons: Vec<&FolderEntry> = entries.iter().filter(is_weapon).collect();
    weapons.sort_by(|a, b| {
        let is_other = |entry: &FolderEntry| entry.stem().starts_with("w_");
        is_other(a).cmp(&is_other(b)).then_with(|| natural::compare_files(&a.name, &b.name))
    });
    weapons.into_iter().map(|entry| entry.path.clone()).collect()
}

/// Finds the Quake II player (`tris.md2`) that carries a weapon (`weapon.md2` or `w_*.md2`). `None` for other models.
pub fn find_carrier(tree: &FolderCache, weapon_path: &Path) -> Option<PathBuf> {
    let name = lower_case(weapon_path.file_name()?);
    let stem = name.strip_suffix(".md2")?;
    is_carried_weapon(stem).then(|| tree.file(&tree.folder_of(weapon_path), "tris.md2")).flatten()
}

/// Whether the file name of a model, without extension, is the name of a Quake II player's weapon, such as `weapon` or `w_railgun`, or of
/// a copy of the weapon.
pub(crate) fn is_carried_weapon(stem: &str) -> bool {
    let stem = without_copy_marks(stem);
    stem == "weapon" || stem.starts_with("w_")
}
