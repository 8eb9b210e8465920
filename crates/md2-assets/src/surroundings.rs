//! Detection of changes to files next to a model, such as images, `.skin` files and scripts.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use crate::archive_path;
use crate::disk::{Disk, folder_of};
use crate::models::{MODEL_EXTENSIONS, has_extension};
use crate::skin::ImageFormat;
use crate::stamp::FileStamp;
use crate::tree::{FolderCache, FolderEntry, entries};

const MAX_NAMES: usize = 4096;
/// Extensions of the text files and palettes whose content affects the hash of [`hash_surroundings`]. Images and models affect the hash
/// only by their paths.
const TEXTS: [&str; 6] = ["anm", "cfg", "skin", "shader", "lmp", "txt"];

/// Returns a hash of the files around a model. The hash changes if a script, `.skin` file or shader script changes, or if an image or a
/// model is added or removed next to the model. `None` for a model in an archive, because the [`FileStamp`] of the archive already shows
/// changes.
///
/// The function lists the model's folder, its subfolder `skins`, and the game's `scripts`. It does not read images and models. A call every
/// two seconds is cheap, but a call may block until the disk responds.
pub fn hash_surroundings(model: &Path) -> Option<u64> {
    let folders = surrounding_folders(model);
    if folders.is_empty() {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    folders.iter().for_each(|folder| hash_folder(folder, &mut hasher));
    Some(hasher.finish())
}

/// Returns the folders that [`hash_surroundings`] lists, which may not exist. Empty for a model in an archive.
pub fn surrounding_folders(model: &Path) -> Vec<PathBuf> {
    let folder = folder_of(model);
    if archive_path::split(&folder).is_some() {
        return Vec::new();
    }
    let scripts = FolderCache::default().game_root(&folder, "models").map(|root| root.join("scripts"));
    [folder.join("skins"), folder].into_iter().rev().chain(scripts).collect()
}

fn hash_folder(folder: &Path, hasher: &mut DefaultHasher) {
    let Ok(entries) = entries(&Disk, folder, MAX_NAMES) else { return };
    for FolderEntry { name, path, .. } in entries.iter().filter(|entry| !entry.is_folder) {
        if has_extension(name, &TEXTS) {
            (path, FileStamp::read(path)).hash(hasher);
        } else if ImageFormat::from_name(path).is_some() || has_extension(name, &MODEL_EXTENSIONS) {
            path.hash(hasher);
        }
    }
}
