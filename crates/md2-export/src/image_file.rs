//! Skin images as files: an encoded PNG, or the original file.

use std::borrow::Cow;

use md2_common::RgbaImage;
use png::{BitDepth, ColorType, EncodingError};

use crate::export_model::{ImageData, SkinAlphaMode, SkinTexture};

/// An image file in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageFile<'a> {
    /// The content of the file.
    pub bytes: Cow<'a, [u8]>,
    /// The MIME type: `image/png` or `image/jpeg`.
    pub mime_type: &'static str,
    /// The file extension: `png` or `jpg`.
    pub extension: &'static str,
}

impl SkinTexture {
    /// Returns the original PNG or JPEG file, or encodes the pixels as PNG.
    ///
    /// If the skin ignores alpha, the PNG is encoded without an alpha channel, since some programs would use it. An image that is
    /// added as light gets its brightness as alpha, since other formats cannot express added light.
    ///
    /// # Errors
    /// If the pixels cannot be encoded.
    pub fn to_file(&self) -> Result<ImageFile<'_>, EncodingError> {
        match &self.pixels {
            ImageData::Png(bytes) => Ok(ImageFile::png(Cow::Borrowed(bytes))),
            ImageData::Jpeg(bytes) => {
                Ok(ImageFile { bytes: Cow::Borrowed(bytes), mime_type: "image/jpeg", extension: "jpg" })
            }
            ImageData::Rgba(image) => {
                let bytes = match self.alpha {
                    SkinAlphaMode::Opaque => encode(image, false)?,
                    SkinAlphaMode::Holes => encode(image, true)?,
                    SkinAlphaMode::Added => encode(&brightness_as_alpha(image), true)?,
                };
                Ok(ImageFile::png(Cow::Owned(bytes)))
            }
        }
    }
}

impl<'a> ImageFile<'a> {
    fn png(bytes: Cow<'a, [u8]>) -> Self {
        Self { bytes, mime_type: "image/png", extension: "png" }
    }
}

pub(crate) fn encode(image: &RgbaImage, with_alpha: bool) -> Result<Vec<u8>, EncodingError> {
    let size = [image.width(), image.height()];
    if with_alpha {
        return encode_png(size, ColorType::Rgba, BitDepth::Eight, image.rgba());
    }
    let rgb: Vec<u8> = image.pixels().flat_map(|[r, g, b, _]| [r, g, b]).collect();
    encode_png(size, ColorType::Rgb, BitDepth::Eight, &rgb)
}

pub(crate) fn encode_png(
    [width, height]: [u32; 2],
    color: ColorType,
    depth: BitDepth,
    pixels: &[u8],
) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_depth(depth);
    encoder.set_color(color);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// Converts brightness to alpha. On a black background, the result looks like the original image.
fn brightness_as_alpha(image: &RgbaImage) -> RgbaImage {
    let covering = |[r, g, b, _]: [u8; 4]| {
        let alpha = r.max(g).max(b);
        let full = |c: u8| match alpha {
            0 => 0,
            // At most 255, since no channel exceeds the brightest one.
            _ => u8::try_from(u32::from(c) * 255 / u32::from(alpha)).unwrap_or(u8::MAX),
        };
        [full(r), full(g), full(b), alpha]
    };
    let rgba = image.pixels().flat_map(covering).collect();
    RgbaImage::new(image.width(), image.height(), rgba).unwrap_or_else(|_| image.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> (png::ColorType, Vec<u8>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        (info.color_type, pixels)
    }

    #[test]
    fn encodes_pixels_with_meaningful_alpha() {
        let image = RgbaImage::new(2, 1, vec![10, 20, 30, 40, 0, 0, 0, 255]).unwrap();
        let check = |alpha: SkinAlphaMode, expected: (png::ColorType, &[u8])| {
            let texture = SkinTexture {
                name: String::new(),
                pixels: ImageData::Rgba(image.clone()),
                glow: None,
                alpha,
            };
            let file = texture.to_file().unwrap();
            assert_eq!((file.mime_type, file.extension), ("image/png", "png"));
            let (color, pixels) = decoded(&file.bytes);
            assert_eq!((color, &*pixels), expected);
        };
        check(SkinAlphaMode::Opaque, (png::ColorType::Rgb, &[10, 20, 30, 0, 0, 0]));
        check(SkinAlphaMode::Holes, (png::ColorType::Rgba, &[10, 20, 30, 40, 0, 0, 0, 255]));
        check(SkinAlphaMode::Added, (png::ColorType::Rgba, &[85, 170, 255, 30, 0, 0, 0, 0]));
    }
}
