//! The images and models of a folder.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::stem::format_rank;
use super::viewer_picture::is_viewer_picture;
use md2_common::RgbaImage;

use crate::header::has_alpha_channel;
use crate::model_names::model_stem;
use crate::models::MODEL_EXTENSIONS;
use crate::skin::ImageFormat;
use crate::tree::FolderCache;

#[derive(Debug, Default)]
pub(super) struct Folder {
    /// Images in supported formats, sorted by file name without extension, then by quality of the format.
    pub(super) images: Vec<ImageFile>,
    /// The [`model_stem`] and the path of each model.
    pub(super) models: Vec<(String, PathBuf)>,
    by_file_name: HashMap<String, Vec<usize>>,
    by_stem: HashMap<String, Vec<usize>>,
}

#[derive(Clone, Debug)]
pub(super) struct ImageFile {
    pub(super) path: Rc<Path>,
    pub(super) file_name: String,
    pub(super) stem: String,
    /// Whether the image has transparent pixels. The cell is empty until the image is decoded.
    is_transparent: OnceCell<bool>,
}

impl ImageFile {
    /// Whether the image has transparent pixels. `false` for a picture that `md2-viewer` rendered, because its transparent background does
    /// not make it a better skin.
    pub(super) fn is_transparent(&self, tree: &FolderCache) -> bool {
        let has_clear = |image: RgbaImage| image.rgba().chunks_exact(4).any(|pixel| pixel[3] < u8::MAX);
        let decode = || tree.load_image(&self.path).is_ok_and(has_clear);
        let is_transparent =
            || has_alpha_channel(tree, &self.path) && !is_viewer_picture(tree, &self.path) && decode();
        *self.is_transparent.get_or_init(is_transparent)
    }
}

impl Folder {
    pub(super) fn read(folders: &FolderCache, path: &Path) -> Self {
        let mut folder = Self::default();
        for entry in folders.list(path).iter().filter(|entry| !entry.is_folder) {
            let as_path = Path::new(&entry.name);
            let stem = as_path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if as_path.extension().is_some_and(|own| MODEL_EXTENSIONS.iter().any(|known| own == *known)) {
                folder.models.push((model_stem(as_path), entry.path.clone()));
            } else if ImageFormat::from_name(as_path).is_some() {
                let path = Rc::from(entry.path.as_path());
                let is_transparent = OnceCell::new();
                folder.images.push(ImageFile { path, file_name: entry.name.clone(), stem, is_transparent });
            }
        }
        folder.images.sort_by_cached_key(|image| (image.stem.clone(), format_rank(&image.file_name)));
        for (index, image) in folder.images.iter().enumerate() {
            folder.by_file_name.entry(image.file_name.clone()).or_default().push(index);
            folder.by_stem.entry(image.stem.clone()).or_default().push(index);
        }
        folder
    }

    /// Returns the images with this file name. If such an image has no transparent pixels, images in other formats with
    /// the same name and with transparent pixels come before it.
    pub(super) fn with_file_name<'a>(
        &'a self,
        tree: &'a FolderCache,
        file_name: &str,
    ) -> impl Iterator<Item = &'a ImageFile> {
        let places = self.by_file_name.get(file_name).into_iter().flatten();
        places.flat_map(move |&index| {
            let image = &self.images[index];
            let same = self.by_stem.get(&image.stem).filter(|same| same.len() > 1);
            let others = same.into_iter().flatten().filter(move |&&other| other != index);
            let others = others.map(|&other| &self.images[other]);
            others.filter(|other| !image.is_transparent(tree) && other.is_transparent(tree)).chain([image])
        })
    }

    /// Returns the images whose names without extension are in `stems`, in the order of the folder. Of images with the same name, those
    /// with transparent pixels come first.
    pub(super) fn with_stems<'a>(
        &self,
        tree: &FolderCache,
        stems: impl Iterator<Item = &'a str>,
    ) -> Vec<&ImageFile> {
        let mut places: Vec<usize> =
            stems.filter_map(|stem| self.by_stem.get(stem)).flatten().copied().collect();
        places.sort_unstable();
        places.dedup();
        let mut images: Vec<_> = places.into_iter().map(|index| &self.images[index]).collect();
        for same in images.chunk_by_mut(|a, b| a.stem == b.stem).filter(|same| same.len() > 1) {
            same.sort_by_cached_key(|image| !image.is_transparent(tree));
        }
        images
    }
}
