//! Settings from the file `md3.cfg` of a model. This file is a script of Cube engines, such as Sauerbraten.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use md3_format::cube_config::{CubeConfig, CubeSetting};

use super::images::ImageFinder;
use super::{Cover, SurfaceImage, SurfaceNames, SurfaceSkin};
use crate::read::ReadAs;
use crate::tree::{FolderCache, lower_case};

/// The settings for a model in its `md3.cfg`. The keys of the maps are lower-case surface names, or `*` for all surfaces.
#[derive(Default)]
pub(super) struct CubeSettings {
    pub(super) path: Option<PathBuf>,
    images: HashMap<Vec<u8>, Vec<u8>>,
    holes: HashMap<Vec<u8>, bool>,
}

impl CubeSettings {
    pub(super) fn read(tree: &FolderCache, model_path: &Path) -> Self {
        let Some((path, content, model)) = read_script(tree, model_path) else { return Self::default() };
        let mut settings = Self::default();
        for row in CubeConfig::new(&content).rows(model.as_bytes()) {
            let surface = row.surface.to_ascii_lowercase();
            match row.setting {
                CubeSetting::Image(image) => drop(settings.images.insert(surface, image.to_vec())),
                CubeSetting::HasHoles(holes) => drop(settings.holes.insert(surface, holes)),
                _ => {}
            }
        }
        settings.path = Some(path).filter(|_| !settings.images.is_empty());
        settings
    }

    pub(super) fn find_image(&self, finder: &ImageFinder<'_>, surface: &[u8]) -> Option<SurfaceImage> {
        Some(finder.find_from_folder(self.path.as_deref()?.parent()?, of_surface(&self.images, surface)?))
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

/// Finds the script `md3.cfg` of Cube engines for a model: in the folder of the model, or else in the folder above, if the script there
/// loads the model.
pub fn find_cube_script(tree: &FolderCache, model_path: &Path) -> Option<PathBuf> {
    read_script(tree, model_path).map(|(path, ..)| path)
}

/// Reads the script of a model. Also returns the path of the model relative to the folder of the script.
fn read_script(tree: &FolderCache, model_path: &Path) -> Option<(PathBuf, Vec<u8>, String)> {
    let folder = tree.folder_of(model_path);
    let model = lower_case(model_path.file_name()?);
    let read = |folder: &Path, model| {
        let path = tree.file(folder, "md3.cfg")?;
        let script = tree.read(&path, ReadAs::Script).ok()?;
        Some((path, script, model))
    };
    let above = format!("{}/{model}", lower_case(folder.file_name()?));
    let loads = |(_, script, model): &(_, Vec<u8>, String)| CubeConfig::new(script).loads(model.as_bytes());
    read(&folder, model).or_else(|| read(tree.with_folders_above(&folder).nth(1)?, above).filter(loads))
}

fn of_surface<'a, T>(settings: &'a HashMap<Vec<u8>, T>, surface: &[u8]) -> Option<&'a T> {
    settings.get(&surface.to_ascii_lowercase()).or_else(|| settings.get(&b"*"[..]))
}
