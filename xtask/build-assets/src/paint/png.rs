//! PNG, by the `image` crate.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder, ImageResult};

use super::Picture;

/// Encodes a picture as PNG.
///
/// # Errors
/// If the encoder fails, which only a lack of memory can cause.
pub fn encode(picture: &Picture) -> ImageResult<Vec<u8>> {
    let mut file = Vec::new();
    PngEncoder::new_with_quality(&mut file, CompressionType::Best, FilterType::Adaptive).write_image(
        picture.pixels.as_flattened(),
        picture.width,
        picture.height,
        ExtendedColorType::Rgb8,
    )?;
    Ok(file)
}
