//! What lies in a folder, by lower-case names.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::SkinFormat;
use crate::tree::lower_case;

/// Extensions of models.
const MODELS: [&str; 3] = ["md2", "mdl", "md3"];

/// The pictures and models in a folder, in an order that does not depend on the file system.
#[derive(Debug, Default)]
pub(super) struct Folder {
    /// Pictures of formats this crate reads, by stem; those with the same stem from the richest format to the poorest.
    pub(super) pictures: Vec<Picture>,
    /// Model files of the three games, in lower case and without extension.
    pub(super) models: HashSet<String>,
    subfolders: Vec<(String, PathBuf)>,
}

/// A picture, not opened.
#[derive(Debug)]
pub(super) struct Picture {
    pub(super) path: PathBuf,
    /// In lower case.
    pub(super) file_name: String,
    /// The file's name without extension, in lower case.
    pub(super) stem: String,
}

impl Folder {
    /// Lists a folder. One that cannot be read is empty: what it holds cannot be used either.
    pub(super) fn read(path: impl AsRef<Path>) -> Self {
        let mut folder = Self::default();
        for (file_name, path) in list(path.as_ref()) {
            let as_path = Path::new(&file_name);
            let stem = as_path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                folder.subfolders.push((file_name, path));
            } else if as_path.extension().is_some_and(|own| MODELS.iter().any(|known| own == *known)) {
                folder.models.insert(stem);
            } else if SkinFormat::from_name(as_path).is_some() {
                folder.pictures.push(Picture { path, file_name, stem });
            }
        }
        folder.pictures.sort_by_cached_key(|picture| (picture.stem.clone(), rank(picture)));
        folder
    }

    /// The subfolder with this lower-case name.
    pub(super) fn subfolder(&self, name: &str) -> Option<&Path> {
        self.subfolders.iter().find(|(own, _)| own == name).map(|(_, path)| &**path)
    }

    /// The folder in `path` with this lower-case name.
    pub(super) fn find_subfolder(path: &Path, name: &str) -> Option<PathBuf> {
        list(path).into_iter().find(|(own, path)| own == name && path.is_dir()).map(|(_, path)| path)
    }
}

/// The entries of a folder with their lower-case names, sorted.
fn list(path: &Path) -> Vec<(String, PathBuf)> {
    let mut entries: Vec<_> = fs::read_dir(path)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| (lower_case(&entry.file_name()), entry.path()))
        .collect();
    entries.sort_unstable();
    entries
}

/// A picture's place among those with the same stem: whoever kept several converted the poorer from the richer.
fn rank(picture: &Picture) -> u8 {
    match SkinFormat::from_name(Path::new(&picture.file_name)) {
        Some(SkinFormat::Png) => 0,
        Some(SkinFormat::Tga) => 1,
        Some(SkinFormat::Jpeg) => 2,
        Some(SkinFormat::Bmp) => 3,
        Some(SkinFormat::Pcx) | None => 4,
    }
}
