//! How the bytes of image files become pictures in memory.

use std::io::Cursor;
use std::path::Path;

use image::codecs::bmp::BmpDecoder;
use image::codecs::jpeg::JpegDecoder;
use image::codecs::tga::TgaDecoder;
use image::{ColorType, ImageDecoder};
use md2_common::RgbaImage;

use crate::pixels::widened;
use crate::read::{FileContent, ReadAs, read_file};
use crate::skin::{ImageError, ImageFormat, LoadImageError, check_size, picture};
use crate::stamp::FileStamp;
use crate::{pcx, png};

/// The longest JPEG that is decoded: its decoder copies it, and what in it is not pixels. One of the most pixels that are
/// allowed has 10 bits for each.
const MAX_JPEG_BYTES: usize = 20 << 20;

/// Reads and decodes a skin image.
///
/// # Errors
/// Says which file, and why.
pub fn load_image(path: &Path) -> Result<RgbaImage, LoadImageError> {
    load_stamped_image(path).map(|(image, _)| image)
}

/// As [`load_image`], and which version of the file it was.
///
/// # Errors
/// Says which file, and why.
pub fn load_stamped_image(path: &Path) -> Result<(RgbaImage, FileStamp), LoadImageError> {
    let FileContent { bytes, stamp } = read_file(path, ReadAs::Image)?;
    let failed = |source| LoadImageError::Decode { path: path.to_path_buf(), source };
    Ok((decode(&bytes, path).map_err(failed)?, stamp))
}

/// Decodes the bytes of an image file. `name` is the file's; its extension matters only for TGA, which cannot be
/// told by its content, since many files carry the extension of another format.
///
/// A picture that is transparent everywhere comes out opaque: tools that do not know alpha leave it at 0.
///
/// Besides `bytes` it takes the memory of the pixels, 64 MiB at most, and less than 128 MiB for what a JPEG is made of.
/// Nothing else that a file may hold (profiles, texts, EXIF) is unpacked.
///
/// # Errors
/// If the format is unknown, the picture empty or larger than [`MAX_SIDE`](crate::MAX_SIDE) or
/// [`MAX_PIXELS`](crate::MAX_PIXELS), or the content broken.
pub fn decode(bytes: &[u8], name: impl AsRef<Path>) -> Result<RgbaImage, ImageError> {
    let start = || bytes.iter().take(8).copied().collect();
    let format = ImageFormat::detect(bytes, name.as_ref())
        .ok_or_else(|| ImageError::UnknownFormat { start: start() })?;
    let broken = |source: image::ImageError| ImageError::Broken { format, source: source.into() };
    let reader = Cursor::new(bytes);
    match format {
        ImageFormat::Pcx => pcx::decode(bytes),
        ImageFormat::Png => png::decode(bytes),
        ImageFormat::Tga => read(format, TgaDecoder::new(reader).map_err(broken)?),
        ImageFormat::Bmp => read(format, BmpDecoder::new(reader).map_err(broken)?),
        ImageFormat::Jpeg if bytes.len() > MAX_JPEG_BYTES => {
            Err(ImageError::TooLong { format, found: bytes.len(), allowed: MAX_JPEG_BYTES })
        }
        ImageFormat::Jpeg => read(format, JpegDecoder::new(reader).map_err(broken)?),
    }
}

/// The pixels of a decoder that has read the header.
fn read(format: ImageFormat, decoder: impl ImageDecoder) -> Result<RgbaImage, ImageError> {
    let (width, height) = decoder.dimensions();
    check_size(format, width, height)?;
    let channels = match decoder.color_type() {
        ColorType::L8 => 1,
        ColorType::La8 => 2,
        ColorType::Rgb8 => 3,
        ColorType::Rgba8 => 4,
        other => {
            let source = format!("unsupported color type {other:?}").into();
            return Err(ImageError::Broken { format, source });
        }
    };
    let pixels = width as usize * height as usize;
    // Zeros are room that takes no memory before it is written to.
    let mut rgba = vec![0; 4 * pixels];
    decoder
        .read_image(&mut rgba[..pixels * channels])
        .map_err(|source| ImageError::Broken { format, source: source.into() })?;
    picture(format, width, height, widened(rgba, channels))
}
