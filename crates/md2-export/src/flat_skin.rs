//! Skins as single images, for formats without a separate glow.

use md2_common::RgbaImage;

use crate::export_model::{ImageData, SkinTexture};
use crate::import::Sources;
use crate::import::skin_file::resize;

/// Returns the sum of the colors and the glow of a skin. The alpha channel is that of the colors.
pub(crate) fn flat_pixels(texture: &SkinTexture, sources: &dyn Sources) -> Result<RgbaImage, String> {
    let mut image = match &texture.pixels {
        ImageData::Rgba(image) => image.clone(),
        ImageData::Png(file) | ImageData::Jpeg(file) => sources.decode(file)?,
    };
    if let Some(glow) = &texture.glow {
        add_glow(&mut image, glow);
    }
    Ok(image)
}

/// Adds a glow to the colors of an image.
pub(crate) fn add_glow(image: &mut RgbaImage, glow: &RgbaImage) {
    let resized = (glow.size() != image.size()).then(|| resize(glow, image.size()));
    let (pixels, _) = image.rgba_mut().as_chunks_mut::<4>();
    for (pixel, glow) in pixels.iter_mut().zip(resized.as_ref().unwrap_or(glow).pixels()) {
        for channel in 0..3 {
            pixel[channel] = pixel[channel].saturating_add(glow[channel]);
        }
    }
}
