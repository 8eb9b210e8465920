//! What a player's package consists of, as its game asks for it.

use std::collections::BTreeSet;
use std::path::Path;

use md3_format::split_lod_suffix;

use crate::browse::PLAYERS;
use crate::skin::ImageFormat;
use crate::tree::{FolderCache, FolderEntry, folder_of, lower_case};

/// A file that a player's package lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingFile {
    /// What it would be called.
    pub name: String,
    /// What it is for.
    pub purpose: String,
}

/// What skins of teams are called: those of the two in a game for the flag.
const TEAMS: [&str; 4] = ["ctf_r", "ctf_b", "red", "blue"];
/// The parts of a Quake III player, and what each is.
const PARTS: [(&str, &str); 3] = [("lower", "legs"), ("upper", "torso"), ("head", "head")];

/// Whether a model lies in the folder of a player: in one below `players`.
#[must_use]
pub fn is_in_player_folder(model_path: &Path) -> bool {
    let above = folder_of(model_path).parent().and_then(Path::file_name).map(lower_case);
    above.is_some_and(|above| above == PLAYERS)
}

/// Whether a skin is a team's, by its name with or without an extension.
#[must_use]
pub fn is_team_skin(skin: &str) -> bool {
    let stem = skin.rsplit_once('.').map_or(skin, |(stem, _)| stem);
    TEAMS.iter().any(|team| stem.eq_ignore_ascii_case(team))
}

/// What the package of a player lacks of what its game asks for, in the order in which people look for it. Told of one of its
/// models only: `tris.md2` or `lower.md3`, or whichever is there. Empty for models of anything else.
///
/// Quake II wants `tris.md2`, `weapon.md2` and a skin with its icon (`grunt.pcx`, `grunt_i.pcx`); without an icon, menus do not
/// offer a skin. Quake III wants three models, `animation.cfg`, and for each skin a `.skin` file for each of them and an icon.
#[must_use]
pub fn find_missing_player_files(tree: &FolderCache, model_path: &Path) -> Vec<MissingFile> {
    let folder = folder_of(model_path);
    let entries = tree.list(&folder);
    let files: Vec<&FolderEntry> = entries.iter().filter(|entry| !entry.is_folder).collect();
    let own = lower_case(model_path.file_name().unwrap_or_default());
    let stem = lower_case(model_path.file_stem().unwrap_or_default());
    let part = split_lod_suffix(&stem).map_or(&*stem, |(part, _)| part);
    let mut package = Package { files: &files, missing: Vec::new() };
    let has = |name: &str| files.iter().any(|entry| entry.name == name);
    if own.ends_with(".md2") {
        let is_carried =
            |name: &str| name == "weapon.md2" || name.starts_with("w_") && name.ends_with(".md2");
        let carries = files.iter().any(|entry| is_carried(&entry.name));
        let is_player = is_in_player_folder(model_path) || has("tris.md2") && carries;
        let is_first = own == "tris.md2" || own == "weapon.md2" && !has("tris.md2");
        if is_player && is_first {
            package.quake2();
        }
    } else if own.ends_with(".md3") {
        let parts = || PARTS.iter().map(|(part, _)| *part).filter(|part| has(&format!("{part}.md3")));
        let is_player = is_in_player_folder(model_path) || parts().count() > 1 && has("animation.cfg");
        if is_player && parts().next() == Some(part) {
            package.quake3();
        }
    }
    package.missing
}

/// What lies in a player's folder, and what does not.
struct Package<'a> {
    files: &'a [&'a FolderEntry],
    missing: Vec<MissingFile>,
}

impl Package<'_> {
    fn has(&self, name: &str) -> bool {
        self.files.iter().any(|entry| entry.name == name)
    }

    fn want(&mut self, name: impl Into<String>, purpose: impl Into<String>) {
        let name = name.into();
        if !self.has(&name) {
            self.missing.push(MissingFile { name, purpose: purpose.into() });
        }
    }

    /// Names without their extensions of what is a picture.
    fn pictures(&self) -> impl Iterator<Item = (&str, &str)> {
        let pictures =
            self.files.iter().filter(|entry| ImageFormat::from_name(Path::new(&entry.name)).is_some());
        pictures.filter_map(|entry| entry.name.rsplit_once('.'))
    }

    fn has_picture(&self, stem: &str) -> bool {
        self.pictures().any(|(own, _)| own == stem)
    }

    fn quake2(&mut self) {
        self.want("tris.md2", "the body");
        self.want("weapon.md2", "the weapon it carries");
        let is_skin = |stem: &str| !stem.ends_with("_i") && stem != "weapon" && !stem.starts_with("w_");
        // Where there are the pictures that the game reads, others are versions of them, or something else.
        let of_game = self.pictures().any(|(stem, end)| end == "pcx" && is_skin(stem));
        let skins = self.pictures().filter(|(stem, end)| is_skin(stem) && (!of_game || *end == "pcx"));
        let skins: BTreeSet<String> = skins.map(|(stem, _)| stem.to_owned()).collect();
        if skins.is_empty() {
            self.want("NAME.pcx, NAME_i.pcx", "a skin with its icon");
        }
        let without: Vec<&String> =
            skins.iter().filter(|skin| !self.has_picture(&format!("{skin}_i"))).collect();
        for skin in without {
            let purpose = format!("the icon of {skin}, shown in menus");
            self.want(format!("{skin}_i.pcx"), purpose);
        }
    }

    fn quake3(&mut self) {
        for (part, what) in PARTS {
            self.want(format!("{part}.md3"), format!("the {what}"));
        }
        self.want("animation.cfg", "the sequences, required by the game");
        let label = |name: &str| {
            let stem = name.strip_suffix(".skin")?;
            let label = PARTS.iter().find_map(|(part, _)| stem.strip_prefix(part)?.strip_prefix('_'))?;
            (!label.is_empty()).then(|| label.to_owned())
        };
        let mut labels: Vec<String> = self.files.iter().filter_map(|entry| label(&entry.name)).collect();
        labels.push(String::from("default"));
        labels.sort_by_key(|label| (label != "default", label.clone()));
        labels.dedup();
        for label in labels {
            for (part, what) in PARTS {
                self.want(format!("{part}_{label}.skin"), format!("skin {label} of the {what}"));
            }
            if !self.has_picture(&format!("icon_{label}")) {
                self.want(format!("icon_{label}.tga"), format!("the icon of skin {label}"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skins_of_teams_are_told_by_their_names() {
        for name in ["ctf_r.pcx", "CTF_B.PCX", "red", "blue"] {
            assert!(is_team_skin(name), "{name}");
        }
        assert!(!is_team_skin("redneck.pcx") && !is_team_skin("grunt.pcx"));
        assert!(is_in_player_folder(Path::new("/q/Players/male/tris.md2")));
        assert!(!is_in_player_folder(Path::new("/q/players/tris.md2")));
    }
}
