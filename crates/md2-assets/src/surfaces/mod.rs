//! The search for the images of an MD3's surfaces.

mod cube;
mod images;
mod numbered;
mod replacements;
mod scripts;

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::{Path, PathBuf};

use md3_format::skin_file::{SkinAssignment, SkinFile, SkinRow};
use md3_format::surface_key;

use self::cube::CubeSettings;
pub use self::cube::find_cube_script;
use self::images::{ImageFinder, SKIN, unscripted};
use self::numbered::find_numbered_skins;
use self::replacements::find_replacements;
use crate::find::{MatchReason, QUAKE3_ORDER, find_by_stem};
use crate::model_names::model_stem;
use crate::player::{BodyPart, whole_player};
use crate::read::ReadAs;
use crate::replacement::PROGS;
use crate::tree::{FolderCache, lower_case};

const DEFAULT: &str = "default";
/// The maximum number of skins from each source: numbered images, a `.skin` file, or images that replace missing images.
const MAX_SKINS: usize = 32;
/// The maximum number of images that a surface shows one after another, as an animation. Quake engines have this limit.
const MAX_TIMED: usize = 4;

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
    /// The source of the skin, such as a `.skin` file.
    pub source: SkinSource,
    /// The image of each surface, in the order of the surfaces.
    pub images: Vec<SurfaceImage>,
    /// Image names in the `.skin` file or the model for which no image was found.
    pub missing: Vec<String>,
}

/// The source of a [`SurfaceSkin`]: the files or names that define the skin.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SkinSource {
    /// A `.skin` file, or the `md3.cfg` of a Cube engine.
    File(PathBuf),
    /// The shader names in the model.
    Model,
    /// A subfolder of the model's folder with an image called `skin`.
    Folder(PathBuf),
    /// Image files whose names contain the number of the skin, or the name of the surface: see rule 2 of [`find_surface_skins`].
    Numbered,
    /// An image file that replaces missing images of the model. The value is the reason for choosing this file.
    Image(MatchReason),
}

impl SkinSource {
    /// Whether the skin is a guess, because its image may belong to another model.
    pub fn is_guess(&self) -> bool {
        matches!(self, Self::Image(reason) if reason.is_guess())
    }
}

impl fmt::Display for SkinSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match self {
            Self::File(path) => f.write_str(&name(path)),
            Self::Model => f.write_str("named in the model"),
            Self::Numbered => f.write_str("named like the surfaces or the model"),
            Self::Folder(path) => write!(f, "in the folder {}", name(path)),
            Self::Image(reason) => reason.fmt(f),
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
        /// The blending of the surface with the background.
        cover: Cover,
        /// The glow and the reflection that the surface's shader adds to the image.
        layers: ShaderLayers,
    },
    /// At least two images that the surface shows one after another, each for a tenth of a second.
    Timed(Vec<Self>),
}

impl SurfaceImage {
    fn timed(mut images: Vec<Self>) -> Option<Self> {
        if images.len() > 1 { Some(Self::Timed(images)) } else { images.pop() }
    }
}

/// The blending of a surface with the background.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cover {
    /// No shader determines the blending. The alpha of the image decides whether the surface has holes.
    #[default]
    ByAlpha,
    /// The surface is opaque. The alpha of the image is ignored.
    Solid,
    /// The surface has holes where the alpha of the image is below one half.
    Cutout,
    /// The color of the image is added to the background.
    Added,
}

/// The glow and the reflection of a shader, which are drawn in addition to the main image.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShaderLayers {
    /// An image file whose colors are added to the surface without shading.
    pub glow: Option<PathBuf>,
    /// An image file of the environment that the surface reflects, and the blending of this reflection with the main image.
    pub reflection: Option<(PathBuf, ReflectionBlend)>,
    /// The colors by which the images are multiplied.
    pub colors: StageColors,
}

/// Colors by which the images of a surface are multiplied, and its lighting. White leaves an image unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StageColors {
    /// The color for the main image.
    pub main: [u8; 3],
    /// The color for the glow.
    pub glow: [u8; 3],
    /// The color for the reflection.
    pub reflection: [u8; 3],
    /// Whether the main image is drawn without lighting. The glow and the reflection never have lighting.
    pub is_unlit: bool,
}

impl Default for StageColors {
    fn default() -> Self {
        Self { main: [u8::MAX; 3], glow: [u8::MAX; 3], reflection: [u8::MAX; 3], is_unlit: false }
    }
}

/// The blending of a reflection with the main image of the surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReflectionBlend {
    /// The colors of the reflection are added to the main image.
    Add,
    /// The colors of the reflection are added where the alpha of the main image is low.
    AddWhereClear,
    /// The reflection replaces the main image where the alpha of the main image is low.
    OverWhereClear,
    /// The reflection replaces the main image where the alpha of the main image is high.
    OverWhereOpaque,
    /// The reflection covers the main image where the alpha of the reflection is high.
    Over,
    /// The colors of the reflection and the main image are multiplied, so dark parts of the reflection darken the surface.
    Filter,
    /// The reflection replaces the whole main image.
    Replace,
}

/// Finds the skins of an MD3 with the given surfaces. The skin to show first is at index 0. The result is never empty. These rules
/// determine the skins:
///
/// 1. The `.skin` files of the model, `default` first: `upper_default.skin` and `upper_red.skin` for `upper.md3`, or `model.md3_0.skin` in
///    DarkPlaces. For players, the game uses only these files. A line may contain the shaders of several skins, as in vkQuake.
/// 2. Without `.skin` files, numbered images as in Quake engines, if the model is in a folder `progs` or rule 3 finds no image: `SURFACE_0`
///    or `MODEL_0` for the first skin, `SURFACE_0_1` for the second image of the first skin if that skin is animated, `SURFACE` for all
///    skins. `SURFACE` and `MODEL` stand for the names of the surface and the model.
/// 3. Otherwise, the images that `md3.cfg` assigns to the surfaces, as in Cube engines; see [`find_cube_script`]. All other surfaces use
///    the shader names in the model. If no file is at the path of a shader name, the search looks for the file name in the same places as
///    [`find_skins`](crate::find_skins). The image that all parts of a player share, or an image named `skin`, replaces missing images,
///    but not those of muzzle flashes and other effects. If all images are missing, the skins of an MD2 with the same name replace them,
///    an image with the name of the model, or, for a model named `tris`, an image with the name of the folder.
/// 4. In addition to rule 3, a skin for each subfolder that contains an image named `skin`, as in Sauerbraten, or an `md3.cfg` that loads
///    the model.
/// 5. If an image is still missing, a skin for each other image that [`find_skins`](crate::find_skins) finds. These skins are
///    [guesses](SkinSource::is_guess).
///
/// A shader name is a path from the root of the game, which is the folder that contains the `models` (or else `progs`) folder of the model.
/// The path leads to an image with any extension, or is the name of a shader that a script in the root's folder `scripts` defines. The
/// search ignores case and treats backslashes as slashes. It never reads files outside the game and the model's folder.
///
/// A picture that `md2-viewer` rendered ([`VIEWER_SOFTWARE`](crate::VIEWER_SOFTWARE)) is used only if a name contains its complete file
/// name, with the extension.
pub fn find_surface_skins(
    tree: &FolderCache,
    model_path: &Path,
    surfaces: &[SurfaceNames<'_>],
) -> Vec<SurfaceSkin> {
    let folder = tree.folder_of(model_path);
    let finder = ImageFinder::new(tree, &folder);
    let is_quake = tree.game_root(&folder, PROGS).is_some();
    let files = skin_files(tree, &folder, model_path).into_iter();
    let skins: Vec<SurfaceSkin> =
        files.flat_map(|(label, path)| skins_in_file(&finder, &label, &path, surfaces, is_quake)).collect();
    if !skins.is_empty() {
        return skins;
    }
    let scripts = CubeSettings::read(tree, model_path);
    let cube = scripts.first();
    let shared = LazyCell::new(|| find_shared_image(tree, &finder, model_path));
    // If the script assigns an image that is missing, no other image replaces it.
    let find = |names: &SurfaceNames<'_>| match cube.and_then(|cube| cube.find_image(&finder, names.surface))
    {
        Some(image) => (image, false),
        None => match finder.find(names.shader) {
            missing @ SurfaceImage::Missing { .. } => {
                shared.clone().map_or((missing, true), |image| (image, false))
            }
            found => (found, false),
        },
    };
    let (images, gaps): (Vec<_>, Vec<_>) = surfaces.iter().map(find).unzip();
    let own = SurfaceSkin {
        label: String::from("model"),
        source: cube.and_then(|cube| cube.path.clone()).map_or(SkinSource::Model, SkinSource::File),
        missing: missing_names(&images),
        images,
    };
    let (guesses, replaced): (Vec<_>, Vec<_>) =
        find_replacements(tree, &finder, model_path, surfaces, &own, &gaps, cube.is_some())
            .into_iter()
            .partition(|skin| skin.source.is_guess());
    if is_quake || (replaced.is_empty() && !own.images.iter().any(is_there)) {
        let numbered = find_numbered_skins(tree, &finder, model_path, surfaces);
        if !numbered.is_empty() {
            return numbered;
        }
    }
    let in_scripts = scripts.iter().skip(1).filter_map(|script| script.skin(&finder, surfaces));
    let has_script = |folder: &Path| {
        scripts.iter().any(|script| script.path.as_deref().and_then(Path::parent) == Some(folder))
    };
    let in_folders = folders_with_skins(tree, &folder).filter(|(folder, _)| !has_script(folder));
    let in_folders = in_folders.map(|(folder, image)| SurfaceSkin {
        label: lower_case(folder.file_name().unwrap_or_default()),
        source: SkinSource::Folder(folder),
        images: vec![unscripted(image); surfaces.len()],
        missing: Vec::new(),
    });
    let others: Vec<_> = in_scripts.chain(in_folders).collect();
    // If all images of the model's own skin are missing, the skin is listed only if there is no other skin.
    let is_listed = replaced.is_empty() && (own.images.iter().any(is_there) || others.is_empty());
    let skins = replaced.into_iter().chain(is_listed.then_some(own)).chain(others).chain(guesses);
    let covered = |skin| match cube {
        Some(cube) => cube.with_covers(skin, surfaces),
        None => skin,
    };
    skins.map(covered).collect()
}

fn is_there(image: &SurfaceImage) -> bool {
    !matches!(image, SurfaceImage::Missing { .. })
}

fn missing_names(images: &[SurfaceImage]) -> Vec<String> {
    let name = |image: &SurfaceImage| match image {
        SurfaceImage::Missing { name } if !name.is_empty() => Some(name.clone()),
        _ => None,
    };
    let mut known = HashSet::new();
    images.iter().filter_map(name).filter(|name| known.insert(name.clone())).collect()
}

/// Returns the skins in a `.skin` file. If the file cannot be read, returns a skin in which all images are missing, with the error as their
/// name. If `has_groups` is set, a surface can have several images, which are shown one after another.
fn skins_in_file(
    finder: &ImageFinder<'_>,
    label: &str,
    path: &Path,
    surfaces: &[SurfaceNames<'_>],
    has_groups: bool,
) -> Vec<SurfaceSkin> {
    let skin = |label, images: Vec<SurfaceImage>| SurfaceSkin {
        label,
        source: SkinSource::File(path.to_owned()),
        missing: missing_names(&images),
        images,
    };
    let text = match finder.read(path, ReadAs::SkinFile) {
        Ok(text) => text,
        Err(error) => {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            let name = format!("{file}: {}", error.reason());
            return vec![skin(label.to_owned(), vec![SurfaceImage::Missing { name }; surfaces.len()])];
        }
    };
    let rows = Rows::new(&text, has_groups);
    let label = |number: usize| match (rows.skin_count, label) {
        (1, label) => label.to_owned(),
        (_, DEFAULT) => number.to_string(),
        (_, label) => format!("{label}_{number}"),
    };
    let image = |surface, number| surface_image(finder, rows.find(surface, number));
    let images = |number| surfaces.iter().map(|names| image(names.surface, number)).collect();
    (0..rows.skin_count).map(|number| skin(label(number), images(number))).collect()
}

/// The lines of a `.skin` file. The keys of the map are lower-case surface names.
struct Rows<'a> {
    by_surface: HashMap<Vec<u8>, Vec<SkinRow<'a>>>,
    skin_count: usize,
}

impl<'a> Rows<'a> {
    /// Reads the lines of a `.skin` file. Several lines can have the same surface and skin. If `has_groups` is set, their images are shown
    /// one after another, as in Quake engines. Otherwise, only the first of these lines applies.
    fn new(text: &'a [u8], has_groups: bool) -> Self {
        let mut found = Self { by_surface: HashMap::new(), skin_count: 1 };
        let most = if has_groups { MAX_TIMED } else { 1 };
        for row in SkinFile::new(text).rows().filter(|row| row.skin < MAX_SKINS) {
            let rows = found.by_surface.entry(row.surface.to_ascii_lowercase()).or_default();
            if rows.iter().filter(|other| other.skin == row.skin).count() < most {
                rows.push(row);
            }
            found.skin_count = found.skin_count.max(row.skin + 1);
        }
        found
    }

    /// Returns the assignments of the skin with index `skin` to a surface. An assignment is an image, or hides the surface. If the skin
    /// assigns nothing to the surface, returns the assignments of the first skin.
    fn find(&self, surface: &[u8], skin: usize) -> impl Iterator<Item = SkinAssignment<'a>> {
        let by_name = |name: &[u8]| self.by_surface.get(name);
        let rows = by_name(&surface_key(surface)).or_else(|| by_name(&surface.to_ascii_lowercase()));
        let rows = rows.map(Vec::as_slice).unwrap_or_default();
        let own = if rows.iter().any(|row| row.skin == skin) { skin } else { 0 };
        rows.iter().filter(move |row| row.skin == own).map(SkinRow::assignment)
    }
}

fn surface_image<'a>(
    finder: &ImageFinder<'_>,
    assignments: impl Iterator<Item = SkinAssignment<'a>>,
) -> SurfaceImage {
    let image = |assignment| match assignment {
        SkinAssignment::Hidden => SurfaceImage::Hidden,
        SkinAssignment::Shader(name) => finder.find(name),
    };
    let images = assignments.map(image).collect();
    SurfaceImage::timed(images).unwrap_or(SurfaceImage::Missing { name: String::new() })
}

fn skin_files(tree: &FolderCache, folder: &Path, model_path: &Path) -> Vec<(String, PathBuf)> {
    let file_name = lower_case(model_path.file_name().unwrap_or_default());
    let stem = model_stem(model_path);
    let player = whole_player(tree, folder, &stem);
    let label = |file: &str| {
        let of = |file: &str, prefix: &str| match file.strip_prefix(prefix)? {
            "" => Some(String::from(DEFAULT)),
            rest => rest.strip_prefix('_').filter(|label| !label.is_empty()).map(str::to_owned),
        };
        // The common suffix of a player's file names can follow the label: `lower_red_elf.skin` belongs to `lower_elf.md3`.
        let before_suffix = || player.and_then(|(part, player)| of(player.word(file)?, part.file_word()));
        of(file, &file_name).or_else(|| of(file, &stem)).or_else(before_suffix)
    };
    let entries = tree.list(folder);
    let files = entries.iter().filter(|entry| entry.has_extension("skin"));
    let mut found: Vec<(String, PathBuf)> =
        files.filter_map(|entry| Some((label(entry.stem())?, entry.path.clone()))).collect();
    found.sort_by_key(|(label, _)| (label != DEFAULT, label.parse::<u32>().ok(), label.clone()));
    found
}

/// Finds the image that all parts of a player share. `None` if the `.skin` files of the parts contain several different images.
fn find_shared_image(
    tree: &FolderCache,
    finder: &ImageFinder<'_>,
    model_path: &Path,
) -> Option<SurfaceImage> {
    let folder = tree.folder_of(model_path);
    let stem = model_stem(model_path);
    let (_, player) = whole_player(tree, &folder, &stem)?;
    let models = BodyPart::ALL.map(|part| folder.join(player.file_name(part.file_word(), ".md3")));
    let mut shared = None;
    for (_, path) in models.iter().flat_map(|model| skin_files(tree, &folder, model)) {
        let text = tree.read(&path, ReadAs::SkinFile).ok()?;
        for row in SkinFile::new(&text).rows() {
            let SkinAssignment::Shader(name) = row.assignment() else { continue };
            let image = finder.find(name);
            if *shared.get_or_insert_with(|| image.clone()) != image {
                return None;
            }
        }
    }
    shared.filter(|image| matches!(image, SurfaceImage::File { .. }))
}

fn folders_with_skins(tree: &FolderCache, folder: &Path) -> impl Iterator<Item = (PathBuf, PathBuf)> {
    let entries = tree.list(folder);
    let found: Vec<_> = entries
        .iter()
        .filter(|entry| entry.is_folder)
        .filter_map(|entry| {
            Some((entry.path.clone(), find_by_stem(tree, &tree.list(&entry.path), SKIN, &QUAKE3_ORDER)?))
        })
        .collect();
    found.into_iter()
}
