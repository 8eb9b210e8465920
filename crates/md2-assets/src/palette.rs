//! The palette of a Quake game, which its models' skins need.

use std::path::{Path, PathBuf};

use crate::tree::{FolderCache, folder_of, with_folders_above};

const FILE_NAME: &str = "palette.lmp";
const FOLDER: &str = "gfx";

/// The palette that belongs to the model at `model_path`: `palette.lmp` beside it, or in the nearest folder above that
/// holds one, or `gfx/palette.lmp`, as games have it.
///
/// Most models want the palette that every Quake program has built in, so finding none is usual.
#[must_use]
pub fn find_palette(tree: &FolderCache, model_path: &Path) -> Option<PathBuf> {
    let folder = folder_of(model_path);
    with_folders_above(&folder).find_map(|folder| {
        let in_games_folder = || tree.file(&tree.folder(folder, &[FOLDER])?, FILE_NAME);
        tree.file(folder, FILE_NAME).or_else(in_games_folder)
    })
}
