//! Palette files of Quake games.

use std::path::{Path, PathBuf};

use crate::tree::FolderCache;

const FILE_NAME: &str = "palette.lmp";
const FOLDER: &str = "gfx";
/// The image whose palette Quake II applies to all images with 256 colors.
const COLORMAP: &str = "colormap.pcx";
const PICTURES: &str = "pics";
/// Finds the palette of a model: `palette.lmp` or `gfx/palette.lmp` in the nearest folder, starting at the folder of the model. After
/// the root of a game, the search continues in the game's other folders and archives.
///
/// Usually there is no such file, because most models use the palette that all Quake programs contain.
pub fn find_palette(tree: &FolderCache, model_path: &Path) -> Option<PathBuf> {
    find_above(tree, model_path, |folder| find_in(tree, folder, FOLDER, FILE_NAME))
}

/// Finds `colormap.pcx`, whose palette Quake II uses. `path` is an image or a model. The search looks for `colormap.pcx` and
/// `pics/colormap.pcx` in the folder of `path` and in the folders above it. After the root of a game, the search continues in the game's other folders and archives.
pub fn find_game_palette(tree: &FolderCache, path: &Path) -> Option<PathBuf> {
    find_above(tree, path, |folder| find_in(tree, folder, PICTURES, COLORMAP))
}

fn find_above(tree: &FolderCache, path: &Path, find: impl Fn(&Path) -> Option<PathBuf>) -> Option<PathBuf> {
    let folder = tree.folder_of(path);
    let root = tree.game_above(&folder);
    tree.with_folders_above(&folder).find_map(|above| {
        let in_others = || tree.other_places(above).iter().find_map(|place| find(place));
        find(above).or_else(|| if root == Some(above) { in_others() } else { None })
    })
}

fn find_in(tree: &FolderCache, folder: &Path, subfolder: &str, file: &str) -> Option<PathBuf> {
    let below = || tree.file(&tree.folder(folder, &[subfolder])?, file);
    tree.file(folder, file).or_else(below)
}
