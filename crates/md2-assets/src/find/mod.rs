//! The search for the skins of a model.

mod folder;
mod image_names;
mod name;
mod surroundings;
mod viewer_picture;
mod words;

use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use self::image_names::is_special_skin;
pub(crate) use self::name::SkinName;
use self::surroundings::{ModelSurroundings, NameMatch};
pub use self::viewer_picture::VIEWER_SOFTWARE;
pub(crate) use self::viewer_picture::is_viewer_picture;
use self::words::{WordIndex, Words};
use crate::tree::FolderCache;

/// The result of [`find_skins`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkinSearch {
    /// The candidates, the most likely first, each file once.
    pub found: Vec<SkinCandidate>,
    /// Indices of the model's skin names without a file.
    pub missing: Vec<usize>,
}

impl SkinSearch {
    /// The skin to show first. `None` if all candidates are [guesses](MatchReason::is_guess), because a wrong image is worse than none.
    #[must_use]
    pub fn best(&self) -> Option<&SkinCandidate> {
        self.found.first().filter(|first| !first.reason.is_guess())
    }
}

/// An image that may be a skin of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkinCandidate {
    /// The file. It exists, but may not be a valid image.
    pub path: PathBuf,
    /// The reason for the match.
    pub reason: MatchReason,
}

/// The reason why an image may be a skin of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MatchReason {
    /// The model names it.
    Name {
        /// Index in the model's list of names.
        index: usize,
        /// Whether the file has the extension in the name.
        same_extension: bool,
    },
    /// It has the name of the model.
    ModelName,
    /// Its name is `skin`, or the name of the model followed by a number or a separator (`tris0`, `tank-red`).
    SimilarName,
    /// It has the name of the model's folder.
    FolderName,
    /// It has an icon (`grunt_i.pcx`), like all skins of a player.
    Icon,
    /// The words of its name match those of the model, its folder, or a skin name.
    SharedWords,
    /// Its name is `skin`, it is in the parent folder, and the model's folder has no such image, as in Sauerbraten.
    Above,
    /// It is next to the model, and no other model claims it.
    Beside,
}

impl MatchReason {
    /// Whether only the folder connects the image with the model.
    #[must_use]
    pub fn is_guess(self) -> bool {
        self == Self::Beside
    }
}

/// The reason as a short text for users.
impl fmt::Display for MatchReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name { index, same_extension: true } => write!(f, "skin {} of the model", index + 1),
            Self::Name { index, same_extension: false } => {
                write!(f, "skin {} of the model, in another format", index + 1)
            }
            Self::ModelName => f.write_str("named like the model"),
            Self::SimilarName => f.write_str("named like a skin of the model"),
            Self::FolderName => f.write_str("named like the model's folder"),
            Self::Icon => f.write_str("next to the model, has an icon"),
            Self::SharedWords => f.write_str("guessed from its name"),
            Self::Above => f.write_str("in the folder above the model"),
            Self::Beside => f.write_str("next to the model"),
        }
    }
}

/// Finds the skins of the model at `model_path`, whose file contains the skin names `names`.
///
/// The candidates have this order:
///
/// 1. the file of each name: from the root of the game, if the name starts with a folder that contains the model (`models/…`, `players/…`);
///    otherwise below the model's folder; otherwise by its file name next to the model or in the subfolder `skins`. If there is no file with
///    the extension of the name, or the name has none, any image extension matches;
/// 2. images with the name of the model;
/// 3. images called `skin`, or like the model followed by a number or a separator (for weapons also `weapon`);
/// 4. other files that match a name, in another folder or format;
/// 5. images with the name of the folder; then images with an icon (`grunt_i.pcx` for `grunt.pcx`) in the folder of a player or of a single
///    model; then images whose words match the model, the folder or a skin name;
/// 6. if there is no image called `skin`, one in the parent folder, if that belongs to a game's models;
/// 7. candidates of 3, 5 and 6 for a team (`ctf_r`) or for damage (`pain`);
/// 8. other images next to the model and in `skins`, which are guesses.
///
/// Without a name in the model, material layers (`_n`, `_glow`, `masks` and so on), icons, images with the name of another model, and
/// pictures that the viewer rendered ([`VIEWER_SOFTWARE`]) are excluded.
///
/// Case and the kind of slash are ignored. The search lists folders, opens files only to detect pictures of the viewer, and never leaves the
/// folders above. Packs count as folders: the search of a model in a pack continues in the other packs of the same folder (`pak10` before
/// `pak9`), then in that folder, then in the base game next to it (`baseq2`, `baseq3`, `id1`), packs first.
#[must_use]
pub fn find_skins(folders: &FolderCache, model_path: &Path, names: &[impl AsRef<[u8]>]) -> SkinSearch {
    let surroundings = ModelSurroundings::new(folders, model_path);
    let names: Vec<_> = names.iter().map(|name| SkinName::parse(name.as_ref())).collect();
    let mut search = Search::default();
    let (mut candidates, mut known, mut listed) = (Vec::new(), HashSet::new(), HashSet::new());
    for (index, name) in names.iter().enumerate() {
        let reason = |found: &NameMatch| MatchReason::Name { index, same_extension: found.same_extension };
        let in_tree = surroundings.find_folder(name);
        let mut matches = surroundings.matches(name, in_tree.as_ref());
        match matches.next().or_else(|| surroundings.find_in_other_roots(name)) {
            Some(first) => search.add(&first.path, reason(&first)),
            None => search.result.missing.push(index),
        }
        // Another name with this file name has added them already.
        if !listed.insert((in_tree.as_ref().map(Rc::as_ptr), &name.file_name)) {
            continue;
        }
        // The first of several names for one file counts.
        let further = matches.filter(|other| known.insert(Rc::clone(&other.path)));
        candidates
            .extend(further.map(|other| (SkinRank::FurtherFile, Rc::clone(&other.path), reason(&other))));
    }
    let missing = search.result.missing.iter().flat_map(|&index| names[index].stems());
    let missing = WordIndex::new(missing.map(Words::from_name));
    let above = surroundings.skins_above();
    let here =
        surroundings.images().filter_map(|image| Some((image, surroundings.match_reason(image, &missing)?)));
    let unnamed = here.chain(above.iter().map(|image| (image, MatchReason::Above)));
    let unnamed = unnamed.filter(|(image, _)| !is_viewer_picture(&image.path));
    candidates.extend(
        unnamed.map(|(image, reason)| (SkinRank::new(reason, &image.stem), Rc::clone(&image.path), reason)),
    );
    // The sort is stable: of equals, the first counts.
    candidates.sort_by_key(|(rank, ..)| *rank);
    candidates.into_iter().for_each(|(_, path, reason)| search.add(&path, reason));
    search.result
}

/// The rank of an image that is not the first file of a name, the most likely first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SkinRank {
    ModelName,
    SimilarName,
    FurtherFile,
    FolderName,
    Icon,
    SharedWords,
    Above,
    Special,
    Guess,
    GuessedSpecial,
}

impl SkinRank {
    fn new(reason: MatchReason, stem: &str) -> Self {
        let is_special = is_special_skin(stem);
        match reason {
            MatchReason::Name { .. } => Self::FurtherFile,
            MatchReason::ModelName => Self::ModelName,
            MatchReason::Beside if is_special => Self::GuessedSpecial,
            MatchReason::Beside => Self::Guess,
            _ if is_special => Self::Special,
            MatchReason::SimilarName => Self::SimilarName,
            MatchReason::FolderName => Self::FolderName,
            MatchReason::Icon => Self::Icon,
            MatchReason::SharedWords => Self::SharedWords,
            MatchReason::Above => Self::Above,
        }
    }
}

/// A search in progress.
#[derive(Default)]
struct Search {
    result: SkinSearch,
    known: HashSet<Rc<Path>>,
}

impl Search {
    fn add(&mut self, path: &Rc<Path>, reason: MatchReason) {
        if self.known.insert(Rc::clone(path)) {
            self.result.found.push(SkinCandidate { path: path.to_path_buf(), reason });
        }
    }
}
