//! The surroundings of a model, and what in them may belong to it.

use std::path::{Path, PathBuf};

use super::FoundBy;
use super::clue::is_no_skin;
use super::folder::{Folder, Picture};
use super::name::SkinName;
use super::words::Words;
use crate::tree::{folder_above, folder_of, lower_case};

/// What a picture is called that serves all models of a folder.
const SKIN: &str = "skin";

/// Where a model lies, and what lies there with it.
pub(super) struct Place {
    /// The model's file name without extension, in lower case.
    stem: String,
    /// What the model's folder is called, in lower case.
    folder_name: String,
    /// The model's folder.
    path: PathBuf,
    /// The model's folder, then `skins` in it.
    folders: Vec<Folder>,
}

/// A file that matches a name.
pub(super) struct Match {
    pub(super) path: PathBuf,
    pub(super) same_extension: bool,
}

impl Place {
    pub(super) fn new(model_path: &Path) -> Self {
        let path = folder_of(model_path);
        let own = Folder::read(&path);
        let skins = own.subfolder("skins").map(Folder::read);
        let stem = lower_case(model_path.file_stem().unwrap_or_default());
        let folder_name = lower_case(path.file_name().unwrap_or_default());
        Self { stem, folder_name, path, folders: [own].into_iter().chain(skins).collect() }
    }

    /// The pictures beside the model, then those in `skins`.
    pub(super) fn pictures(&self) -> impl Iterator<Item = &Picture> {
        self.folders.iter().flat_map(|folder| &folder.pictures)
    }

    /// The files that a name of the model's may mean, the best first.
    pub(super) fn matches(&self, name: &SkinName) -> Vec<Match> {
        let in_tree = self.folder_of(name);
        let folders = in_tree.iter().chain(&self.folders);
        let pictures: Vec<&Picture> = folders.flat_map(|folder| &folder.pictures).collect();
        let (mut same, mut other) = (Vec::new(), Vec::new());
        for picture in pictures {
            let path = || picture.path.clone();
            if picture.file_name == name.file_name {
                same.push(Match { path: path(), same_extension: true });
            } else if name.stems().any(|stem| stem == picture.stem) {
                other.push(Match { path: path(), same_extension: !name.has_image_extension() });
            }
        }
        same.append(&mut other);
        same
    }

    /// The folder that a name with a path leads to. The name's first part must be a folder that the model lies in (so
    /// that its parent is the root such names start from), or one beside the model.
    fn folder_of(&self, name: &SkinName) -> Option<Folder> {
        let first = name.folders.first()?;
        let is_first = |folder: &&Path| folder.file_name().is_some_and(|own| lower_case(own) == *first);
        let roots = self.path.ancestors().filter(is_first).filter_map(Path::parent);
        roots.chain([&*self.path]).find_map(|root| {
            let mut folder = root.to_path_buf();
            for part in &name.folders {
                folder = Folder::find_subfolder(&folder, part)?;
            }
            Some(Folder::read(&folder))
        })
    }

    /// The pictures called `skin` in the folder above, which models in Sauerbraten wear that have none of their own.
    pub(super) fn skins_above(&self) -> Vec<Picture> {
        if self.pictures().any(|picture| picture.stem == SKIN) {
            return Vec::new();
        }
        let above = folder_above(&self.path).map(Folder::read).unwrap_or_default();
        above.pictures.into_iter().filter(|picture| picture.stem == SKIN).collect()
    }

    /// What connects a picture here with the model, by their names alone; `None` for one that is not for it. `missing`
    /// are names in the model for which there is no file.
    pub(super) fn connection(&self, picture: &Picture, missing: &[&SkinName]) -> Option<FoundBy> {
        if picture.stem == self.stem {
            return Some(FoundBy::ModelName);
        }
        if !self.may_be_for_model(picture) {
            return None;
        }
        let is_weapons = self.is_weapon() && picture.stem == "weapon";
        Some(if picture.stem == SKIN || is_weapons || continues(&picture.stem, &self.stem) {
            FoundBy::SimilarName
        } else if self.folder_names().any(|name| name == picture.stem) {
            FoundBy::FolderName
        } else if self.has_icon(picture) {
            FoundBy::Icon
        } else if self.shares_words(picture, missing) {
            FoundBy::SharedWords
        } else {
            FoundBy::Beside
        })
    }

    /// Whether a picture is neither an icon, nor a layer of a material, nor by its name the skin of another model.
    fn may_be_for_model(&self, picture: &Picture) -> bool {
        let is_icon = picture
            .stem
            .strip_suffix("_i")
            .is_some_and(|stem| self.pictures().any(|other| other.stem == stem));
        // tank2_red goes with tank2, though it begins like tank too.
        let is_anothers = |stem: &str| {
            let is_longer = stem.len() > self.stem.len() || !continues(&picture.stem, &self.stem);
            picture.stem == stem || (continues(&picture.stem, stem) && is_longer)
        };
        // In a player's folder only the names can tell a weapon's skin from the player's.
        let is_the_players =
            self.is_weapon() && self.others().any(|stem| stem == "tris") && picture.stem != "weapon";
        !is_icon && !is_no_skin(&picture.stem) && !self.others().any(is_anothers) && !is_the_players
    }

    /// Whether the picture has an icon, as each skin of a player has, and the model is that player.
    fn has_icon(&self, picture: &Picture) -> bool {
        let is_player = self.stem == "tris" || self.is_only_body();
        is_player && self.pictures().any(|other| other.stem.strip_suffix("_i") == Some(&picture.stem))
    }

    /// Whether the picture's words agree with those of the model, of its folder, or of a name in it, and no other
    /// model here is nearer.
    fn shares_words(&self, picture: &Picture, missing: &[&SkinName]) -> bool {
        let words = Words::of(&picture.stem);
        let own = Words::of(&self.stem);
        if self.others().any(|other| Words::of(other).shared(&words) > own.shared(&words)) {
            return false;
        }
        let by_folder =
            || self.is_only_body() && self.folder_names().any(|name| Words::of(name).agree(&words));
        let by_name =
            || missing.iter().flat_map(|name| name.stems()).any(|stem| Words::of(stem).agree(&words));
        own.agree(&words) || by_folder() || by_name()
    }

    /// What the model's folder is called, also without what looks like an extension: `tank.obj` and `tank`.
    fn folder_names(&self) -> impl Iterator<Item = &str> {
        let stem = self.folder_name.rsplit_once('.').map(|(stem, _)| stem);
        [&*self.folder_name].into_iter().chain(stem).filter(|name| !name.is_empty())
    }

    /// Stems of the other models here.
    fn others(&self) -> impl Iterator<Item = &str> {
        let models = self.folders.iter().flat_map(|folder| &folder.models);
        models.map(String::as_str).filter(|stem| *stem != self.stem)
    }

    /// Whether all other models here are weapons, so that what is the folder's is this model's.
    fn is_only_body(&self) -> bool {
        !self.is_weapon() && self.others().all(is_weapon)
    }

    /// Whether the model is a weapon in a player's folder: `weapon.md2` or `w_railgun.md2`.
    fn is_weapon(&self) -> bool {
        is_weapon(&self.stem)
    }
}

fn is_weapon(stem: &str) -> bool {
    stem == "weapon" || stem.starts_with("w_")
}

/// Whether `stem` is `start` and then a number or another sign.
fn continues(stem: &str, start: &str) -> bool {
    let rest = stem.strip_prefix(start).filter(|_| !start.is_empty());
    rest.is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
}
