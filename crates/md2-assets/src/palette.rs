//! Palette files of Quake games.

use std::path::{Path, PathBuf};

use crate::overlay::other_roots;
use crate::tree::{FolderCache, folder_of, roots, with_folders_above};

const FILE_NAME: &str = "palette.lmp";
const FOLDER: &str = "gfx";
/// The image whose palette Quake II applies to all images with 256 colors.
const COLORMAP: &str = "colormap.pcx";
const PICTURES: &str = "pics";
/// Names of the folders in Quake II's root folder that contain skins.
const TOPS: [&str; 2] = ["models", "players"];

/// Finds the palette of a model: `palette.lmp` or `gfx/palette.lmp` in the nearest folder, starting at the folder of the model.
///
/// Usually there is no such file, because most models use the palette that all Quake programs contain.
#[must_use]
pub fn find_palette(tree: &FolderCache, model_path: &Path) -> Option<PathBuf> {
    let folder = folder_of(model_path);
    with_folders_above(&folder).find_map(|folder| find_in(tree, folder, FOLDER, FILE_NAME))
}

/// Finds `colormap.pcx`, whose palette Quake II uses. `path` is an image or a model. The search looks for `colormap.pcx` and
/// `pics/colormap.pcx` in the folder of `path` and in the folders above it, then in the other archives and folders of the game.
#[must_use]
pub fn find_game_palette(tree: &FolderCache, path: &Path) -> Option<PathBuf> {
    let folder = folder_of(path);
    let below = |root: &Path| find_in(tree, root, PICTURES, COLORMAP);
    let above = || with_folders_above(&folder).find_map(below);
    let others = || {
        let games = TOPS.into_iter().flat_map(|top| roots(&folder, top));
        games.flat_map(|root| other_roots(tree, root)).find_map(|root| below(&root))
    };
    above().or_else(others)
}

fn find_in(tree: &FolderCache, folder: &Path, subfolder: &str, file: &str) -> Option<PathBuf> {
    let below = || tree.file(&tree.folder(folder, &[subfolder])?, file);
    tree.file(folder, file).or_else(below)
}
