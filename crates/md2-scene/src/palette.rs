//! The palette of a Quake game.

use std::path::Path;

use md2_assets::{FolderCache, ReadAs, read_file};
use md2_load::Palette;

/// Returns the palette in the game folders around a model or an image, if there is one.
///
/// # Errors
/// A note for the user, if the palette cannot be read.
pub(crate) fn palette_of(folders: &FolderCache, path: &Path) -> Result<Option<Palette>, String> {
    let Some(path) = md2_assets::find_palette(folders, path) else { return Ok(None) };
    let failed =
        |reason: &dyn std::fmt::Display| format!("{}: {reason}; using Quake's palette", path.display());
    let bytes = read_file(&path, ReadAs::Palette).map_err(|error| failed(&error.reason()))?.bytes;
    Palette::from_lmp(&bytes).map(Some).map_err(|error| failed(&error))
}
