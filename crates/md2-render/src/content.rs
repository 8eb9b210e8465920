//! The loaded models and textures.

use std::collections::HashMap;

use md2_common::RgbaImage;

use crate::model::{GpuModel, GpuSurface};
use crate::overlay::OverlayImage;
use crate::scene::Skin;
use crate::slots::{ModelId, Slots, TextureId};
use crate::style::SurfaceBlend;
use crate::texture::{Texture, TextureMaker, placeholder};
use crate::vk::{Error, Transfer};

/// The gray of the thumbnails, in sRGB.
const CLAY: [u8; 4] = [173, 173, 173, 255];

pub(crate) struct Content {
    pub(crate) models: Slots<GpuModel>,
    pub(crate) textures: Slots<Texture>,
    pub(crate) overlay: HashMap<u64, OverlayImage>,
    pub(crate) placeholder: Texture,
    clay: Texture,
}

#[derive(Clone, Copy)]
pub(crate) struct SurfaceSkin<'a> {
    pub(crate) texture: &'a Texture,
    pub(crate) blend: SurfaceBlend,
}

impl Content {
    pub(crate) fn new(transfer: &mut Transfer, maker: &TextureMaker) -> Result<Self, Error> {
        let (checker, clay) = (placeholder(), RgbaImage::filled(1, 1, CLAY));
        Ok(Self {
            models: Slots::new("model"),
            textures: Slots::new("texture"),
            overlay: HashMap::new(),
            placeholder: maker.upload_surface(transfer, "placeholder", &(&checker).into())?,
            clay: maker.upload_surface(transfer, "clay", &(&clay).into())?,
        })
    }

    pub(crate) fn surface_skin(&self, skins: &[Skin], surface: &GpuSurface) -> Option<SurfaceSkin<'_>> {
        match skins.get(surface.skin_slot).copied().unwrap_or_default() {
            Skin::Checker => Some(SurfaceSkin { texture: &self.placeholder, blend: SurfaceBlend::Opaque }),
            Skin::Clay => Some(SurfaceSkin { texture: &self.clay, blend: SurfaceBlend::Opaque }),
            Skin::Hidden => None,
            Skin::Texture { texture, blend } => Some(SurfaceSkin { texture: self.texture(texture), blend }),
        }
    }

    pub(crate) fn model(&self, ModelId(id): ModelId) -> &GpuModel {
        self.models.get(id)
    }

    pub(crate) fn texture(&self, TextureId(id): TextureId) -> &Texture {
        self.textures.get(id)
    }
}
