//! The surroundings of a model, and what in them may belong to it.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::MatchReason;
use super::clue::is_no_skin;
use super::folder::{Folder, Picture};
use super::name::SkinName;
use super::words::{ManyWords, Words};
use crate::overlay::others;
use crate::tree::{FolderCache, folder_above, folder_of, lower_case, roots};

/// What a picture is called that serves all models of a folder.
const SKIN: &str = "skin";

/// Where a model lies, and what lies there with it.
pub(super) struct Place<'a> {
    tree: &'a FolderCache,
    /// The model's file name without extension, in lower case.
    stem: String,
    /// What the model's folder is called, in lower case.
    folder_name: String,
    /// The model's folder.
    path: PathBuf,
    /// The model's folder, then `skins` in it.
    folders: Vec<Rc<Folder>>,
    /// The folders that names lead to.
    known: RefCell<HashMap<PathBuf, Rc<Folder>>>,
    /// For each root that names start from, where the game looks besides.
    others: RefCell<HashMap<PathBuf, Rc<[PathBuf]>>>,
    /// Stems of the pictures in the first two.
    stems: HashSet<String>,
    /// Stems of the other models there.
    other_models: HashSet<String>,
    /// Their words.
    words_of_others: ManyWords,
    own_words: Words,
}

/// A file that matches a name.
pub(super) struct Match {
    pub(super) path: Rc<Path>,
    pub(super) same_extension: bool,
}

impl<'a> Place<'a> {
    pub(super) fn new(tree: &'a FolderCache, model_path: &Path) -> Self {
        let path = folder_of(model_path);
        let skins = tree.folder(&path, &["skins"]);
        let folders: Vec<Rc<Folder>> = [Some(&path), skins.as_ref()]
            .into_iter()
            .flatten()
            .map(|path| Rc::new(Folder::read(tree, path)))
            .collect();
        let stem = lower_case(model_path.file_stem().unwrap_or_default());
        let folder_name = lower_case(path.file_name().unwrap_or_default());
        let stems = folders.iter().flat_map(|folder| &folder.pictures).map(|picture| picture.stem.clone());
        let other_models: HashSet<String> = folders
            .iter()
            .flat_map(|folder| &folder.models)
            .filter(|other| **other != stem)
            .cloned()
            .collect();
        Self {
            tree,
            stems: stems.collect(),
            words_of_others: ManyWords::new(other_models.iter().map(|stem| Words::of(stem))),
            own_words: Words::of(&stem),
            other_models,
            stem,
            folder_name,
            path,
            folders,
            known: RefCell::default(),
            others: RefCell::default(),
        }
    }

    /// The pictures beside the model, then those in `skins`.
    pub(super) fn pictures(&self) -> impl Iterator<Item = &Picture> {
        self.folders.iter().flat_map(|folder| &folder.pictures)
    }

    /// The files that a name of the model's may mean, which leads to this folder if to any, the best first.
    pub(super) fn matches<'b>(
        &'b self,
        name: &'b SkinName,
        in_tree: Option<&'b Rc<Folder>>,
    ) -> impl Iterator<Item = Match> {
        let folders = move || in_tree.into_iter().chain(&self.folders);
        let same = folders().flat_map(|folder| folder.called(&name.file_name));
        let same = same.map(|picture| Match { path: Rc::clone(&picture.path), same_extension: true });
        let other = folders().flat_map(|folder| folder.with_stems(name.stems()));
        let other = other.filter(|picture| picture.file_name != name.file_name);
        let same_extension = !name.has_image_extension();
        same.chain(other.map(move |picture| Match { path: Rc::clone(&picture.path), same_extension }))
    }

    /// The folder that a name with a path leads to. The name's first part must be a folder that the model lies in (so
    /// that its parent is the root such names start from), or one beside the model.
    pub(super) fn folder_of(&self, name: &SkinName) -> Option<Rc<Folder>> {
        let first = name.folders.first()?;
        let path = roots(&self.path, first)
            .chain([&*self.path])
            .find_map(|root| self.tree.folder(root, &name.folders))?;
        Some(self.known(path))
    }

    fn known(&self, path: PathBuf) -> Rc<Folder> {
        let mut known = self.known.borrow_mut();
        Rc::clone(known.entry(path).or_insert_with_key(|path| Rc::new(Folder::read(self.tree, path))))
    }

    /// The file that a name with a path leads to in the game's other packs and folders, as the game looks for it; of another
    /// format, if there is none of the name's own.
    pub(super) fn elsewhere(&self, name: &SkinName) -> Option<Match> {
        let first = name.folders.first()?;
        let mut folders = Vec::new();
        for root in roots(&self.path, first) {
            let mut known = self.others.borrow_mut();
            let places = known.entry(root.to_path_buf()).or_insert_with(|| others(self.tree, root).into());
            let paths = places.iter().filter_map(|place| self.tree.folder(place, &name.folders));
            folders.extend(paths.map(|path| self.known(path)));
        }
        let same = folders.iter().find_map(|folder| folder.called(&name.file_name).next().cloned());
        if let Some(Picture { path, .. }) = same {
            return Some(Match { path, same_extension: true });
        }
        let other =
            folders.iter().find_map(|folder| folder.with_stems(name.stems()).first().copied().cloned());
        other.map(|Picture { path, .. }| Match { path, same_extension: !name.has_image_extension() })
    }

    /// The pictures called `skin` in the folder above, which models in Sauerbraten wear that have none of their own.
    pub(super) fn skins_above(&self) -> Vec<Picture> {
        if self.stems.contains(SKIN) {
            return Vec::new();
        }
        let above = folder_above(&self.path).map(|path| Folder::read(self.tree, path)).unwrap_or_default();
        above.with_stems([SKIN].into_iter()).into_iter().cloned().collect()
    }

    /// What connects a picture here with the model, by their names alone; `None` for one that is not for it. `missing`
    /// are the words of names in the model for which there is no file.
    pub(super) fn connection(&self, picture: &Picture, missing: &ManyWords) -> Option<MatchReason> {
        if picture.stem == self.stem {
            return Some(MatchReason::ModelName);
        }
        if !self.may_be_for_model(picture) {
            return None;
        }
        let is_weapons = self.is_weapon() && picture.stem == "weapon";
        Some(if picture.stem == SKIN || is_weapons || continues(&picture.stem, &self.stem) {
            MatchReason::SimilarName
        } else if self.folder_names().any(|name| name == picture.stem) {
            MatchReason::FolderName
        } else if self.has_icon(picture) {
            MatchReason::Icon
        } else if self.shares_words(picture, missing) {
            MatchReason::SharedWords
        } else {
            MatchReason::Beside
        })
    }

    /// Whether a picture is neither an icon, nor a layer of a material, nor by its name the skin of another model.
    fn may_be_for_model(&self, picture: &Picture) -> bool {
        let is_icon = picture.stem.strip_suffix("_i").is_some_and(|stem| self.stems.contains(stem));
        // tank2_red goes with tank2, though it begins like tank too.
        let is_own = continues(&picture.stem, &self.stem);
        let is_anothers = |stem: &str| {
            let is_longer = stem.len() > self.stem.len() || !is_own;
            picture.stem == stem || (continues(&picture.stem, stem) && is_longer)
        };
        let ends = picture.stem.char_indices().map(|(end, _)| end).chain([picture.stem.len()]);
        let mut beginnings =
            ends.map(|end| &picture.stem[..end]).filter(|start| self.other_models.contains(*start));
        // In a player's folder only the names can tell a weapon's skin from the player's.
        let is_the_players =
            self.is_weapon() && self.other_models.contains("tris") && picture.stem != "weapon";
        !is_icon && !is_no_skin(&picture.stem) && !beginnings.any(is_anothers) && !is_the_players
    }

    /// Whether the picture has an icon, as each skin of a player has, and the model is that player.
    fn has_icon(&self, picture: &Picture) -> bool {
        let is_player = self.stem == "tris" || self.is_only_body();
        is_player && self.stems.contains(&format!("{}_i", picture.stem))
    }

    /// Whether the picture's words agree with those of the model, of its folder, or of a name in it, and no other
    /// model here is nearer.
    fn shares_words(&self, picture: &Picture, missing: &ManyWords) -> bool {
        let words = Words::of(&picture.stem);
        if self.words_of_others.most_shared(&words) > self.own_words.shared(&words) {
            return false;
        }
        let by_folder =
            || self.is_only_body() && self.folder_names().any(|name| Words::of(name).agree(&words));
        self.own_words.agree(&words) || by_folder() || missing.agree(&words)
    }

    /// What the model's folder is called, also without what looks like an extension: `tank.obj` and `tank`.
    fn folder_names(&self) -> impl Iterator<Item = &str> {
        let stem = self.folder_name.rsplit_once('.').map(|(stem, _)| stem);
        [&*self.folder_name].into_iter().chain(stem).filter(|name| !name.is_empty())
    }

    /// Whether all other models here are weapons, so that what is the folder's is this model's.
    fn is_only_body(&self) -> bool {
        !self.is_weapon() && self.other_models.iter().all(|other| is_weapon(other))
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
