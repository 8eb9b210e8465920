//! The files that a game requires for a player model.

use std::collections::BTreeSet;
use std::path::Path;

use md3_format::split_lod_suffix;

use crate::browse::PLAYERS;
use crate::disk::folder_of;
use crate::player::{BodyPart, is_carried_weapon};
use crate::skin::ImageFormat;
use crate::tree::{FolderCache, FolderEntry, lower_case};

/// A file that a game requires for a player model, but that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingFile {
    /// Name of the file.
    pub name: String,
    /// Purpose of the file.
    pub purpose: String,
}

const TEAMS: [&str; 4] = ["ctf_r", "ctf_b", "red", "blue"];

/// Whether a model is in the folder of a player, which is a subfolder of `players`.
pub fn is_in_player_folder(model_path: &Path) -> bool {
    let above = folder_of(model_path).parent().and_then(Path::file_name).map(lower_case);
    above.is_some_and(|above| above == PLAYERS)
}

/// Whether a skin belongs to a team, according to its name with or without extension.
pub fn is_team_skin(skin: &str) -> bool {
    let stem = skin.rsplit_once('.').map_or(skin, |(stem, _)| stem);
    TEAMS.iter().any(|team| stem.eq_ignore_ascii_case(team))
}

/// Returns the files that the game requires for a player model, but that do not exist. Empty for all models except the main model of a
/// player, so that each file is reported only once. The main model of a Quake II player is `tris.md2`, or else `weapon.md2`. The main model
/// of a Quake III player is the first existing file of `lower.md3`, `upper.md3` and `head.md3`.
///
/// Quake II requires `tris.md2`, `weapon.md2` and a skin with its icon (`grunt.pcx`, `grunt_i.pcx`); its menus hide skins without icons.
/// Quake III requires `lower.md3`, `upper.md3`, `head.md3` and `animation.cfg`. For each skin, it also requires one icon and three `.skin`
/// files, one for each model.
pub fn find_missing_player_files(tree: &FolderCache, model_path: &Path) -> Vec<MissingFile> {
    let folder = tree.folder_of(model_path);
    let entries = tree.list(&folder);
    let files: Vec<&FolderEntry> = entries.iter().filter(|entry| !entry.is_folder).collect();
    let own = lower_case(model_path.file_name().unwrap_or_default());
    let stem = lower_case(model_path.file_stem().unwrap_or_default());
    let part = split_lod_suffix(&stem).map_or(&*stem, |(part, _)| part);
    let mut package = PlayerPackage { files: &files, missing: Vec::new() };
    let has = |name: &str| files.iter().any(|entry| entry.name == name);
    if own.ends_with(".md2") {
        let carries = files.iter().any(|entry| entry.has_extension("md2") && is_carried_weapon(entry.stem()));
        let is_player = is_in_player_folder(model_path) || has("tris.md2") && carries;
        let is_first = own == "tris.md2" || own == "weapon.md2" && !has("tris.md2");
        if is_player && is_first {
            package.require_quake2_files();
        }
    } else if own.ends_with(".md3") {
        let parts =
            || BodyPart::ALL.iter().map(|part| part.file_word()).filter(|part| has(&format!("{part}.md3")));
        let is_player = is_in_player_folder(model_path) || parts().count() > 1 && has("animation.cfg");
        if is_player && parts().next() == Some(part) {
            package.require_quake3_files();
        }
    }
    package.missing
}

struct PlayerPackage<'a> {
    files: &'a [&'a FolderEntry],
    missing: Vec<MissingFile>,
}

impl PlayerPackage<'_> {
    fn has(&self, name: &str) -> bool {
        self.files.iter().any(|entry| entry.name == name)
    }

    fn require(&mut self, name: impl Into<String>, purpose: impl Into<String>) {
        let name = name.into();
        if !self.has(&name) {
            self.missing.push(MissingFile { name, purpose: purpose.into() });
        }
    }

    fn images(&self) -> impl Iterator<Item = (&str, &str)> {
        let images =
            self.files.iter().filter(|entry| ImageFormat::from_name(Path::new(&entry.name)).is_some());
        images.filter_map(|entry| entry.name.rsplit_once('.'))
    }

    fn has_image(&self, stem: &str) -> bool {
        self.images().any(|(own, _)| own == stem)
    }

    fn require_quake2_files(&mut self) {
        self.require("tris.md2", "the body");
        self.require("weapon.md2", "the weapon that the player carries");
        let is_skin = |stem: &str| !stem.ends_with("_i") && !is_carried_weapon(stem);
        // The game reads PCX. If there are PCX skins, images in other formats are not skins.
        let has_pcx = self.images().any(|(stem, end)| end == "pcx" && is_skin(stem));
        let skins = self.images().filter(|(stem, end)| is_skin(stem) && (!has_pcx || *end == "pcx"));
        let skins: BTreeSet<String> = skins.map(|(stem, _)| stem.to_owned()).collect();
        if skins.is_empty() {
            self.require("NAME.pcx, NAME_i.pcx", "a skin with its icon");
        }
        let without: Vec<&String> =
            skins.iter().filter(|skin| !self.has_image(&format!("{skin}_i"))).collect();
        for skin in without {
            let purpose = format!("the icon of {skin}, shown in menus");
            self.require(format!("{skin}_i.pcx"), purpose);
        }
    }

    fn require_quake3_files(&mut self) {
        let parts = BodyPart::ALL.map(|part| (part.file_word(), part.name()));
        for (part, what) in parts {
            self.require(format!("{part}.md3"), format!("the {what}"));
        }
        self.require("animation.cfg", "the sequences, required by the game");
        let label = |name: &str| {
            let stem = name.strip_suffix(".skin")?;
            let label = parts.iter().find_map(|(part, _)| stem.strip_prefix(part)?.strip_prefix('_'))?;
            (!label.is_empty()).then(|| label.to_owned())
        };
        let mut labels: Vec<String> = self.files.iter().filter_map(|entry| label(&entry.name)).collect();
        labels.push(String::from("default"));
        labels.sort_by_key(|label| (label != "default", label.clone()));
        labels.dedup();
        for label in labels {
            for (part, what) in parts {
                self.require(format!("{part}_{label}.skin"), format!("skin {label} of the {what}"));
            }
            if !self.has_image(&format!("icon_{label}")) {
                self.require(format!("icon_{label}.tga"), format!("the icon of skin {label}"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_team_skins_and_player_folders() {
        for name in ["ctf_r.pcx", "CTF_B.PCX", "red", "blue"] {
            assert!(is_team_skin(name), "{name}");
        }
        assert!(!is_team_skin("redneck.pcx") && !is_team_skin("grunt.pcx"));
        assert!(is_in_player_folder(Path::new("/q/Players/male/tris.md2")));
        assert!(!is_in_player_folder(Path::new("/q/players/tris.md2")));
    }
}
