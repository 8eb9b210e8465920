//! Which version of a model's surroundings there is: the files beside it that dress it and tell its sequences.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use crate::inside;
use crate::models::{MODELS, has_extension};
use crate::stamp::FileStamp;
use crate::tree::{FolderEntry, entries, folder_of, game_root};

/// Names of one folder that are looked at.
const MAX_NAMES: usize = 4096;
/// What is read when a model is opened: each version of it counts.
const TEXTS: [&str; 6] = ["anm", "cfg", "skin", "shader", "lmp", "txt"];
/// What is chosen from by its name.
const PICTURES: [&str; 6] = ["pcx", "png", "tga", "bmp", "jpg", "jpeg"];

/// A number that is another one as soon as a script, a `.skin` file or a game's shader script changes that a model may be opened
/// with, or a picture comes or goes that may be its skin, or a model that may be a part of its figure. `None` for what lies in an
/// archive, whose stamp tells it.
///
/// It is cheap enough to be asked for every other second, on a thread that may wait for a disk: the folder is listed, with `skins`
/// in it and the game's `scripts`, and of pictures and models nothing but the name is looked at.
#[must_use]
pub fn hash_surroundings(model: &Path) -> Option<u64> {
    let folders = surrounding_folders(model);
    if folders.is_empty() {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    folders.iter().for_each(|folder| add(folder, &mut hasher));
    Some(hasher.finish())
}

/// The folders whose files [`hash_surroundings`] looks at, which may not exist; none for a model in an archive.
#[must_use]
pub fn surrounding_folders(model: &Path) -> Vec<PathBuf> {
    let folder = folder_of(model);
    if inside::split(&folder).is_some() {
        return Vec::new();
    }
    let scripts = game_root(&folder, "models").map(|root| root.join("scripts"));
    [folder.join("skins"), folder].into_iter().rev().chain(scripts).collect()
}

fn add(folder: &Path, hasher: &mut DefaultHasher) {
    let Ok(entries) = entries(folder, MAX_NAMES) else { return };
    for FolderEntry { name, path, .. } in entries.iter().filter(|entry| !entry.is_folder) {
        if has_extension(name, &TEXTS) {
            (path, FileStamp::read(path)).hash(hasher);
        } else if has_extension(name, &PICTURES) || has_extension(name, &MODELS) {
            path.hash(hasher);
        }
    }
}
