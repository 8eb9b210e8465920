//! The folders around a model and the images that may belong to it.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::elsewhere::find_elsewhere;
use super::folder::{Folder, ImageFile};
use super::image_names::{is_effect, is_layer_or_icon};
use super::name::SkinName;
use super::stem::QUAKE_ORDER;
use super::words::{WordIndex, Words};
use super::{MAX_OPENED, MatchReason};
use crate::header::image_size_in;
use crate::model_names::{model_stem, read_image_names, read_skin_size};
use crate::player::is_carried_weapon;
use crate::size::ShapeMismatch;
use crate::tree::{FolderCache, lower_case};

/// The name, without extension, of an image that is a skin for all models of a folder.
const SKIN: &str = "skin";
/// The name, without extension, of an image that is a skin for all weapons of a player.
const WEAPON: &str = "weapon";
/// The maximum number of other models in the folder whose files are read for their skin names.
const MAX_READ_MODELS: usize = 64;
/// The largest width and height of an icon in a game's menus.
const ICON_SIDE: u32 = 32;
/// The smallest skin size of a model, in each direction, for which images of at most [`ICON_SIDE`] count as icons.
const SKIN_SIDE: u32 = 128;

pub(super) struct ModelSurroundings<'a> {
    tree: &'a FolderCache,
    stem: String,
    folder_name: String,
    path: PathBuf,
    /// The model's folder, then its subfolder `skins`.
    folders: Vec<Rc<Folder>>,
    /// A cache of other folders, to which the paths in skin names lead. Each folder is read when it is first needed.
    known: RefCell<HashMap<PathBuf, Rc<Folder>>>,
    stems: HashSet<String>,
    other_models: HashSet<String>,
    /// Names, without extension, of the images that the other models use. The names are read from the model files when they are first
    /// needed.
    named_by_others: OnceCell<HashSet<String>>,
    stated_size: Option<[u32; 2]>,
    /// The sizes of the images that were already opened. `None` if an image cannot be read.
    sizes: RefCell<HashMap<PathBuf, Option<[u32; 2]>>>,
    words_of_others: WordIndex,
    own_words: Words,
    /// Whether the model names images, but none called `weapon`.
    names_other_than_weapon: bool,
}

pub(super) struct NameMatch {
    pub(super) path: Rc<Path>,
    pub(super) same_extension: bool,
}

fn matches<'b, F: Iterator<Item = &'b Rc<Folder>>>(
    tree: &'b FolderCache,
    folders: impl Fn() -> F,
    name: &'b SkinName,
) -> impl Iterator<Item = NameMatch> {
    let same = folders().flat_map(|folder| folder.with_file_name(tree, &name.file_name));
    let other = folders().flat_map(|folder| folder.with_stems(tree, name.stems()));
    let other = other.filter(|image| image.file_name != name.file_name);
    same.chain(other).map(|image| NameMatch {
        path: Rc::clone(&image.path),
        same_extension: image.file_name == name.file_name || !name.has_image_extension(),
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SizeFit {
    Equal,
    Scaled,
    Unknown,
    Stretched,
}

impl<'a> ModelSurroundings<'a> {
    pub(super) fn new(tree: &'a FolderCache, model_path: &Path, names: &[SkinName]) -> Self {
        let path = tree.folder_of(model_path);
        let skins = tree.folder(&path, &["skins"]);
        let folders: Vec<Rc<Folder>> = [Some(&path), skins.as_ref()]
            .into_iter()
            .flatten()
            .map(|path| Rc::new(Folder::read(tree, path)))
            .collect();
        let stem = model_stem(model_path);
        let folder_name = lower_case(path.file_name().unwrap_or_default());
        let stems = folders.iter().flat_map(|folder| &folder.images).map(|image| image.stem.clone());
        let other_models: HashSet<String> = folders
            .iter()
            .flat_map(|folder| &folder.models)
            .map(|(other, _)| other.clone())
            .filter(|other| *other != stem)
            .collect();
        let mut named = names.iter().flat_map(SkinName::stems).peekable();
        Self {
            tree,
            names_other_than_weapon: named.peek().is_some() && !named.any(|name| name == WEAPON),
            stems: stems.collect(),
            words_of_others: WordIndex::new(other_models.iter().map(|stem| Words::from_name(stem))),
            own_words: Words::from_name(&stem),
            other_models,
            named_by_others: OnceCell::new(),
            stated_size: read_skin_size(tree, model_path),
            sizes: RefCell::default(),
            stem,
            folder_name,
            path,
            folders,
            known: RefCell::default(),
        }
    }

    /// Iterates over the images with the name of the model, and then over all images. In both cases, images next to the
    /// model come before images in the subfolder `skins`.
    pub(super) fn images(&self) -> impl Iterator<Item = &ImageFile> {
        let own =
            self.folders.iter().flat_map(|folder| folder.with_stems(self.tree, [&*self.stem].into_iter()));
        own.chain(self.folders.iter().flat_map(|folder| &folder.images))
    }

    /// Returns the files that match a skin name, the best first. Searches the folder `in_tree`, which is the result of
    /// [`find_folder`](Self::find_folder) for this name, and then the model's folders.
    pub(super) fn matches<'b>(
        &'b self,
        name: &'b SkinName,
        in_tree: Option<&'b Rc<Folder>>,
    ) -> impl Iterator<Item = NameMatch> {
        matches(self.tree, move || in_tree.into_iter().chain(&self.folders), name)
    }

    /// Finds the folder to which the path in a skin name leads; `None` if it does not exist. The path must start with a folder that
    /// contains the model, or with a subfolder of the model's folder.
    pub(super) fn find_folder(&self, name: &SkinName) -> Option<Rc<Folder>> {
        let first = name.folders.first()?;
        let path = self
            .tree
            .roots(&self.path, first)
            .chain([&*self.path])
            .find_map(|root| self.tree.folder(root, &name.folders))?;
        Some(self.read_cached(path))
    }

    fn read_cached(&self, path: PathBuf) -> Rc<Folder> {
        let mut known = self.known.borrow_mut();
        Rc::clone(known.entry(path).or_insert_with_key(|path| Rc::new(Folder::read(self.tree, path))))
    }

    /// Finds the file for a skin name that contains a folder. Searches the game's other archives and folders, in the order of the game. If
    /// no file has the extension of the name, returns a file of another format.
    pub(super) fn find_in_other_roots(&self, name: &SkinName) -> Option<NameMatch> {
        let first = name.folders.first()?;
        let mut folders = Vec::new();
        for root in self.tree.roots(&self.path, first) {
            let places = self.tree.other_places(root);
            let paths = places.iter().filter_map(|place| self.tree.folder(place, &name.folders));
            folders.extend(paths.map(|path| self.read_cached(path)));
        }
        matches(self.tree, || folders.iter(), name).next()
    }

    /// Finds the file for a skin name next to the model's folder, in a folder with the name of the image's folder or in a folder for
    /// images. For a name without folders, also searches the whole game. Adds the images that may be other ones to `guesses`.
    pub(super) fn find_elsewhere(&self, name: &SkinName, guesses: &mut Vec<PathBuf>) -> Option<NameMatch> {
        let beside = self.tree.folders_beside(&self.path, name).into_iter();
        let folders: Vec<_> = beside.map(|path| self.read_cached(path)).collect();
        if let Some(found) = matches(self.tree, || folders.iter(), name).next() {
            return Some(found);
        }
        let elsewhere = find_elsewhere(self.tree, &self.path, name, &QUAKE_ORDER);
        let certain = elsewhere.paths.first().filter(|_| elsewhere.is_certain);
        if let Some(path) = certain.filter(|path| self.size_fit(path) != SizeFit::Stretched) {
            let is_named = path.file_name().map(lower_case).is_some_and(|own| own == name.file_name);
            let same_extension = is_named || !name.has_image_extension();
            return Some(NameMatch { path: Rc::from(&**path), same_extension });
        }
        guesses.extend(elsewhere.paths);
        None
    }

    /// Returns the images with the name of the model in the folders for images next to the model's folder.
    pub(super) fn resources(&self) -> Vec<ImageFile> {
        if self.stems.contains(&self.stem) {
            return Vec::new();
        }
        let folders = self.tree.resource_folders(&self.path).into_iter().map(|path| self.read_cached(path));
        let stem = || [&*self.stem].into_iter();
        folders
            .flat_map(|folder| folder.with_stems(self.tree, stem()).into_iter().cloned().collect::<Vec<_>>())
            .collect()
    }

    /// Returns the images named `skin` in the parent folder. Sauerbraten uses them for models without skins in their own folder.
    pub(super) fn skins_above(&self) -> Vec<ImageFile> {
        if self.stems.contains(SKIN) || is_effect(&self.stem) {
            return Vec::new();
        }
        let above =
            self.tree.folder_above(&self.path).map(|path| Folder::read(self.tree, path)).unwrap_or_default();
        above.with_stems(self.tree, [SKIN].into_iter()).into_iter().cloned().collect()
    }

    /// Returns the reason why the name of an image matches the model; `None` if it does not match. `missing` contains the words of the
    /// skin names for which no file was found.
    pub(super) fn match_reason(&self, image: &ImageFile, missing: &WordIndex) -> Option<MatchReason> {
        if image.stem == self.stem {
            return Some(MatchReason::ModelName);
        }
        if !self.can_belong_to_model(image) {
            return None;
        }
        let is_weapons = self.is_weapon() && image.stem == WEAPON && !self.names_other_than_weapon;
        let is_for_all = image.stem == SKIN && !is_effect(&self.stem);
        Some(if is_for_all || is_weapons || continues(&image.stem, &self.stem) {
            MatchReason::SimilarName
        } else if self.has_icon_size(image) {
            return None;
        } else if self.folder_names().any(|name| name == image.stem) {
            MatchReason::FolderName
        } else if self.has_icon(image) {
            MatchReason::Icon
        } else if self.is_named_by_other(image) {
            return None;
        } else if self.shares_words(image, missing) {
            match self.size_fit(&image.path) {
                SizeFit::Equal | SizeFit::Scaled => MatchReason::WordsAndSize,
                SizeFit::Unknown | SizeFit::Stretched => MatchReason::SharedWords,
            }
        } else {
            MatchReason::Beside
        })
    }

    pub(super) fn size_fit(&self, path: &Path) -> SizeFit {
        match self.stated_size.and_then(|stated| Some((stated, self.size_of(path)?))) {
            None => SizeFit::Unknown,
            Some((stated, size)) if stated == size => SizeFit::Equal,
            Some((stated, size)) if ShapeMismatch::detect(stated, size).is_none() => SizeFit::Scaled,
            Some(_) => SizeFit::Stretched,
        }
    }

    /// Reads the size of an image. `None` if the image cannot be read, or if the sizes of [`MAX_OPENED`] other images were already read.
    fn size_of(&self, path: &Path) -> Option<[u32; 2]> {
        let mut sizes = self.sizes.borrow_mut();
        if let Some(size) = sizes.get(path) {
            return *size;
        }
        let size = (sizes.len() < MAX_OPENED).then(|| image_size_in(self.tree, path).ok().flatten())?;
        sizes.insert(path.to_path_buf(), size);
        size
    }

    fn has_icon_size(&self, image: &ImageFile) -> bool {
        let is_large = self.stated_size.is_some_and(|size| size.iter().all(|&side| side >= SKIN_SIDE));
        let size = is_large.then(|| self.size_of(&image.path)).flatten();
        size.is_some_and(|size| size.iter().all(|&side| side <= ICON_SIDE))
    }

    fn is_named_by_other(&self, image: &ImageFile) -> bool {
        let read = || {
            let models = self.folders.iter().flat_map(|folder| &folder.models);
            let others = models.filter(|(stem, _)| *stem != self.stem).take(MAX_READ_MODELS);
            let names = others.flat_map(|(_, path)| read_image_names(self.tree, path));
            let stems = |name: Vec<u8>| SkinName::parse(&name).stems().map(str::to_owned).collect::<Vec<_>>();
            names.flat_map(stems).collect()
        };
        self.named_by_others.get_or_init(read).contains(&image.stem)
    }

    fn can_belong_to_model(&self, image: &ImageFile) -> bool {
        // tank2_red belongs to tank2, although its name also begins with tank.
        let is_own = continues(&image.stem, &self.stem);
        let belongs_to_other = |stem: &str| {
            let is_longer = stem.len() > self.stem.len() || !is_own;
            image.stem == stem || (continues(&image.stem, stem) && is_longer)
        };
        let ends = image.stem.char_indices().map(|(end, _)| end).chain([image.stem.len()]);
        let mut beginnings =
            ends.map(|end| &image.stem[..end]).filter(|start| self.other_models.contains(*start));
        // A player's folder contains skins of the player and of its weapons. Only their names distinguish them.
        let belongs_to_player =
            self.is_weapon() && self.other_models.contains("tris") && image.stem != WEAPON;
        !is_layer_or_icon(&image.stem) && !beginnings.any(belongs_to_other) && !belongs_to_player
    }

    /// Whether the model is a player and the folder contains an icon of the image. All skins of players have icons.
    fn has_icon(&self, image: &ImageFile) -> bool {
        let is_player = self.stem == "tris" || self.is_only_body();
        is_player && self.stems.contains(&format!("{}_i", image.stem))
    }

    /// Whether the words in an image's name match the words of the model, of its folder, or of a skin name in
    /// `missing`. False if another model has more words in common with the image.
    fn shares_words(&self, image: &ImageFile, missing: &WordIndex) -> bool {
        let words = Words::from_name(&image.stem);
        if self.words_of_others.most_shared(&words) > self.own_words.shared(&words) {
            return false;
        }
        let by_folder =
            || self.is_only_body() && self.folder_names().any(|name| Words::from_name(name).matches(&words));
        self.own_words.matches(&words) || by_folder() || missing.matches(&words)
    }

    fn folder_names(&self) -> impl Iterator<Item = &str> {
        let stem = self.folder_name.rsplit_once('.').map(|(stem, _)| stem);
        [&*self.folder_name].into_iter().chain(stem).filter(|name| !name.is_empty())
    }

    /// Whether this is the only model of its folder that is not a weapon. Images with the name of the folder then belong to this model.
    fn is_only_body(&self) -> bool {
        !self.is_weapon() && self.other_models.iter().all(|other| is_carried_weapon(other))
    }

    fn is_weapon(&self) -> bool {
        is_carried_weapon(&self.stem)
    }
}

/// Whether `stem` is equal to `start`, or begins with `start` followed by a character that is not a letter.
fn continues(stem: &str, start: &str) -> bool {
    let rest = stem.strip_prefix(start).filter(|_| !start.is_empty());
    rest.is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
}
