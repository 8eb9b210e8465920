//! Models and skins from files.

use std::path::Path;

use md2_assets::{FolderCache, LoadImageError, ReadError, SurfaceImage, SurfaceNames};
use md2_common::RgbaImage;
use md2_load::{LoadError, SkinStorage};

use crate::model::Model;

/// Opens a model of any enabled format. The path may lead into an archive: `baseq2/pak0.pak/players/male/tris.md2`. The
/// sequences are those of the model's file; [`md2_anim::Script`] reads a script in the same folder.
///
/// # Errors
/// If the file cannot be read, or is not a valid model.
pub fn open(path: impl AsRef<Path>) -> Result<Model, OpenError> {
    let path = path.as_ref();
    let model = Model::from_bytes(&md2_assets::read_model(path)?)
        .map_err(|error| OpenError::Load { path: path.display().to_string(), error })?;
    Ok(Model { path: Some(path.to_owned()), ..model })
}

/// The error of [`open`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages show what the fields are")]
pub enum OpenError {
    /// The file cannot be read. The message contains its path.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The file is not a model, or is damaged.
    #[error("{path}: {error}")]
    Load { path: String, error: LoadError },
}

impl Model {
    /// Finds and decodes the skin of each skin slot. A [surface](md2_mesh::Surface) of the mesh refers to a slot by its number. `None` for
    /// a slot whose surfaces are hidden or have no image.
    ///
    /// The skin is the first image inside the model, or else the best image that `md2_assets` finds near the model's file. An image that
    /// may belong to another model is never used. Without a path, after [`Model::from_bytes`], only images inside the model are found.
    ///
    /// # Errors
    /// If an image cannot be read or decoded.
    pub fn skins(&self) -> Result<Vec<Option<RgbaImage>>, LoadImageError> {
        #[cfg(feature = "mdl")]
        if let Some(md2_load::ModelSkin::Embedded(skin)) = self.loaded.skins.alternatives.first() {
            return Ok(vec![skin.paint(0).map(|image| image.combined())]);
        }
        let slots = &self.loaded.skins.slots;
        let Some(path) = &self.path else { return Ok(vec![None; slots.len()]) };
        let folders = FolderCache::default();
        if self.loaded.format.features().skins != SkinStorage::SurfacePaths {
            let mut search = md2_assets::find_skins(&folders, path, &self.loaded.skins.names());
            md2_assets::prefer_defined_skins(&folders, path, &mut search);
            return Ok(vec![search.best().map(|skin| md2_assets::load_image(&skin.path)).transpose()?]);
        }
        let names: Vec<_> =
            slots.iter().map(|slot| SurfaceNames { surface: &slot.surface, shader: &slot.shader }).collect();
        let skins = md2_assets::find_surface_skins(&folders, path, &names);
        let skins = md2_assets::with_defined_skins(&folders, path, &names, skins);
        let skin = skins.first().filter(|skin| !skin.source.is_guess());
        let images = skin.map_or(&[][..], |skin| skin.images.as_slice());
        (0..slots.len()).map(|slot| images.get(slot).and_then(first_image).transpose()).collect()
    }
}

/// Decodes an image of a surface. Of several images that are shown in turn, decodes the first.
fn first_image(image: &SurfaceImage) -> Option<Result<RgbaImage, LoadImageError>> {
    match image {
        SurfaceImage::File { path, .. } => Some(md2_assets::load_image(path)),
        SurfaceImage::Timed(images) => images.first().and_then(first_image),
        _ => None,
    }
}
