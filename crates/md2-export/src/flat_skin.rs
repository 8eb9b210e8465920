//! Skins as single images, for formats without a separate glow.

use std::sync::Arc;

use md2_common::RgbaImage;

use crate::export_model::{ImageData, SkinSet, SkinTexture, SlotSkin};
use crate::import::Sources;
use crate::import::skin_file::resize;

/// Returns the sum of the colors and the glow of a skin. The alpha channel is that of the colors.
pub(crate) fn flat_pixels(texture: &SkinTexture, sources: &dyn Sources) -> Result<RgbaImage, String> {
    let mut image = match &texture.pixels {
        ImageData::Rgba(image) => image.clone(),
        ImageData::Png(file) | ImageData::Jpeg(file) => sources.decode(file)?,
    };
    let Some(glow) = &texture.glow else { return Ok(image) };
    let glow = if glow.size() == image.size() { glow.clone() } else { resize(glow, image.size()) };
    let (pixels, _) = image.rgba_mut().as_chunks_mut::<4>();
    for (pixel, glow) in pixels.iter_mut().zip(glow.pixels()) {
        for channel in 0..3 {
            pixel[channel] = pixel[channel].saturating_add(glow[channel]);
        }
    }
    Ok(image)
}

/// Returns a skin whose images contain their glow. Images without glow, or that cannot be decoded, stay unchanged.
pub(crate) fn flat_skin(skin: &SkinSet, sources: &dyn Sources) -> SkinSet {
    let flat = |slot: &SlotSkin| match slot {
        SlotSkin::Texture(texture) if texture.glow.is_some() => match flat_pixels(texture, sources) {
            Ok(image) => SlotSkin::Texture(Arc::new(SkinTexture {
                pixels: ImageData::Rgba(image),
                glow: None,
                ..SkinTexture::clone(texture)
            })),
            Err(_) => slot.clone(),
        },
        slot => slot.clone(),
    };
    SkinSet { name: skin.name.clone(), slots: skin.slots.iter().map(flat).collect() }
}
