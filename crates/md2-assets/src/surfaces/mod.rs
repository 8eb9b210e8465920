//! Which pictures the surfaces of a Quake III model (MD3) wear.

mod pictures;
mod scripts;

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};

use md3_format::skin_file::{SkinAssignment, SkinFile};
use md3_format::{split_lod_suffix, surface_key};

use self::pictures::Pictures;
use crate::read::{ReadAs, read_file};
use crate::tree::{FolderCache, folder_of, lower_case};

/// A surface of a model, by the names in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurfaceNames<'a> {
    /// What the surface is called.
    pub surface: &'a [u8],
    /// The shader that the model names for it; empty if it names none.
    pub shader: &'a [u8],
}

/// A set of pictures that a model can wear, one for each surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SurfaceSkin {
    /// A word to choose it by: `default`, `red`.
    pub label: String,
    /// Where the set comes from.
    pub source: SkinSource,
    /// For each surface in the order given.
    pub pictures: Vec<SurfaceImage>,
}

/// Where a [`SurfaceSkin`] comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SkinSource {
    /// A `.skin` file.
    File(PathBuf),
    /// The shaders that the model itself names.
    Model,
    /// A folder beside the model that holds a picture called `skin`.
    Folder(PathBuf),
}

/// The reason in a few words, for a list of skins.
impl fmt::Display for SkinSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match self {
            Self::File(path) => f.write_str(&name(path)),
            Self::Model => f.write_str("named in the model"),
            Self::Folder(path) => write!(f, "in the folder {}", name(path)),
        }
    }
}

/// What a surface wears.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SurfaceImage {
    /// Nothing: it is not drawn.
    Hidden,
    /// A picture that is not there.
    Missing {
        /// What it is called, for people to read.
        name: String,
    },
    /// A picture.
    File {
        /// The file. It exists; whether it can be decoded is another matter.
        path: PathBuf,
        /// How it covers what is behind it.
        cover: Cover,
    },
}

/// How a surface covers what is behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cover {
    /// It hides it; alpha in the picture means nothing.
    #[default]
    Solid,
    /// It hides it where alpha is at least one half.
    Cutout,
    /// Its light is added to it.
    Added,
}

/// The sets of pictures for a model with these surfaces, the one to show first at the front. Never empty.
///
/// 1. The `.skin` files that belong to it (`upper_default.skin`, `upper_red.skin` beside `upper.md3`; for DarkPlaces
///    `model.md3_0.skin`), `default` first. The game uses nothing else for players, and the shaders in their models
///    mean nothing.
/// 2. Else what the model names, if a picture of it is found, or one takes its place: an image of the name's file name
///    beside the model, one called `skin`, or the only one.
/// 3. And each folder beside the model that holds a picture called `skin`, as in Sauerbraten.
///
/// A name is a path from the game's root, which is the folder that holds the nearest `models` around the model. It
/// means the image of that name, with any extension; else what a script in the root's `scripts` says. Upper and lower
/// case, slashes and backslashes count as the same. Nothing outside the root and the model's own folder is looked at.
///
/// A picture that the viewer drew ([`VIEWER_SOFTWARE`](crate::VIEWER_SOFTWARE)) serves only where a name has its extension, too.
#[must_use]
pub fn find_surface_skins(
    tree: &FolderCache,
    model_path: &Path,
    surfaces: &[SurfaceNames<'_>],
) -> Vec<SurfaceSkin> {
    let folder = folder_of(model_path);
    let pictures = Pictures::new(tree, &folder);
    let mut skins: Vec<SurfaceSkin> = skin_files(tree, &folder, model_path)
        .into_iter()
        .map(|(label, path)| {
            let dressed: Vec<SurfaceImage> = match read_file(&path, ReadAs::SkinFile) {
                Ok(text) => {
                    let rows = Rows::new(&text.bytes);
                    surfaces.iter().map(|names| dressed(&pictures, rows.dress(names.surface))).collect()
                }
                // A set that is there, and all of which is missing.
                Err(error) => {
                    let file = path.file_name().unwrap_or_default().to_string_lossy();
                    let name = format!("{file}: {}", error.reason());
                    vec![SurfaceImage::Missing { name }; surfaces.len()]
                }
            };
            SurfaceSkin { label, source: SkinSource::File(path), pictures: dressed }
        })
        .collect();
    if !skins.is_empty() {
        return skins;
    }
    let own: Vec<_> = surfaces.iter().map(|names| pictures.of_model(names.shader)).collect();
    let is_there = |picture: &SurfaceImage| !matches!(picture, SurfaceImage::Missing { .. });
    let own_is_there = own.iter().any(is_there);
    skins.push(SurfaceSkin { label: String::from("model"), source: SkinSource::Model, pictures: own });
    skins.extend(folders_with_skins(tree, &folder).map(|(folder, picture)| SurfaceSkin {
        label: lower_case(folder.file_name().unwrap_or_default()),
        source: SkinSource::Folder(folder),
        pictures: vec![SurfaceImage::File { path: picture, cover: Cover::Solid }; surfaces.len()],
    }));
    // A set without any picture is worth showing only where there is no other.
    if !own_is_there && skins.len() > 1 {
        skins.remove(0);
    }
    skins
}

/// The lines of a skin file by their surfaces, so that many surfaces and many lines take no longer than both.
struct Rows<'a>(HashMap<Vec<u8>, SkinAssignment<'a>>);

impl<'a> Rows<'a> {
    fn new(text: &'a [u8]) -> Self {
        let mut rows = HashMap::new();
        for row in SkinFile::new(text).rows() {
            rows.entry(row.surface.to_ascii_lowercase()).or_insert(row.assignment());
        }
        Self(rows)
    }

    /// As [`SkinFile::find`].
    fn dress(&self, surface: &[u8]) -> Option<SkinAssignment<'a>> {
        self.0.get(&surface_key(surface)).or_else(|| self.0.get(&surface.to_ascii_lowercase())).copied()
    }
}

fn dressed(pictures: &Pictures<'_>, dress: Option<SkinAssignment<'_>>) -> SurfaceImage {
    match dress {
        Some(SkinAssignment::Hidden) => SurfaceImage::Hidden,
        Some(SkinAssignment::Shader(name)) => pictures.named(name),
        None => SurfaceImage::Missing { name: String::new() },
    }
}

/// The `.skin` files of a model with the word each is chosen by, the usual one first.
fn skin_files(tree: &FolderCache, folder: &Path, model_path: &Path) -> Vec<(String, PathBuf)> {
    let file_name = lower_case(model_path.file_name().unwrap_or_default());
    let stem = lower_case(model_path.file_stem().unwrap_or_default());
    // A level of detail wears what the model does.
    let stem = split_lod_suffix(&stem).map_or(&*stem, |(stem, _)| stem);
    let label = |file: &str| {
        let own = |prefix: &str| file.strip_prefix(prefix)?.strip_prefix('_').map(str::to_owned);
        own(&file_name).or_else(|| own(stem)).filter(|label| !label.is_empty())
    };
    let entries = tree.list(folder);
    let files = entries.iter().filter(|entry| entry.has_extension("skin"));
    let mut found: Vec<(String, PathBuf)> =
        files.filter_map(|entry| Some((label(entry.stem())?, entry.path.clone()))).collect();
    found.sort_by_key(|(label, _)| (label != "default", label.parse::<u32>().ok(), label.clone()));
    found
}

/// The folders in a folder that hold a picture called `skin`, with it.
fn folders_with_skins(tree: &FolderCache, folder: &Path) -> impl Iterator<Item = (PathBuf, PathBuf)> {
    let entries = tree.list(folder);
    let found: Vec<_> = entries
        .iter()
        .filter(|entry| entry.is_folder)
        .filter_map(|entry| Some((entry.path.clone(), pictures::called_skin(tree, &entry.path)?)))
        .collect();
    found.into_iter()
}
