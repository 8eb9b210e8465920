//! What pictures are made of: models and textures, by name.

use std::collections::HashMap;

use crate::{
    ModelId, Scene, Skin, SurfaceBlend, TextureId,
    drawn::{Drawn, Worn},
    model::{GpuModel, GpuSurface},
    overlay::OverlayImage,
    slots::Slots,
    texture::Texture,
};

/// Everything that was loaded.
pub(crate) struct Content {
    pub(crate) models: Slots<GpuModel>,
    pub(crate) textures: Slots<Texture>,
    /// By the names that the interface gave them.
    pub(crate) overlay: HashMap<u64, OverlayImage>,
    pub(crate) placeholder: Texture,
}

impl Content {
    /// The scene's models, without the ghosts.
    pub(crate) fn drawn<'d>(&'d self, scene: &'d Scene<'_>) -> impl Iterator<Item = Drawn<'d>> + Clone {
        self.all(scene).filter(|drawn| drawn.ghost().is_none())
    }

    /// Those that are ghosts.
    pub(crate) fn ghosts<'d>(&'d self, scene: &'d Scene<'_>) -> impl Iterator<Item = Drawn<'d>> + Clone {
        self.all(scene).filter(|drawn| drawn.ghost().is_some())
    }

    fn all<'d>(&'d self, scene: &'d Scene<'_>) -> impl Iterator<Item = Drawn<'d>> + Clone {
        scene.models.iter().map(|instance| Drawn::new(self, instance))
    }

    /// Looks up all that drawing the scene will.
    ///
    /// # Panics
    /// If something of it was removed, or is another renderer's.
    pub(crate) fn assert_known(&self, scene: &Scene<'_>) {
        for drawn in self.all(scene) {
            drawn.model.data.iter().for_each(|data| drawn.surfaces(data).for_each(drop));
        }
        for crowd in scene.crowds {
            for surface in self.model(crowd.model).data.iter().flat_map(|data| &data.surfaces) {
                for skins in crowd.outfits {
                    let _ = self.worn(skins, surface);
                }
            }
        }
        if let Some(texture) = scene.floor.and_then(|floor| floor.texture) {
            let _ = self.texture(texture);
        }
    }

    /// What a surface wears of these skins; none if it is hidden.
    ///
    /// # Panics
    /// If the texture was removed, or is another renderer's.
    pub(crate) fn worn(&self, skins: &[Skin], surface: &GpuSurface) -> Option<Worn<'_>> {
        match skins.get(surface.skin_slot).copied().unwrap_or_default() {
            Skin::Checker => Some(Worn { texture: &self.placeholder, blend: SurfaceBlend::Opaque }),
            Skin::Hidden => None,
            Skin::Texture { texture, blend } => Some(Worn { texture: self.texture(texture), blend }),
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
