//! An encoder for PNG, with the `image` crate.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder, ImageResult};

use super::Image;

pub fn encode(image: &Image) -> ImageResult<Vec<u8>> {
    let mut file = Vec::new();
    PngEncoder::new_with_quality(&mut file, CompressionType::Best, FilterType::Adaptive).write_image(
        image.pixels.as_flattened(),
        image.width,
        image.height,
        ExtendedColorType::Rgb8,
    )?;
    Ok(file)
}
