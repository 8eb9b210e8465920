//! Pictures as files: the pixels of a skin as PNG, or the bytes of the file it came from.

use std::borrow::Cow;

use md2_common::RgbaImage;

use crate::export_model::{ImageData, SkinAlphaMode, SkinTexture};

/// The bytes of a picture's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageFile<'a> {
    /// The bytes.
    pub bytes: Cow<'a, [u8]>,
    /// What they are, as the web names it: `image/png` or `image/jpeg`.
    pub mime_type: &'static str,
    /// The extension of such files: `png` or `jpg`.
    pub extension: &'static str,
}

impl SkinTexture {
    /// The picture as a file that other programs read: the bytes that it came in if those are PNG or JPEG, else a PNG.
    ///
    /// Alpha that means nothing is left out, since some programs show it all the same. Where a picture's light is added to what is
    /// behind it, its brightness becomes alpha, which is the nearest that other formats have.
    ///
    /// # Errors
    /// If the pixels cannot be encoded.
    pub fn to_file(&self) -> Result<ImageFile<'_>, png::EncodingError> {
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

pub(crate) fn encode(image: &RgbaImage, with_alpha: bool) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, image.width(), image.height());
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_color(if with_alpha { png::ColorType::Rgba } else { png::ColorType::Rgb });
    let mut writer = encoder.write_header()?;
    if with_alpha {
        writer.write_image_data(image.rgba())?;
    } else {
        let rgb: Vec<u8> = image.pixels().flat_map(|[r, g, b, _]| [r, g, b]).collect();
        writer.write_image_data(&rgb)?;
    }
    writer.finish()?;
    Ok(bytes)
}

/// A picture that covers what is behind it by as much as it is bright, and is as bright as it was before black.
fn brightness_as_alpha(image: &RgbaImage) -> RgbaImage {
    let covering = |[r, g, b, _]: [u8; 4]| {
        let alpha = r.max(g).max(b);
        let full = |c: u8| match alpha {
            0 => 0,
            // At most 255, since no color is above the brightest.
            _ => u8::try_from(u32::from(c) * 255 / u32::from(alpha)).unwrap_or(u8::MAX),
        };
        [full(r), full(g), full(b), alpha]
    };
    let rgba = image.pixels().flat_map(covering).collect();
    RgbaImage::new(image.width(), image.height(), rgba).unwrap_or_else(|_| image.clone())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn decoded(bytes: &[u8]) -> (png::ColorType, Vec<u8>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        (info.color_type, pixels)
    }

    #[test]
    fn pixels_become_a_png_whose_alpha_means_something() {
        let image = RgbaImage::new(2, 1, vec![10, 20, 30, 40, 0, 0, 0, 255]).unwrap();
        let check = |alpha: SkinAlphaMode, expected: (png::ColorType, &[u8])| {
            let picture = SkinTexture {
                name: String::new(),
                pixels: ImageData::Rgba(image.clone()),
                glow: None,
                alpha,
            };
            let file = picture.to_file().unwrap();
            assert_eq!((file.mime_type, file.extension), ("image/png", "png"));
            let (color, pixels) = decoded(&file.bytes);
            assert_eq!((color, &*pixels), expected);
        };
        check(SkinAlphaMode::Opaque, (png::ColorType::Rgb, &[10, 20, 30, 0, 0, 0]));
        check(SkinAlphaMode::Holes, (png::ColorType::Rgba, &[10, 20, 30, 40, 0, 0, 0, 255]));
        check(SkinAlphaMode::Added, (png::ColorType::Rgba, &[85, 170, 255, 30, 0, 0, 0, 0]));
    }

    #[test]
    fn files_go_on_as_they_are() {
        let bytes: Arc<[u8]> = Arc::from(&b"any bytes"[..]);
        let picture =
            |pixels| SkinTexture { name: String::new(), pixels, glow: None, alpha: SkinAlphaMode::Opaque };
        let (jpeg, png) =
            (picture(ImageData::Jpeg(Arc::clone(&bytes))), picture(ImageData::Png(Arc::clone(&bytes))));
        assert_eq!(jpeg.to_file().unwrap().bytes, &bytes[..]);
        assert_eq!(jpeg.to_file().unwrap().mime_type, "image/jpeg");
        assert_eq!(png.to_file().unwrap().bytes, &bytes[..]);
    }
}
