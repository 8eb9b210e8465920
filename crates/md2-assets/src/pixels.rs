//! Conversion of decoded pixels to RGBA.

use std::error::Error;

use md2_common::RgbaImage;

use crate::skin::{ImageError, ImageFormat};

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
    let image = RgbaImage::from_channels(width, height, rgba, channels);
    image.map_err(|source| ImageError::Broken(format, source.into()))
}
