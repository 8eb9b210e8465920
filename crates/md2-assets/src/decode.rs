//! Decoding of image files.

use std::io::Cursor;
use std::path::Path;

use image::codecs::bmp::BmpDecoder;
use image::codecs::jpeg::JpegDecoder;
use image::codecs::tga::TgaDecoder;
use image::{ColorType, ImageDecoder};
use image_webp::WebPDecoder;
use md2_common::RgbaImage;

use crate::palette::find_game_palette;
use crate::pixels::read_pixels;
use crate::read::{FileContent, ReadAs, read_file};
use crate::skin::{ImageError, ImageFormat, LoadImageError, check_size};
use crate::stamp::FileStamp;
use crate::tree::FolderCache;
use crate::{dds, pcx, png};

/// The largest size in bytes of a JPEG file that is decoded. The limit bounds memory, because the decoder copies the file. For an image
/// with the maximum number of pixels, the limit allows 10 bits per pixel.
const MAX_JPEG_BYTES: usize = 20 << 20;
/// The memory that the WebP decoder may use for one image, in addition to the pixels.
const MAX_WEBP_BYTES: usize = 128 << 20;

/// Reads and decodes an image file. If the palette of a PCX contains only grays from dark to light, the palette of the game replaces
/// it; see [`find_game_palette`](crate::find_game_palette).
pub fn load_image(path: &Path) -> Result<RgbaImage, LoadImageError> {
    load_stamped_image(path).map(|(image, _)| image)
}

/// Reads and decodes an image file. Also returns the [`FileStamp`], which changes when the file changes.
pub fn load_stamped_image(path: &Path) -> Result<(RgbaImage, FileStamp), LoadImageError> {
    let FileContent { bytes, stamp } = read_file(path, ReadAs::Image)?;
    Ok((decode_file(&FolderCache::default(), path, &bytes)?, stamp))
}

impl FolderCache {
    /// Reads and decodes an image file of the source, as [`load_image`] does.
    pub fn load_image(&self, path: &Path) -> Result<RgbaImage, LoadImageError> {
        decode_file(self, path, &self.read(path, ReadAs::Image)?)
    }
}

fn decode_file(tree: &FolderCache, path: &Path, bytes: &[u8]) -> Result<RgbaImage, LoadImageError> {
    let image = match game_palette_of(tree, bytes, path) {
        Some(palette) => pcx::decode(bytes, Some(&palette)),
        None => decode(bytes, path),
    };
    image.map_err(|source| LoadImageError::Decode(path.to_path_buf(), source))
}

/// Returns the game's palette for a PCX whose palette contains only grays. `None` for all other images, and if the game's palette is
/// not found.
fn game_palette_of(tree: &FolderCache, bytes: &[u8], path: &Path) -> Option<pcx::Palette> {
    let is_pcx = ImageFormat::detect(bytes, path) == Some(ImageFormat::Pcx);
    pcx::palette(bytes).filter(|(_, is_ramp)| is_pcx && *is_ramp)?;
    let colormap = find_game_palette(tree, path)?;
    let file = tree.read(&colormap, ReadAs::Image).ok()?;
    pcx::palette(&file).map(|(palette, _)| *palette)
}

/// Whether an image file is a PCX whose palette contains only grays. Such a palette is a placeholder, since the skins of games have colors.
pub fn has_gray_palette(path: &Path) -> bool {
    let is_pcx = ImageFormat::from_name(path) == Some(ImageFormat::Pcx);
    let file = is_pcx.then(|| read_file(path, ReadAs::Image).ok()).flatten();
    file.is_some_and(|file| pcx::palette(&file.bytes).is_some_and(|(_, is_ramp)| is_ramp))
}

/// Decodes the bytes of an image file. The content determines the format, because many files have the extension of
/// another format. Only TGA and LMP, which have no signature, are detected by the extension of `name`. An LMP is an
/// error; see [`load_lmp`](crate::load_lmp).
///
/// If alpha is 0 in all pixels, the image becomes opaque, because tools without alpha support write 0.
///
/// The pixels take at most 64 MiB of memory. Decoding a JPEG or a WebP takes at most 128 MiB more. The decoders skip color profiles, texts and
/// EXIF data.
///
/// # Errors
/// Fails if the format is unknown, if the image is empty or exceeds [`MAX_SIDE`](crate::MAX_SIDE) or [`MAX_PIXELS`](crate::MAX_PIXELS),
/// or if the file is broken.
pub fn decode(bytes: &[u8], name: impl AsRef<Path>) -> Result<RgbaImage, ImageError> {
    let start = || bytes.iter().take(8).copied().collect();
    let format =
        ImageFormat::detect(bytes, name.as_ref()).ok_or_else(|| ImageError::UnknownFormat(start()))?;
    let broken = |source: image::ImageError| ImageError::Broken(format, source.into());
    let reader = Cursor::new(bytes);
    match format {
        ImageFormat::Pcx => pcx::decode(bytes, None),
        ImageFormat::Png => png::decode(bytes),
        ImageFormat::Tga => read(format, TgaDecoder::new(reader).map_err(broken)?),
        ImageFormat::Bmp => read(format, BmpDecoder::new(reader).map_err(broken)?),
        ImageFormat::Jpeg if bytes.len() > MAX_JPEG_BYTES => {
            let found = bytes.len();
            Err(ImageError::Invalid(format!("JPEG of {found} bytes, expected at most {MAX_JPEG_BYTES}")))
        }
        ImageFormat::Jpeg => read(format, JpegDecoder::new(reader).map_err(broken)?),
        ImageFormat::WebP => decode_webp(bytes),
        ImageFormat::Dds => dds::decode(bytes),
        ImageFormat::Lmp => Err(ImageError::lmp("it needs a palette")),
    }
}

fn decode_webp(bytes: &[u8]) -> Result<RgbaImage, ImageError> {
    let format = ImageFormat::WebP;
    let broken = |source: image_webp::DecodingError| ImageError::Broken(format, source.into());
    let mut decoder = WebPDecoder::new(Cursor::new(bytes)).map_err(broken)?;
    let (width, height) = decoder.dimensions();
    check_size(format, width, height)?;
    decoder.set_memory_limit(MAX_WEBP_BYTES);
    let channels = if decoder.has_alpha() { 4 } else { 3 };
    read_pixels(format, [width, height], channels, |pixels| decoder.read_image(pixels))
}

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
            return Err(ImageError::Broken(format, source));
        }
    };
    read_pixels(format, [width, height], channels, |pixels| decoder.read_image(pixels))
}
