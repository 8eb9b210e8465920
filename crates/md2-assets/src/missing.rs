//! Detection of missing images: a model contains their names, but the files do not exist.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use md2_common::FileKind;

use crate::defined_skins::{prefer_defined_skins, with_defined_skins};
use crate::find::{SkinName, find_skins};
use crate::model_names::{image_names, surfaces};
use crate::package::is_in_player_folder;
use crate::surfaces::{SurfaceNames, find_surface_skins};
use crate::tree::FolderCache;

/// File extensions of image formats that are not read.
const UNREAD: [&str; 7] = ["crn", "ktx", "ktx2", "tif", "tiff", "vtf", "wal"];

/// Finds the file of a missing image whose format is not read, such as `skin.ktx` for the name `models/box/skin`. Returns its name.
pub fn find_unread_image(tree: &FolderCache, model_path: &Path, name: &[u8]) -> Option<String> {
    let (own, name) = (tree.folder_of(model_path), SkinName::parse(name));
    let named = tree.game_above(&own).and_then(|root| tree.folder(root, &name.folders));
    let file = |folder: &PathBuf, stem: &str, end: &&str| tree.file(folder, &format!("{stem}.{end}"));
    let folders = [Some(own.clone()), named];
    let found = folders.iter().flatten().find_map(|folder| {
        name.stems().find_map(|stem| UNREAD.iter().find_map(|end| file(folder, stem, end)))
    })?;
    Some(found.file_name()?.to_string_lossy().into_owned())
}

/// Returns the names of the images that a model needs but that are missing, without duplicates. `bytes` is the content of the model
/// file.
///
/// Quake II chooses the skin of a player model itself, so the skin names in the model are ignored if the player's folder contains a
/// skin.
pub fn find_missing_images(tree: &FolderCache, model_path: &Path, bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut missing = Vec::new();
    let surfaces = surfaces(bytes);
    let names: Vec<_> = surfaces.iter().map(|(surface, shader)| SurfaceNames { surface, shader }).collect();
    if !names.is_empty() {
        let skins = find_surface_skins(tree, model_path, &names);
        let skins = with_defined_skins(tree, model_path, &names, skins);
        missing = skins.into_iter().flat_map(|skin| skin.missing).map(String::into_bytes).collect();
    } else if FileKind::detect(bytes) == Some(FileKind::Md2) {
        let names = image_names(bytes);
        let mut search = find_skins(tree, model_path, &names);
        let defined = prefer_defined_skins(tree, model_path, &mut search);
        if search.best().is_none() || !is_in_player_folder(model_path) {
            missing = search.missing.into_iter().map(|index| names[index].clone()).collect();
        }
        missing.extend(defined.into_iter().map(String::into_bytes));
    }
    let mut seen = HashSet::new();
    missing.retain(|name| !name.is_empty() && seen.insert(name.clone()));
    missing
}
