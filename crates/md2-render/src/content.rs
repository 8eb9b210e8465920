//! What pictures are made of: models and textures, by name.

use std::collections::HashMap;

use crate::model::{GpuModel, GpuSurface};
use crate::overlay::OverlayImage;
use crate::scene::Skin;
use crate::slots::{ModelId, Slots, TextureId};
use crate::style::SurfaceBlend;
use crate::texture::Texture;

/// Everything that was loaded.
pub(crate) struct Content {
    pub(crate) models: Slots<GpuModel>,
    pub(crate) textures: Slots<Texture>,
    /// By the names that the interface gave them.
    pub(crate) overlay: HashMap<u64, OverlayImage>,
    pub(crate) placeholder: Texture,
}

/// What a surface shows.
#[derive(Clone, Copy)]
pub(crate) struct SurfaceSkin<'a> {
    pub(crate) texture: &'a Texture,
    pub(crate) blend: SurfaceBlend,
}

impl Content {
    /// What a surface wears of these skins; none if it is hidden.
    ///
    /// # Panics
    /// If the texture was removed, or is another renderer's.
    pub(crate) fn surface_skin(&self, skins: &[Skin], surface: &GpuSurface) -> Option<SurfaceSkin<'_>> {
        match skins.get(surface.skin_slot).copied().unwrap_or_default() {
            Skin::Checker => Some(SurfaceSkin { texture: &self.placeholder, blend: SurfaceBlend::Opaque }),
            Skin::Hidden => None,
            Skin::Texture { texture, blend } => Some(SurfaceSkin { texture: self.texture(texture), blend }),
        }
    }

    /// The model of that name.
    ///
    /// # Panics
    /// If it was removed, or is another renderer's.
    pub(crate) fn model(&self, ModelId(id): ModelId) -> &GpuModel {
        assert!(self.models.has_named(id), "the model {id:?} belongs to another renderer");
        self.models.get(id).expect("the model was removed")
    }

    /// The texture of that name.
    ///
    /// # Panics
    /// If it was removed, or is another renderer's.
    pub(crate) fn texture(&self, TextureId(id): TextureId) -> &Texture {
        assert!(self.textures.has_named(id), "the texture {id:?} belongs to another renderer");
        self.textures.get(id).expect("the texture was removed")
    }
}
