//! Palette files of Quake games.

use std::path::{Path, PathBuf};

use crate::tree::{FolderCache, folder_of, with_folders_above};

const FILE_NAME: &str = "palette.lmp";
const FOLDER: &str = "gfx";

/// Finds the palette of a model: `palette.lmp` or `gfx/palette.lmp` in the nearest folder, starting at the folder of the model.
///
/// Usually there is no such file, because most models use the palette that all Quake programs contain.
#[must_use]
pub fn find_palette(tree: &FolderCache, model_path: &Path) -> Option<PathBuf> {
    let folder = folder_of(model_path);
    with_folders_above(&folder).find_map(|folder| {
        let in_gfx = || tree.file(&tree.folder(folder, &[FOLDER])?, FILE_NAME);
        tree.file(folder, FILE_NAME).or_else(in_gfx)
    })
}
