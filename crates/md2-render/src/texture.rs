//! Textures of surfaces: skins, floors, the placeholder.

use std::sync::Arc;

use ash::vk;
use md2_common::RgbaImage;

use crate::fill::without_clear_colors;
use crate::layouts::{Layouts, PerFilter, Samplers};
use crate::mips;
use crate::style::{Filter, Shading, SurfaceBlend};
use crate::vk::{Error, Image, ImageDesc, Resource, Sampler, Set, Transfer, ViewFormat};

/// The images of a texture.
#[derive(Clone, Copy, Debug)]
pub struct TextureImages<'a> {
    /// The colors under the scene's light. Only [`SurfaceBlend::Cutout`](crate::SurfaceBlend) uses alpha.
    pub color: &'a RgbaImage,
    /// Emitted light, independent of the lamp: lit windows, eyes, muzzles. Alpha is ignored, and the size may
    /// differ from that of the colors. `None` is black.
    pub glow: Option<&'a RgbaImage>,
    /// Whether surfaces with holes may use the texture. The renderer then stores a second copy, where transparent
    /// texels have the colors of their neighbors. Otherwise their own colors would bleed into the edges of the
    /// holes. Surfaces without holes show the original colors.
    pub may_have_holes: bool,
    /// A reflection of the environment that is drawn over the colors. Crowds do not draw reflections.
    pub reflection: Option<Reflection<'a>>,
}

/// A reflection of the environment on a surface. It moves over the surface when the eye moves.
#[derive(Clone, Copy, Debug)]
pub struct Reflection<'a> {
    /// The image of the environment. Its colors are premultiplied by alpha: a pixel with alpha 0 adds light, and a
    /// pixel with alpha 255 covers the surface. The center of the image shows the direction +X, the right edge +Y,
    /// the upper edge +Z.
    pub image: &'a RgbaImage,
    /// An image whose alpha is the strength of the reflection. It is applied with the texture coordinates of the
    /// surface.
    pub mask: &'a RgbaImage,
    /// Whether surfaces with [`SurfaceBlend::Added`](crate::SurfaceBlend) show only the reflection, without the
    /// colors.
    pub replaces_added: bool,
}

impl<'a> From<&'a RgbaImage> for TextureImages<'a> {
    /// Describes a texture without emitted light and reflection, for surfaces with or without holes.
    fn from(color: &'a RgbaImage) -> Self {
        Self { color, glow: None, may_have_holes: true, reflection: None }
    }
}

pub(crate) struct Texture {
    sets: TextureSets,
    holed: Option<TextureSets>,
    reflection: Option<PerFilter<Set>>,
    replaces_added: bool,
    pub(crate) glows: bool,
}

struct TextureSets {
    light: PerFilter<Set>,
    bytes: PerFilter<Set>,
}

impl Texture {
    pub(crate) fn reflection_set(&self, filter: Filter) -> Option<&Set> {
        self.reflection.as_ref().map(|sets| sets.get(filter))
    }

    /// Whether a surface with this blending shows only the environment map of the texture (see [`Reflection`]),
    /// which hides the colors of the texture. The crowd pass ignores this: it draws no environment maps, so it
    /// always draws the colors.
    pub(crate) fn is_replaced(&self, blend: SurfaceBlend) -> bool {
        self.replaces_added && blend == SurfaceBlend::Added
    }

    pub(crate) fn set(&self, blend: SurfaceBlend, filter: Filter, shading: Shading) -> &Set {
        let holed = self.holed.as_ref().filter(|_| blend == SurfaceBlend::Cutout);
        let TextureSets { light, bytes } = holed.unwrap_or(&self.sets);
        if shading.uses_bytes() { bytes.get(filter) } else { light.get(filter) }
    }
}

pub(crate) struct TextureMaker {
    pub(crate) layouts: Layouts,
    pub(crate) samplers: Samplers,
    dark: Arc<Image>,
}

impl TextureMaker {
    pub(crate) fn new(layouts: Layouts, samplers: Samplers, transfer: &mut Transfer) -> Result<Self, Error> {
        let dark = upload_image(transfer, "no glow", &RgbaImage::filled(1, 1, [0, 0, 0, 255]))?;
        Ok(Self { layouts, samplers, dark })
    }

    pub(crate) fn upload_surface(
        &self,
        transfer: &mut Transfer,
        name: &str,
        images: &TextureImages<'_>,
    ) -> Result<Texture, Error> {
        let color = upload_image(transfer, name, images.color)?;
        let holed = images.may_have_holes.then(|| without_clear_colors(images.color)).flatten();
        let holed = holed.map(|holed| upload_image(transfer, name, &holed)).transpose()?;
        let glow = match images.glow {
            Some(glow) => upload_image(transfer, "glow", glow)?,
            None => Arc::clone(&self.dark),
        };
        let reflection = images.reflection.map(|Reflection { image, mask, .. }| {
            let image = upload_image(transfer, "reflection", image)?;
            self.light(name, [&image, &upload_image(transfer, "reflection mask", mask)?])
        });
        let holed = holed.map(|holed| self.sets(name, [&holed, &glow])).transpose()?;
        Ok(Texture {
            sets: self.sets(name, [&color, &glow])?,
            holed,
            reflection: reflection.transpose()?,
            replaces_added: images.reflection.is_some_and(|reflection| reflection.replaces_added),
            glows: images.glow.is_some(),
        })
    }

    fn sets(&self, name: &str, images: [&Arc<Image>; 2]) -> Result<TextureSets, Error> {
        let bytes = |sampler: &_| self.set(name, images, ViewFormat::Second, sampler);
        Ok(TextureSets { light: self.light(name, images)?, bytes: self.samplers.classic.try_map(bytes)? })
    }

    fn light(&self, name: &str, images: [&Arc<Image>; 2]) -> Result<PerFilter<Set>, Error> {
        self.samplers.repeat.try_map(|sampler| self.set(name, images, ViewFormat::First, sampler))
    }

    fn set(
        &self,
        name: &str,
        images: [&Arc<Image>; 2],
        view_format: ViewFormat,
        sampler: &Arc<Sampler>,
    ) -> Result<Set, Error> {
        let texture = |image| Resource::Texture(Arc::clone(image), view_format, Arc::clone(sampler));
        Set::new(name, &self.layouts.surface, images.map(texture))
    }
}

/// Uploads an image with mipmaps. Shaders read it as linear light, or as sRGB bytes by a second view.
fn upload_image(transfer: &mut Transfer, name: &str, image: &RgbaImage) -> Result<Arc<Image>, Error> {
    let usage = vk::ImageUsageFlags::SAMPLED | vk::ImageUsageFlags::TRANSFER_DST;
    let desc = ImageDesc {
        second_format: Some(vk::Format::R8G8B8A8_UNORM),
        mip_levels: mips::level_count(image.size()),
        ..ImageDesc::plain(name, image.size(), vk::Format::R8G8B8A8_SRGB, usage)
    };
    transfer.upload_texture(&desc, || mips::mip_chain(image))
}

pub(crate) fn placeholder() -> RgbaImage {
    const SIZE: u32 = 64;
    const CHECK: usize = 8;
    let mut image = RgbaImage::filled(SIZE, SIZE, [40, 40, 48, 255]);
    let row_bytes = SIZE as usize * 4;
    for (y, row) in image.rgba_mut().chunks_exact_mut(row_bytes).enumerate() {
        for (x, pixel) in row.as_chunks_mut().0.iter_mut().enumerate() {
            if (x / CHECK + y / CHECK).is_multiple_of(2) {
                *pixel = [230, 60, 200, 255];
            }
        }
    }
    image
}
