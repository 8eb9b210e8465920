//! What pictures are made of: models and textures, by name.

use std::collections::HashMap;

use crate::{
    ModelId, ModelInstance, Scene, TextureId, model::GpuModel, passes::Drawn, slots::Slots, texture::Texture,
};

/// Everything that was loaded.
pub(crate) struct Content {
    pub(crate) models: Slots<GpuModel>,
    pub(crate) textures: Slots<Texture>,
    /// By the names that the interface gave them.
    pub(crate) overlay: HashMap<u64, Texture>,
    pub(crate) placeholder: Texture,
}

impl Content {
    /// The scene's models.
    pub(crate) fn drawn<'d>(&'d self, scene: &'d Scene<'_>) -> impl Iterator<Item = Drawn<'d>> {
        scene.models.iter().map(|instance| self.drawn_instance(instance))
    }

    fn drawn_instance(&self, instance: &ModelInstance) -> Drawn<'_> {
        let model = self.model(instance.model);
        Drawn {
            model,
            skin: instance.skin.map_or(&self.placeholder, |skin| self.texture(skin)),
            transform: glam::Mat4::from_cols_array_2d(&instance.transform),
            frames: model.frames_of(instance.pose),
        }
    }

    fn model(&self, ModelId(id): ModelId) -> &GpuModel {
        self.models.get(id).expect("the model was removed, or belongs to another renderer")
    }

    /// The texture of that name.
    ///
    /// # Panics
    /// If it was removed.
    pub(crate) fn texture(&self, TextureId(id): TextureId) -> &Texture {
        self.textures.get(id).expect("the texture was removed, or belongs to another renderer")
    }
}
