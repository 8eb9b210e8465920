//! Settings from the file `md3.cfg` of a model. This file is a script of Cube engines, such as Sauerbraten.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use md3_format::cube_config::{CubeConfig, CubeSetting};

use super::images::ImageFinder;
use super::{Cover, MAX_SKINS, SkinSource, SurfaceImage, SurfaceNames, SurfaceSkin, missing_names};
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
    /// Reads the scripts of a model. There are several if subfolders contain them, one for each skin.
    pub(super) fn read(tree: &FolderCache, model_path: &Path) -> Vec<Self> {
        read_scripts(tree, model_path).into_iter().map(Self::new).collect()
    }

    fn new(CubeScript { path, content, model }: CubeScript) -> Self {
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

    /// Returns a skin with the images that the script assigns, labeled with the name of its folder. `None` if it assigns none.
    pub(super) fn skin(
        &self,
        finder: &ImageFinder<'_>,
        surfaces: &[SurfaceNames<'_>],
    ) -> Option<SurfaceSkin> {
        let path = self.path.clone()?;
        let image = |names: &SurfaceNames<'_>| {
            self.find_image(finder, names.surface).unwrap_or_else(|| finder.find(names.shader))
        };
        let images: Vec<_> = surfaces.iter().map(image).collect();
        let label = lower_case(path.parent()?.file_name()?);
        Some(SurfaceSkin { label, source: SkinSource::File(path), missing: missing_names(&images), images })
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

/// Finds the script `md3.cfg` of Cube engines for a model: in the folder of the model, or else in the folder above or in a subfolder, if
/// the script there loads the model.
pub fn find_cube_script(tree: &FolderCache, model_path: &Path) -> Option<PathBuf> {
    read_scripts(tree, model_path).into_iter().next().map(|script| script.path)
}

struct CubeScript {
    path: PathBuf,
    content: Vec<u8>,
    /// The path of the model relative to the folder of the script.
    model: String,
}

/// Reads the scripts of a model: the nearest one, or those of several subfolders.
fn read_scripts(tree: &FolderCache, model_path: &Path) -> Vec<CubeScript> {
    let folder = tree.folder_of(model_path);
    let name = lower_case(model_path.file_name().unwrap_or_default());
    let read = |folder: &Path, model: String| {
        let path = tree.file(folder, "md3.cfg")?;
        let content = tree.read(&path, ReadAs::Script).ok()?;
        Some(CubeScript { path, content, model })
    };
    let loads = |script: &CubeScript| CubeConfig::new(&script.content).loads(script.model.as_bytes());
    let in_above = || {
        let model = format!("{}/{name}", lower_case(folder.file_name()?));
        read(tree.with_folders_above(&folder).nth(1)?, model).filter(loads)
    };
    if let Some(script) = read(&folder, name.clone()).or_else(in_above) {
        return vec![script];
    }
    let entries = tree.list(&folder);
    let subfolders = entries.iter().filter(|entry| entry.is_folder).take(MAX_SKINS);
    subfolders.filter_map(|entry| read(&entry.path, format!("../{name}")).filter(loads)).collect()
}

fn of_surface<'a, T>(settings: &'a HashMap<Vec<u8>, T>, surface: &[u8]) -> Option<&'a T> {
    settings.get(&surface.to_ascii_lowercase()).or_else(|| settings.get(&b"*"[..]))
}
