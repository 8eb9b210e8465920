//! Finding the pictures that belong to a model.

mod folder;
mod name;

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

use self::folder::{Folder, Picture};
use self::name::SkinName;

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
/// 4. the other pictures beside the model and in `skins`, but for those named like another model there, and the
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

/// Where a model lies, and what lies there with it.
struct Place {
    /// The model's file name without extension, in lower case.
    stem: String,
    /// The model's folder.
    path: PathBuf,
    /// The model's folder, then `skins` in it.
    folders: Vec<Folder>,
}

/// A file that matches a name.
struct Match {
    path: PathBuf,
    same_extension: bool,
}

impl Place {
    fn new(model_path: &Path) -> Self {
        let parent = model_path.parent().unwrap_or(Path::new(""));
        // Absolute, so that the folders above it have names and each file has one path. (An empty path has no
        // absolute form; a path that fails for another reason leads nowhere.)
        let path = std::path::absolute(Path::new(".").join(parent)).unwrap_or_else(|_| parent.to_path_buf());
        let own = Folder::read(&path);
        let skins = own.subfolder("skins").map(Folder::read);
        let stem = lower_case(model_path.file_stem().unwrap_or_default());
        Self { stem, path, folders: [own].into_iter().chain(skins).collect() }
    }

    /// The pictures beside the model, then those in `skins`.
    fn pictures(&self) -> impl Iterator<Item = &Picture> {
        self.folders.iter().flat_map(|folder| &folder.pictures)
    }

    /// The files that a name of the model's may mean, the best first.
    fn matches(&self, name: &SkinName) -> Vec<Match> {
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

    fn has_similar_name(&self, picture: &Picture) -> bool {
        let is_weapons = self.is_weapon() && picture.stem == "weapon";
        let continues = picture
            .stem
            .strip_prefix(&*self.stem)
            .is_some_and(|rest| !self.stem.is_empty() && !rest.starts_with(char::is_alphabetic));
        (picture.stem == "skin" || is_weapons || continues) && self.may_be_for_model(picture)
    }

    /// Whether a picture is neither an icon nor, by its name, the skin of another model.
    fn may_be_for_model(&self, picture: &Picture) -> bool {
        let is_icon = picture
            .stem
            .strip_suffix("_i")
            .is_some_and(|stem| self.pictures().any(|other| other.stem == stem));
        let models = || self.folders.iter().flat_map(|folder| &folder.models);
        let is_of_another = picture.stem != self.stem && models().any(|model| *model == picture.stem);
        // In a player's folder only the names can tell a weapon's skin from the player's.
        let is_the_players =
            self.is_weapon() && models().any(|model| model == "tris") && picture.stem != "weapon";
        !is_icon && !is_of_another && !is_the_players
    }

    /// Whether the model is a weapon in a player's folder: `weapon.md2` or `w_railgun.md2`.
    fn is_weapon(&self) -> bool {
        self.stem == "weapon" || self.stem.starts_with("w_")
    }
}

/// A name as it is compared. What is not Unicode in it matches nothing.
fn lower_case(name: &OsStr) -> String {
    name.to_string_lossy().to_lowercase()
}
