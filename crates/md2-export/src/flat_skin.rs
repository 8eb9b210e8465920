//! Skins as single images, for formats without a separate glow.

use md2_common::RgbaImage;

use crate::export_model::{ImageData, SkinTexture};
use crate::import::Sources;
use crate::import::skin_file::add_glow;

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
