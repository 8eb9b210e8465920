//! Finding the pictures that belong to a model.

mod clue;
mod drawing;
mod folder;
mod name;
mod place;
mod words;

use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use self::clue::is_for_an_occasion;
pub use self::drawing::VIEWER_SOFTWARE;
pub(crate) use self::drawing::is_drawing;
pub(crate) use self::name::SkinName;
use self::place::{Match, Place};
use self::words::{ManyWords, Words};
use crate::tree::FolderCache;

/// What [`find_skins`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkinSearch {
    /// The candidates, the most likely first, each file once.
    pub found: Vec<SkinCandidate>,
    /// Which of the model's names led to no file, as positions in the list given.
    pub missing: Vec<usize>,
}

impl SkinSearch {
    /// The skin to show first; `None` if nothing but the place connects any picture with the model. A wrong picture
    /// is worse than none, even one that lies alone with the model.
    #[must_use]
    pub fn best(&self) -> Option<&SkinCandidate> {
        self.found.first().filter(|first| !first.reason.is_guess())
    }
}

/// A picture that may be a model's skin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkinCandidate {
    /// The file. It exists; whether it can be decoded is another matter.
    pub path: PathBuf,
    /// What led to it.
    pub reason: MatchReason,
}

/// Why a picture is taken for a model's skin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MatchReason {
    /// The model names it.
    Name {
        /// Position in the model's list of names, from 0.
        index: usize,
        /// Whether the file has the extension that the model says.
        same_extension: bool,
    },
    /// It is called as the model is.
    ModelName,
    /// It is called `skin`, or as the model is and then a number or another sign (`tris0`, `tank-red`).
    SimilarName,
    /// It is called as the model's folder is.
    FolderName,
    /// It has an icon beside it (`grunt_i.pcx`), as each skin of a player has.
    Icon,
    /// The words in its name are words in that of the model, of its folder, or of a skin the model names.
    SharedWords,
    /// It is called `skin`, lies in the folder above, and the model's own folder has none: so it is in Sauerbraten.
    Above,
    /// It lies beside the model, and nothing else claims it.
    Beside,
}

impl MatchReason {
    /// Whether nothing but the place connects the picture with the model.
    #[must_use]
    pub fn is_guess(self) -> bool {
        self == Self::Beside
    }
}

/// The reason in a few words, for a list of skins.
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

/// Looks for the skins of the model at `model_path`, whose header holds `names`.
///
/// In this order:
///
/// 1. for each name, the file it says: in the tree of folders the model lies in, if the name starts with one
///    of them (`models/…`, `players/…`); else under the model's own folder; else by its last part beside the
///    model or in the folder `skins` there. With another image extension if there is none with its own, with any
///    if the name has none (`.name` counts as such a name);
/// 2. pictures called as the model is;
/// 3. pictures called `skin`, or as the model is and then a number or another sign (for weapons also `weapon`);
/// 4. the further files that fit a name, in another folder or format;
/// 5. pictures called as the folder is; then those with an icon (`grunt_i.pcx` beside `grunt.pcx`), in the folder of a
///    player or of one model; then those whose names share the words of the model's, the folder's or of a name it holds;
/// 6. if there is no picture called `skin`, one in the folder above, where that is one of a game's models;
/// 7. of 3, 5 and 6 those for a team (`ctf_r`) or for damage (`pain`);
/// 8. the other pictures beside the model and in `skins`: mere guesses.
///
/// What no name leads to is never a layer of a material (`_n`, `_glow`, `masks` and so on), an icon, called as another
/// model there, whatever that one's format, or a picture that the viewer drew ([`VIEWER_SOFTWARE`]).
///
/// Upper and lower case, slashes and backslashes count as the same. The search reads folders, opens no file but to see
/// whether the viewer drew it, and never leaves the folders named above. Packs are folders: a model in one has what lies in it.
/// The other packs of its folder come next, `pak10` before `pak9`, then that folder, then those of the base game beside it
/// (`baseq2`, `baseq3`, `id1`), packs first.
#[must_use]
pub fn find_skins(folders: &FolderCache, model_path: &Path, names: &[impl AsRef<[u8]>]) -> SkinSearch {
    let place = Place::new(folders, model_path);
    let names: Vec<_> = names.iter().map(|name| SkinName::parse(name.as_ref())).collect();
    let mut search = Search::default();
    let (mut candidates, mut known, mut listed) = (Vec::new(), HashSet::new(), HashSet::new());
    for (index, name) in names.iter().enumerate() {
        let reason = |found: &Match| MatchReason::Name { index, same_extension: found.same_extension };
        let in_tree = place.folder_of(name);
        let mut matches = place.matches(name, in_tree.as_ref());
        match matches.next().or_else(|| place.elsewhere(name)) {
            Some(first) => search.add(&first.path, reason(&first)),
            None => search.result.missing.push(index),
        }
        // A name with the same last part has listed them all.
        if !listed.insert((in_tree.as_ref().map(Rc::as_ptr), &name.file_name)) {
            continue;
        }
        // Of several names that lead to a file, the first one counts.
        let further = matches.filter(|other| known.insert(Rc::clone(&other.path)));
        candidates.extend(further.map(|other| (Rank::FurtherFile, Rc::clone(&other.path), reason(&other))));
    }
    let missing = search.result.missing.iter().flat_map(|&index| names[index].stems());
    let missing = ManyWords::new(missing.map(Words::of));
    let above = place.skins_above();
    let here = place.pictures().filter_map(|picture| Some((picture, place.connection(picture, &missing)?)));
    let unnamed = here.chain(above.iter().map(|picture| (picture, MatchReason::Above)));
    let unnamed = unnamed.filter(|(picture, _)| !is_drawing(&picture.path));
    candidates.extend(
        unnamed.map(|(picture, reason)| (Rank::of(reason, &picture.stem), Rc::clone(&picture.path), reason)),
    );
    // Stable: of equals, the one that was listed first.
    candidates.sort_by_key(|(rank, ..)| *rank);
    candidates.into_iter().for_each(|(_, path, reason)| search.add(&path, reason));
    search.result
}

/// The place of a picture among those that are not the first file a name says, the most likely first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    ModelName,
    SimilarName,
    FurtherFile,
    FolderName,
    Icon,
    SharedWords,
    Above,
    Occasion,
    Guess,
    GuessedOccasion,
}

impl Rank {
    fn of(reason: MatchReason, stem: &str) -> Self {
        let has_occasion = is_for_an_occasion(stem);
        match reason {
            MatchReason::Name { .. } => Self::FurtherFile,
            MatchReason::ModelName => Self::ModelName,
            MatchReason::Beside if has_occasion => Self::GuessedOccasion,
            MatchReason::Beside => Self::Guess,
            _ if has_occasion => Self::Occasion,
            MatchReason::SimilarName => Self::SimilarName,
            MatchReason::FolderName => Self::FolderName,
            MatchReason::Icon => Self::Icon,
            MatchReason::SharedWords => Self::SharedWords,
            MatchReason::Above => Self::Above,
        }
    }
}

/// The result as it grows.
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
