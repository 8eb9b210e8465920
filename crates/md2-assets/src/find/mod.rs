//! The search for a model's skins.

mod elsewhere;
mod folder;
mod image_names;
mod name;
mod rank;
mod stem;
mod surroundings;
mod viewer_picture;
mod words;

use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

pub(crate) use self::elsewhere::find_elsewhere;
pub(crate) use self::image_names::is_effect;
pub(crate) use self::name::SkinName;
use self::rank::{Candidate, SkinRank, sort};
pub(crate) use self::stem::{QUAKE_ORDER, QUAKE3_ORDER, find_by_stem, format_rank};
use self::surroundings::{ModelSurroundings, NameMatch};
pub use self::viewer_picture::VIEWER_SOFTWARE;
pub(crate) use self::viewer_picture::is_viewer_picture;
use self::words::{WordIndex, Words};
use crate::tree::FolderCache;

/// The maximum number of [guesses](MatchReason::is_guess) of a search, and of images that it opens although their names do not match. The
/// limit keeps searches in large folders fast.
const MAX_OPENED: usize = 64;

/// The result of [`find_skins`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkinSearch {
    /// The images that may be skins, the most likely first. Each file occurs once.
    pub found: Vec<SkinCandidate>,
    /// Indices of the skin names in the model for which no file was found.
    pub missing: Vec<usize>,
}

impl SkinSearch {
    /// Returns the skin to show first. `None` if all candidates are [guesses](MatchReason::is_guess), because a wrong image is worse than
    /// no image.
    pub fn best(&self) -> Option<&SkinCandidate> {
        self.found.first().filter(|first| !first.reason.is_guess())
    }
}

/// An image that may be a skin of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkinCandidate {
    /// Path of the file. The file exists, but it may not be a valid image.
    pub path: PathBuf,
    /// The reason why the image may be a skin.
    pub reason: MatchReason,
}

/// The reason why an image may be a skin of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MatchReason {
    /// A `MODELDEF` script assigns the image to the model.
    Defined,
    /// The model contains the name of the image.
    Name {
        /// Index in the model's list of skin names.
        index: usize,
        /// Whether the file has the same extension as the name in the model.
        same_extension: bool,
    },
    /// The image has the name of the model.
    ModelName,
    /// The image is named `skin`, or like the model followed by a number or a separator (`tris0`, `tank-red`).
    SimilarName,
    /// The image has the name of the model's folder.
    FolderName,
    /// The folder contains an icon for the image, such as `grunt_i.pcx` for `grunt.pcx`. All skins of Quake II players have icons.
    Icon,
    /// The words in the image's name match the words in the name of the model, of its folder, or of a skin. The image has the aspect ratio
    /// that the model states for its skin.
    WordsAndSize,
    /// The words in the names match as in [`WordsAndSize`](Self::WordsAndSize), but the aspect ratio differs or is unknown.
    SharedWords,
    /// The image is named `skin` and is in the parent folder, and the model's folder contains no image with this name.
    /// Sauerbraten stores shared skins in this way.
    Above,
    /// The only image next to the model that has the size which the model states for its skin. Images whose names match better have
    /// another size.
    SkinSize,
    /// The image has the name of a skin of the model, but is in another folder of the game, as other images with this name may be.
    Elsewhere,
    /// The image is next to the model, and its name does not match another model.
    Beside,
}

impl MatchReason {
    /// Whether the image may also belong to another model, because only its folder or the words in its name suggest that it belongs to this
    /// model.
    pub fn is_guess(self) -> bool {
        matches!(self, Self::Beside | Self::SharedWords | Self::Elsewhere)
    }
}

impl fmt::Display for MatchReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Defined => f.write_str("named in MODELDEF"),
            Self::Name { index, same_extension: true } => write!(f, "skin {} of the model", index + 1),
            Self::Name { index, same_extension: false } => {
                write!(f, "skin {} of the model, in another format", index + 1)
            }
            Self::ModelName => f.write_str("named like the model"),
            Self::SimilarName => f.write_str("named like a skin of the model"),
            Self::FolderName => f.write_str("named like the model's folder"),
            Self::Icon => f.write_str("has a menu icon, as player skins do"),
            Self::WordsAndSize => f.write_str("name and aspect ratio match the model"),
            Self::SharedWords => f.write_str("a guess: only the name matches the model"),
            Self::Above => f.write_str("in the folder above the model"),
            Self::SkinSize => f.write_str("has the size of the model's skin"),
            Self::Elsewhere => f.write_str("a guess: an image of this name in another folder"),
            Self::Beside => f.write_str("a guess: an image in the model's folder"),
        }
    }
}

/// Finds the skins of the model at `model_path`. `names` are the skin names in the model's file.
///
/// The result contains, in this order:
///
/// 1. The file of each name. If the name begins with a folder that contains the model (`models/…`, `players/…`), it is a path from the
///    root of the game. Otherwise it is a path from the model's folder. If there is no such file, the search looks for its file name next to
///    the model and in the subfolder `skins`, then next to the model's folder in a folder with the name of the image's folder, or of a
///    folder for images (`textures`, `drawable`). A name without folders is also searched in the game's folder `textures`, and in all
///    folders of the game, if only one has an image with this name. Any image extension matches if the name has no extension, or if no file has the extension of
///    the name.
/// 2. Images with the name of the model.
/// 3. Images named `skin`, unless the model is a muzzle flash or another effect, or named like the model followed by a number or a
///    separator. For weapons that name no other image, also images named `weapon`.
/// 4. Further files for the names of rule 1, in another folder or format.
/// 5. Images with the name of the folder. Then images with an icon (`grunt_i.pcx` for `grunt.pcx`), if the model is named `tris` or all
///    other models in its folder are weapons. Then images whose words match the name of the model, of the folder or of a skin (`tank_boss`
///    matches `tank`), if they have the aspect ratio of the skin.
/// 6. If no image is named `skin`: an image with this name in the parent folder, if that folder belongs to a game's models.
/// 7. Images that match by rule 3, 5 or 6, but whose names mark them as skins of a team (`ctf_r`) or of a wounded model (`pain`).
/// 8. Up to 64 guesses: images in several other folders of the game with a name of rule 1, other images whose words match as in rule 5, then other images next to the model and in its subfolder `skins`.
///
/// Of images that match equally well, those with the skin size that the model states come first. If the model names no image that exists, an
/// image with this size also comes before images with better names and another size. Of images with the same name in different
/// formats, those with transparent pixels come first.
///
/// Some images match only if the model contains their name: material layers (`_n`, `_glow`, `masks` and so on), icons (recognized by their
/// names, or by at most 32 x 32 pixels if the skin is much larger), images with the name of another model, and pictures that `md2-viewer`
/// rendered ([`VIEWER_SOFTWARE`]). An image whose name another model of the folder contains is never a guess.
///
/// A copy of a model (`tris (1).md2`, `copy of tris.md2`) gets the skins of the original.
///
/// The search ignores case and treats backslashes as slashes. It never reads folders outside the game. Of most images, it reads only the
/// names. It opens images that match by name, and the guesses, to read their sizes and to detect pictures that `md2-viewer` rendered.
/// Archives count as folders. Each folder of a game includes the folders with the same path in the game's other archives and folders. The
/// archive or folder that contains the model comes first. Then follow the archives in the game's folder (`pak10` before `pak9`), that
/// folder, and the base game next to it (`baseq2`, `baseq3`, `baseoa`, `id1`). If all archives are PK3, loose files come before archives.
pub fn find_skins(folders: &FolderCache, model_path: &Path, names: &[impl AsRef<[u8]>]) -> SkinSearch {
    let names: Vec<_> = names.iter().map(|name| SkinName::parse(name.as_ref())).collect();
    let surroundings = ModelSurroundings::new(folders, model_path, &names);
    let mut search = Search::default();
    let mut candidates = search.add_named(&surroundings, &names);
    let missing = search.result.missing.iter().flat_map(|&index| names[index].stems());
    let missing = WordIndex::new(missing.map(Words::from_name));
    let above = surroundings.skins_above();
    let beside = if search.known.is_empty() { surroundings.resources() } else { Vec::new() };
    let here =
        surroundings.images().filter_map(|image| Some((image, surroundings.match_reason(image, &missing)?)));
    let unnamed = here
        .chain(beside.iter().map(|image| (image, MatchReason::ModelName)))
        .chain(above.iter().map(|image| (image, MatchReason::Above)));
    candidates.extend(unnamed.map(|(image, reason)| Candidate::new(image, reason)));
    // The size decides only between images that the model does not name.
    sort(&mut candidates, &surroundings, search.known.is_empty());
    let mut guesses = 0;
    for Candidate { path, reason, .. } in candidates {
        guesses += usize::from(reason.is_guess());
        let is_left_out = reason.is_guess() && guesses > MAX_OPENED;
        let is_named = matches!(reason, MatchReason::Name { .. });
        if !is_left_out && (is_named || !is_viewer_picture(folders, &path)) {
            search.add(&path, reason);
        }
    }
    search.result
}

#[derive(Default)]
struct Search {
    result: SkinSearch,
    known: HashSet<Rc<Path>>,
}

impl Search {
    /// Adds the first file of each name. Returns further files with these names.
    fn add_named(&mut self, surroundings: &ModelSurroundings<'_>, names: &[SkinName]) -> Vec<Candidate> {
        let (mut candidates, mut known, mut listed) = (Vec::new(), HashSet::new(), HashSet::new());
        for (index, name) in names.iter().enumerate() {
            let reason =
                |found: &NameMatch| MatchReason::Name { index, same_extension: found.same_extension };
            let in_tree = surroundings.find_folder(name);
            let mut matches = surroundings.matches(name, in_tree.as_ref());
            let first = matches.next().or_else(|| surroundings.find_in_other_roots(name));
            let mut elsewhere = Vec::new();
            match first.or_else(|| surroundings.find_elsewhere(name, &mut elsewhere)) {
                Some(first) => self.add(&first.path, reason(&first)),
                None => self.result.missing.push(index),
            }
            candidates.extend(elsewhere.into_iter().map(|path| Candidate {
                rank: SkinRank::Elsewhere,
                path: path.into(),
                reason: MatchReason::Elsewhere,
            }));
            // An earlier name with the same folder and file name has already added these images.
            if !listed.insert((in_tree.as_ref().map(Rc::as_ptr), &name.file_name)) {
                continue;
            }
            // If several names lead to one file, the first name is the reason for it.
            let further = matches.filter(|other| known.insert(Rc::clone(&other.path)));
            candidates.extend(further.map(|other| Candidate {
                rank: SkinRank::FurtherFile,
                path: Rc::clone(&other.path),
                reason: reason(&other),
            }));
        }
        candidates
    }

    fn add(&mut self, path: &Rc<Path>, reason: MatchReason) {
        if self.known.insert(Rc::clone(path)) {
            self.result.found.push(SkinCandidate { path: path.to_path_buf(), reason });
        }
    }
}
