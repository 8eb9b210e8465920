//! What pictures are made of: models and textures, by name.

use std::collections::HashMap;

use crate::{
    ModelId, Scene, TextureId, drawn::Drawn, model::GpuModel, overlay::OverlayImage, slots::Slots,
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
    /// The scene's models.
    pub(crate) fn drawn<'d>(&'d self, scene: &'d Scene<'_>) -> impl Iterator<Item = Drawn<'d>> + Clone {
        scene.models.iter().map(|instance| Drawn::new(self, instance))
    }

    /// Looks up all that drawing the scene will.
    ///
    /// # Panics
    /// If something of it was removed, or is another renderer's.
    pub(crate) fn assert_known(&self, scene: &Scene<'_>) {
        for drawn in self.drawn(scene) {
            drawn.model.data.iter().for_each(|data| drawn.surfaces(data).for_each(drop));
        }
        if let Some(texture) = scene.floor.and_then(|floor| floor.texture) {
            let _ = self.texture(texture);
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
