//! Encoding of pictures as PNG and JPEG.

use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageEncoder as _, ImageError};
use md2_common::RgbaImage;
use png::{BitDepth, ColorType, Compression, EncodingError, Filter};

/// Encodes RGBA pixels as PNG, with settings for speed instead of a small file. Writes `software` to the `Software` text of the file.
///
/// # Errors
/// If the width or height is 0, or if the pixels do not have `width * height * 4` bytes.
pub fn encode_png([width, height]: [u32; 2], rgba: &[u8], software: &str) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    encoder.set_filter(Filter::Up);
    encoder.add_text_chunk(String::from("Software"), software.to_owned())?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(rgba)?;
    writer.finish()?;
    Ok(bytes)
}

/// Encodes a picture as JPEG. Ignores alpha. `quality` is from 1 to 100.
///
/// # Errors
/// If the width or height is 0 or greater than 65,535 pixels.
pub fn encode_jpeg(image: &RgbaImage, quality: u8) -> Result<Vec<u8>, ImageError> {
    let rgb: Vec<u8> = image.pixels().flat_map(|[r, g, b, _]| [r, g, b]).collect();
    let mut bytes = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
    encoder.write_image(&rgb, image.width(), image.height(), ExtendedColorType::Rgb8)?;
    Ok(bytes)
}
