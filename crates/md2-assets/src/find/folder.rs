//! What lies in a folder that matters for skins, by lower-case names.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::rc::Rc;

use crate::skin::ImageFormat;
use crate::tree::FolderCache;

/// Extensions of models.
const MODELS: [&str; 3] = ["md2", "mdl", "md3"];

/// The pictures and models in a folder, in an order that does not depend on the file system.
#[derive(Debug, Default)]
pub(super) struct Folder {
    /// Pictures of formats this crate reads, by stem; those with the same stem from the richest format to the poorest.
    pub(super) pictures: Vec<Picture>,
    /// Model files of the three games, in lower case and without extension.
    pub(super) models: HashSet<String>,
    /// Places among the pictures, by the file's name.
    by_file_name: HashMap<String, Vec<usize>>,
    /// The same by stem.
    by_stem: HashMap<String, Vec<usize>>,
}

/// A picture, not opened.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    pub(super) path: Rc<Path>,
    /// In lower case.
    pub(super) file_name: String,
    /// The file's name without extension, in lower case.
    pub(super) stem: String,
}

impl Folder {
    pub(super) fn read(folders: &FolderCache, path: &Path) -> Self {
        let mut folder = Self::default();
        for entry in folders.list(path).iter().filter(|entry| !entry.is_folder) {
            let as_path = Path::new(&entry.name);
            let stem = as_path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if as_path.extension().is_some_and(|own| MODELS.iter().any(|known| own == *known)) {
                folder.models.insert(stem);
            } else if ImageFormat::from_name(as_path).is_some() {
                let path = Rc::from(entry.path.as_path());
                folder.pictures.push(Picture { path, file_name: entry.name.clone(), stem });
            }
        }
        folder.pictures.sort_by_cached_key(|picture| (picture.stem.clone(), rank(picture)));
        for (index, picture) in folder.pictures.iter().enumerate() {
            folder.by_file_name.entry(picture.file_name.clone()).or_default().push(index);
            folder.by_stem.entry(picture.stem.clone()).or_default().push(index);
        }
        folder
    }

    /// The pictures of this file name.
    pub(super) fn called(&self, file_name: &str) -> impl Iterator<Item = &Picture> {
        let places = self.by_file_name.get(file_name).into_iter().flatten();
        places.map(|&index| &self.pictures[index])
    }

    /// The pictures with one of these stems, in the order of all.
    pub(super) fn with_stems<'a>(&self, stems: impl Iterator<Item = &'a str>) -> Vec<&Picture> {
        let mut places: Vec<usize> =
            stems.filter_map(|stem| self.by_stem.get(stem)).flatten().copied().collect();
        places.sort_unstable();
        places.dedup();
        places.into_iter().map(|index| &self.pictures[index]).collect()
    }
}

/// A picture's place among those with the same stem: whoever kept several converted the poorer from the richer.
fn rank(picture: &Picture) -> u8 {
    match ImageFormat::from_name(Path::new(&picture.file_name)) {
        Some(ImageFormat::Png) => 0,
        Some(ImageFormat::Tga) => 1,
        Some(ImageFormat::Jpeg) => 2,
        Some(ImageFormat::Bmp) => 3,
        Some(ImageFormat::Pcx) | None => 4,
    }
}
