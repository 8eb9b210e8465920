//! Finding the pictures that belong to a model.

mod folder;
mod name;
mod place;

use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};

pub(crate) use self::name::SkinName;
use self::place::Place;

/// What [`find_skins`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkinSearch {
    /// The candidates, the most likely first, each file once.
    pub found: Vec<FoundSkin>,
    /// Which of the model's names led to no file, as positions in the list given.
    pub missing: Vec<usize>,
}

impl SkinSearch {
    /// The skin to show first: the first that is more than a guess, else a picture that is alone with the model.
    #[must_use]
    pub fn best(&self) -> Option<&FoundSkin> {
        let first = self.found.first()?;
        (!first.found_by.is_guess() || self.found.len() == 1).then_some(first)
    }
}

/// A picture that may be a model's skin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundSkin {
    /// The file. It exists; whether it can be decoded is another matter.
    pub path: PathBuf,
    /// What led to it.
    pub found_by: FoundBy,
}

/// Why a picture is taken for a model's skin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FoundBy {
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
    /// It lies beside the model, and nothing else claims it.
    Beside,
}

impl FoundBy {
    /// Whether nothing but the place connects the picture with the model.
    #[must_use]
    pub fn is_guess(self) -> bool {
        self == Self::Beside
    }
}

/// The reason in a few words, for a list of skins.
impl fmt::Display for FoundBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name { index, same_extension: true } => write!(f, "skin {} of the model", index + 1),
            Self::Name { index, same_extension: false } => {
                write!(f, "skin {} of the model, in another format", index + 1)
            }
            Self::ModelName => f.write_str("named like the model"),
            Self::SimilarName => f.write_str("named like a skin of the model"),
            Self::Beside => f.write_str("beside the model"),
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
/// 5. the other pictures beside the model and in `skins`, but for those named like another model there, and the
///    icons (`grunt_i.pcx` beside `grunt.pcx`).
///
/// Upper and lower case, slashes and backslashes count as the same. The search reads folders, opens no file, and
/// never leaves the folders named above.
#[must_use]
pub fn find_skins(model_path: &Path, names: &[impl AsRef<[u8]>]) -> SkinSearch {
    let place = Place::new(model_path);
    let names: Vec<_> = names.iter().map(|name| SkinName::parse(name.as_ref())).collect();
    let mut search = Search::default();
    let mut others = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let mut matches = place.matches(name).into_iter();
        match matches.next() {
            Some(first) => {
                search.add(first.path, FoundBy::Name { index, same_extension: first.same_extension })
            }
            None => search.result.missing.push(index),
        }
        others.extend(matches.map(|other| (other.path, index, other.same_extension)));
    }
    for picture in place.pictures().filter(|picture| picture.stem == place.stem) {
        search.add(picture.path.clone(), FoundBy::ModelName);
    }
    for picture in place.pictures().filter(|picture| place.has_similar_name(picture)) {
        search.add(picture.path.clone(), FoundBy::SimilarName);
    }
    for (path, index, same_extension) in others {
        search.add(path, FoundBy::Name { index, same_extension });
    }
    for picture in place.pictures().filter(|picture| place.may_be_for_model(picture)) {
        search.add(picture.path.clone(), FoundBy::Beside);
    }
    search.result
}

/// The result as it grows.
#[derive(Default)]
struct Search {
    result: SkinSearch,
    known: HashSet<PathBuf>,
}

impl Search {
    fn add(&mut self, path: PathBuf, found_by: FoundBy) {
        if self.known.insert(path.clone()) {
            self.result.found.push(FoundSkin { path, found_by });
        }
    }
}
