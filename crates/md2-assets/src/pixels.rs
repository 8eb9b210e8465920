//! Conversion of decoded pixels to RGBA.

use std::error::Error;

use md2_common::RgbaImage;

use crate::skin::{ImageError, ImageFormat, image};

pub(crate) fn read_pixels<E: Into<Box<dyn Error + Send + Sync>>>(
    format: ImageFormat,
    [width, height]: [u32; 2],
    channels: usize,
    read: impl FnOnce(&mut [u8]) -> Result<(), E>,
) -> Result<RgbaImage, ImageError> {
    let pixels = width as usize * height as usize;
    // Zeroed memory takes no space until it is written.
    let mut rgba = vec![0; 4 * pixels];
    read(&mut rgba[..pixels * channels]).map_err(|source| ImageError::Broken(format, source.into()))?;
    image(format, width, height, to_rgba(rgba, channels))
}

/// Converts pixels with `channels` channels to RGBA in place. `rgba` has the length of the result, and the pixels are
/// at its start. If alpha is 0 in all pixels, the image becomes opaque.
fn to_rgba(mut rgba: Vec<u8>, channels: usize) -> Vec<u8> {
    let pixels = rgba.len() / 4;
    // The loop runs backward, so that it reads each pixel before it overwrites it.
    let mut pixel = if channels < 4 { pixels } else { 0 };
    while pixel > 0 {
        pixel -= 1;
        let from = pixel * channels;
        let wide = match rgba[from..from + channels] {
            [gray] => [gray, gray, gray, u8::MAX],
            [gray, alpha] => [gray, gray, gray, alpha],
            [red, green, blue] => [red, green, blue, u8::MAX],
            _ => unreachable!("an image has 1 to 4 channels, and 4 are handled above"),
        };
        rgba.as_chunks_mut().0[pixel] = wide;
    }
    if rgba.chunks_exact(4).all(|pixel| pixel[3] == 0) {
        rgba.chunks_exact_mut(4).for_each(|pixel| pixel[3] = u8::MAX);
    }
    rgba
}
