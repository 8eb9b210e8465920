//! The images and models of a folder.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::rc::Rc;

use crate::models::MODELS;
use crate::skin::ImageFormat;
use crate::tree::FolderCache;

/// The images and models of a folder. Their order does not depend on the file system.
#[derive(Debug, Default)]
pub(super) struct Folder {
    /// Images in supported formats, sorted by file name without extension, then by quality of the format.
    pub(super) images: Vec<ImageFile>,
    /// Names of the models without extension, in lower case.
    pub(super) models: HashSet<String>,
    /// Indices into `images` by file name.
    by_file_name: HashMap<String, Vec<usize>>,
    /// Indices into `images` by file name without extension.
    by_stem: HashMap<String, Vec<usize>>,
}

#[derive(Clone, Debug)]
pub(super) struct ImageFile {
    pub(super) path: Rc<Path>,
    /// File name in lower case.
    pub(super) file_name: String,
    /// File name without extension, in lower case.
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
                folder.images.push(ImageFile { path, file_name: entry.name.clone(), stem });
            }
        }
        folder.images.sort_by_cached_key(|image| (image.stem.clone(), format_rank(image)));
        for (index, image) in folder.images.iter().enumerate() {
            folder.by_file_name.entry(image.file_name.clone()).or_default().push(index);
            folder.by_stem.entry(image.stem.clone()).or_default().push(index);
        }
        folder
    }

    pub(super) fn with_file_name(&self, file_name: &str) -> impl Iterator<Item = &ImageFile> {
        let places = self.by_file_name.get(file_name).into_iter().flatten();
        places.map(|&index| &self.images[index])
    }

    /// Returns the images that have one of these names without extension, in the order of the folder.
    pub(super) fn with_stems<'a>(&self, stems: impl Iterator<Item = &'a str>) -> Vec<&ImageFile> {
        let mut places: Vec<usize> =
            stems.filter_map(|stem| self.by_stem.get(stem)).flatten().copied().collect();
        places.sort_unstable();
        places.dedup();
        places.into_iter().map(|index| &self.images[index]).collect()
    }
}

/// Returns the rank of an image among images that have the same name and different formats. Images in formats of lower quality are
/// usually conversions.
fn format_rank(image: &ImageFile) -> u8 {
    match ImageFormat::from_name(Path::new(&image.file_name)) {
        Some(ImageFormat::Png) => 0,
        Some(ImageFormat::Tga) => 1,
        Some(ImageFormat::Jpeg) => 2,
        Some(ImageFormat::Bmp) => 3,
        Some(ImageFormat::Pcx) | None => 4,
    }
}
