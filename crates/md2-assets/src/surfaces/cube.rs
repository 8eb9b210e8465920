//! Settings from the file `md3.cfg` next to a model. This file is a script of Cube engines, such as Sauerbraten.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use md3_format::cube_config::{CubeConfig, CubeSetting};

use super::images::ImageFinder;
use super::{Cover, SurfaceImage, SurfaceNames, SurfaceSkin};
use crate::read::{ReadAs, read_file};
use crate::tree::{FolderCache, lower_case};

/// The settings for a model in the `md3.cfg` of its folder. The keys of the maps are lower-case surface names, or `*` for all surfaces.
#[derive(Default)]
pub(super) struct CubeSettings {
    pub(super) path: Option<PathBuf>,
    images: HashMap<Vec<u8>, Vec<u8>>,
    holes: HashMap<Vec<u8>, bool>,
}

impl CubeSettings {
    /// Reads the settings. They are empty if the file is missing or cannot be read.
    pub(super) fn read(tree: &FolderCache, folder: &Path, model_path: &Path) -> Self {
        let path = tree.file(folder, "md3.cfg");
        let Some(content) = path.as_deref().and_then(|path| read_file(path, ReadAs::Script).ok()) else {
            return Self::default();
        };
        let model = lower_case(model_path.file_name().unwrap_or_default());
        let mut settings = Self::default();
        for row in CubeConfig::new(&content.bytes).rows(model.as_bytes()) {
            let surface = row.surface.to_ascii_lowercase();
            match row.setting {
                CubeSetting::Image(image) => drop(settings.images.insert(surface, image.to_vec())),
                CubeSetting::HasHoles(holes) => drop(settings.holes.insert(surface, holes)),
                _ => {}
            }
        }
        settings.path = path.filter(|_| !settings.images.is_empty());
        settings
    }

    /// Finds the image that the script assigns to a surface. `None` if the script assigns no image.
    pub(super) fn find_image(&self, finder: &ImageFinder<'_>, surface: &[u8]) -> Option<SurfaceImage> {
        Some(finder.find_from_folder(of_surface(&self.images, surface)?))
    }

    /// Applies the script's settings for the blending ([`Cover`]) of surfaces to `skin`, except to surfaces whose
    /// shader sets the blending.
    pub(super) fn with_covers(&self, mut skin: SurfaceSkin, surfaces: &[SurfaceNames<'_>]) -> SurfaceSkin {
        for (image, names) in skin.images.iter_mut().zip(surfaces) {
            if let SurfaceImage::File { cover, .. } = image
                && *cover == Cover::ByAlpha
                && let Some(&has_holes) = of_surface(&self.holes, names.surface)
            {
                *cover = if has_holes { Cover::Cutout } else { Cover::Solid };
            }
        }
        skin
    }
}

fn of_surface<'a, T>(settings: &'a HashMap<Vec<u8>, T>, surface: &[u8]) -> Option<&'a T> {
    settings.get(&surface.to_ascii_lowercase()).or_else(|| settings.get(&b"*"[..]))
}
