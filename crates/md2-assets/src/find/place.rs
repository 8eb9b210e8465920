//! The surroundings of a model, and what in them may belong to it.

use std::path::{Path, PathBuf};

use super::folder::{Folder, Picture};
use super::name::SkinName;
use crate::tree::{folder_of, lower_case};

/// Where a model lies, and what lies there with it.
pub(super) struct Place {
    /// The model's file name without extension, in lower case.
    pub(super) stem: String,
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
        Self { stem, path, folders: [own].into_iter().chain(skins).collect() }
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

    /// Whether a picture is called `skin`, or as the model is and then a number or another sign, or is what all weapons
    /// of a player share.
    pub(super) fn has_similar_name(&self, picture: &Picture) -> bool {
        let is_weapons = self.is_weapon() && picture.stem == "weapon";
        let continues = picture
            .stem
            .strip_prefix(&*self.stem)
            .is_some_and(|rest| !self.stem.is_empty() && !rest.starts_with(char::is_alphabetic));
        (picture.stem == "skin" || is_weapons || continues) && self.may_be_for_model(picture)
    }

    /// Whether a picture is neither an icon nor, by its name, the skin of another model.
    pub(super) fn may_be_for_model(&self, picture: &Picture) -> bool {
        let is_icon = picture
            .stem
            .strip_suffix("_i")
            .is_some_and(|stem| self.pictures().any(|other| other.stem == stem));
        let has_model = |stem: &str| self.folders.iter().any(|folder| folder.models.contains(stem));
        let is_of_another = picture.stem != self.stem && has_model(&picture.stem);
        // In a player's folder only the names can tell a weapon's skin from the player's.
        let is_the_players = self.is_weapon() && has_model("tris") && picture.stem != "weapon";
        !is_icon && !is_of_another && !is_the_players
    }

    /// Whether the model is a weapon in a player's folder: `weapon.md2` or `w_railgun.md2`.
    fn is_weapon(&self) -> bool {
        self.stem == "weapon" || self.stem.starts_with("w_")
    }
}
