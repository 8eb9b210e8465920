//! The search for the images of an MD3's surfaces.

mod cube;
mod images;
mod scripts;

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};

use md3_format::skin_file::{SkinAssignment, SkinFile};
use md3_format::{split_lod_suffix, surface_key};

use self::cube::CubeSettings;
use self::images::ImageFinder;
use crate::player::whole_player;
use crate::read::{ReadAs, read_file};
use crate::tree::{FolderCache, folder_of, lower_case};

/// The name and shader of a surface, as stored in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurfaceNames<'a> {
    /// Name of the surface.
    pub surface: &'a [u8],
    /// Name of the surface's shader; empty if there is none.
    pub shader: &'a [u8],
}

/// A skin of an MD3: an image for each surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SurfaceSkin {
    /// Label of the skin, such as `default` or `red`.
    pub label: String,
    /// The place where the skin was found.
    pub source: SkinSource,
    /// The image of each surface, in the order of the surfaces.
    pub images: Vec<SurfaceImage>,
}

/// The place where a [`SurfaceSkin`] was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SkinSource {
    /// A `.skin` file, or the `md3.cfg` of a Cube engine.
    File(PathBuf),
    /// The shader names in the model.
    Model,
    /// A subfolder with an image called `skin`.
    Folder(PathBuf),
}

/// Formats the source as a short text for users.
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

/// The image of a surface.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SurfaceImage {
    /// The surface is not drawn.
    Hidden,
    /// The image was not found.
    Missing {
        /// Name of the missing image, for messages to users.
        name: String,
    },
    /// An image file.
    File {
        /// Path of the file. The file exists, but it may not be a valid image.
        path: PathBuf,
        /// The use of the image's alpha and color.
        cover: Cover,
    },
}

/// The blending of a surface with the background.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cover {
    /// The surface is opaque, and alpha is ignored.
    #[default]
    Solid,
    /// The surface has holes where alpha is below one half.
    Cutout,
    /// The color is added to the background.
    Added,
}

/// Finds the skins of an MD3 that has these surfaces. The skin to show first is at index 0. The result is never empty.
///
/// 1. The `.skin` files of the model, `default` first: `upper_default.skin` and `upper_red.skin` for `upper.md3`, or `model.md3_0.skin`
///    in DarkPlaces. For players, the game uses only these files.
/// 2. If there are no `.skin` files: the images that `md3.cfg` assigns to the surfaces, as in Cube engines. For other surfaces: the shader
///    names in the model, if at least one image is found. A missing image is replaced by an
///    image next to the model that has the same file name, by an image named `skin`, or by the only image next to the model.
/// 3. In both cases, each subfolder that contains an image named `skin`, as in Sauerbraten.
///
/// A shader name is a path from the root of the game, which is the parent of the nearest folder `models` around the model. It names an
/// image with any extension, or a shader in the folder `scripts` of the root. The search ignores case and treats backslashes as slashes.
/// It does not leave the root and the model's folder.
///
/// A picture that the viewer rendered ([`VIEWER_SOFTWARE`](crate::VIEWER_SOFTWARE)) is used only if a name contains its extension too.
#[must_use]
pub fn find_surface_skins(
    tree: &FolderCache,
    model_path: &Path,
    surfaces: &[SurfaceNames<'_>],
) -> Vec<SurfaceSkin> {
    let folder = folder_of(model_path);
    let finder = ImageFinder::new(tree, &folder);
    let mut skins: Vec<SurfaceSkin> = skin_files(tree, &folder, model_path)
        .into_iter()
        .map(|(label, path)| {
            let images: Vec<SurfaceImage> = match read_file(&path, ReadAs::SkinFile) {
                Ok(text) => {
                    let rows = Rows::new(&text.bytes);
                    surfaces.iter().map(|names| surface_image(&finder, rows.find(names.surface))).collect()
                }
                // The skin exists, but none of its images can be found.
                Err(error) => {
                    let file = path.file_name().unwrap_or_default().to_string_lossy();
                    let name = format!("{file}: {}", error.reason());
                    vec![SurfaceImage::Missing { name }; surfaces.len()]
                }
            };
            SurfaceSkin { label, source: SkinSource::File(path), images }
        })
        .collect();
    if !skins.is_empty() {
        return skins;
    }
    let cube = CubeSettings::read(tree, &folder, model_path);
    let own = |names: &SurfaceNames<'_>| {
        cube.find_image(&finder, names.surface).unwrap_or_else(|| finder.find_for_model(names.shader))
    };
    let own: Vec<_> = surfaces.iter().map(own).collect();
    let is_there = |image: &SurfaceImage| !matches!(image, SurfaceImage::Missing { .. });
    let own_is_there = own.iter().any(is_there);
    skins.push(SurfaceSkin {
        label: String::from("model"),
        source: cube.path.clone().map_or(SkinSource::Model, SkinSource::File),
        images: own,
    });
    skins.extend(folders_with_skins(tree, &folder).map(|(folder, image)| SurfaceSkin {
        label: lower_case(folder.file_name().unwrap_or_default()),
        source: SkinSource::Folder(folder),
        images: vec![SurfaceImage::File { path: image, cover: Cover::Solid }; surfaces.len()],
    }));
    // The skin of the model is listed without images only if there is no other skin.
    if !own_is_there && skins.len() > 1 {
        skins.remove(0);
    }
    skins.into_iter().map(|skin| cube.with_covers(skin, surfaces)).collect()
}

/// The lines of a skin file, indexed by surface.
struct Rows<'a>(HashMap<Vec<u8>, SkinAssignment<'a>>);

impl<'a> Rows<'a> {
    fn new(text: &'a [u8]) -> Self {
        let mut rows = HashMap::new();
        for row in SkinFile::new(text).rows() {
            rows.entry(row.surface.to_ascii_lowercase()).or_insert(row.assignment());
        }
        Self(rows)
    }

    fn find(&self, surface: &[u8]) -> Option<SkinAssignment<'a>> {
        self.0.get(&surface_key(surface)).or_else(|| self.0.get(&surface.to_ascii_lowercase())).copied()
    }
}

fn surface_image(finder: &ImageFinder<'_>, assignment: Option<SkinAssignment<'_>>) -> SurfaceImage {
    match assignment {
        Some(SkinAssignment::Hidden) => SurfaceImage::Hidden,
        Some(SkinAssignment::Shader(name)) => finder.find(name),
        None => SurfaceImage::Missing { name: String::new() },
    }
}

/// Returns the `.skin` files of a model and their labels, `default` first.
fn skin_files(tree: &FolderCache, folder: &Path, model_path: &Path) -> Vec<(String, PathBuf)> {
    let file_name = lower_case(model_path.file_name().unwrap_or_default());
    let stem = lower_case(model_path.file_stem().unwrap_or_default());
    // A level of detail uses the skins of the full model.
    let stem = split_lod_suffix(&stem).map_or(&*stem, |(stem, _)| stem);
    let player = whole_player(tree, folder, stem);
    let label = |file: &str| {
        let of = |file: &str, prefix: &str| match file.strip_prefix(prefix)? {
            "" => Some(String::from("default")),
            rest => rest.strip_prefix('_').filter(|label| !label.is_empty()).map(str::to_owned),
        };
        // The suffix of a player's files can follow the label: `lower_red_elf.skin` for `lower_elf.md3`.
        let before_suffix = || player.and_then(|(part, player)| of(player.word(file)?, part.file_word()));
        of(file, &file_name).or_else(|| of(file, stem)).or_else(before_suffix)
    };
    let entries = tree.list(folder);
    let files = entries.iter().filter(|entry| entry.has_extension("skin"));
    let mut found: Vec<(String, PathBuf)> =
        files.filter_map(|entry| Some((label(entry.stem())?, entry.path.clone()))).collect();
    found.sort_by_key(|(label, _)| (label != "default", label.parse::<u32>().ok(), label.clone()));
    found
}

/// Returns the subfolders that contain an image named `skin`, each with this image.
fn folders_with_skins(tree: &FolderCache, folder: &Path) -> impl Iterator<Item = (PathBuf, PathBuf)> {
    let entries = tree.list(folder);
    let found: Vec<_> = entries
        .iter()
        .filter(|entry| entry.is_folder)
        .filter_map(|entry| Some((entry.path.clone(), images::find_called_skin(tree, &entry.path)?)))
        .collect();
    found.into_iter()
}
