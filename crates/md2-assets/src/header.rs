//! Reading of image sizes from the start of files.

use std::io::Cursor;
use std::path::Path;

use image_webp::WebPDecoder;

use crate::dds;
use crate::read::ReadAs;
use crate::skin::{ImageFormat, LoadImageError, check_size};
use crate::tree::FolderCache;

/// Number of bytes that are read from the start of a file. They contain the whole header of an image, except in some JPEG files.
const HEADER_BYTES: u64 = 4096;

/// Reads the width and height of an image in pixels, without decoding it. `None` if the file is not an image or contains no size.
///
/// # Errors
/// Fails if the file cannot be read, or if the image is empty or exceeds [`MAX_SIDE`](crate::MAX_SIDE) or
/// [`MAX_PIXELS`](crate::MAX_PIXELS).
pub fn image_size(path: &Path) -> Result<Option<[u32; 2]>, LoadImageError> {
    image_size_in(&FolderCache::default(), path)
}

pub(crate) fn image_size_in(tree: &FolderCache, path: &Path) -> Result<Option<[u32; 2]>, LoadImageError> {
    let start = tree.read_start(path, HEADER_BYTES)?;
    let Some(format) = ImageFormat::detect(&start, path) else { return Ok(None) };
    let stated = match read_size(format, &start) {
        // A long text or color profile can precede the size.
        None if matches!(format, ImageFormat::Jpeg | ImageFormat::WebP) => {
            read_size(format, &tree.read(path, ReadAs::Image)?)
        }
        stated => stated,
    };
    if let Some([width, height]) = stated {
        check_size(format, width, height)
            .map_err(|source| LoadImageError::Decode(path.to_owned(), source))?;
    }
    Ok(stated)
}

/// Whether an image may have transparent pixels.
pub(crate) fn has_alpha_channel(tree: &FolderCache, path: &Path) -> bool {
    let Ok(start) = tree.read_start(path, HEADER_BYTES) else { return false };
    match ImageFormat::detect(&start, path) {
        // The color types 4 and 6 have alpha. For other color types, the chunk `tRNS` may list transparent colors.
        Some(ImageFormat::Png) => {
            start.get(25).is_some_and(|kind| [4, 6].contains(kind))
                || start.windows(4).any(|name| name == b"tRNS")
        }
        Some(ImageFormat::Tga) => start.get(16) == Some(&32),
        Some(ImageFormat::WebP | ImageFormat::Dds) => true,
        _ => false,
    }
}

pub(crate) fn read_size(format: ImageFormat, start: &[u8]) -> Option<[u32; 2]> {
    let at = |offset: usize| start.get(offset..)?.first_chunk();
    let short = |offset: usize| start.get(offset..)?.first_chunk().map(|b| u32::from(u16::from_le_bytes(*b)));
    match format {
        ImageFormat::Png => Some([u32::from_be_bytes(*at(16)?), u32::from_be_bytes(*at(20)?)]),
        ImageFormat::Lmp => Some([u32::from_le_bytes(*at(0)?), u32::from_le_bytes(*at(4)?)]),
        ImageFormat::Tga => Some([short(12)?, short(14)?]),
        // The header contains the first and the last column and row.
        ImageFormat::Pcx => Some([
            short(8)?.checked_sub(short(4)?)?.checked_add(1)?,
            short(10)?.checked_sub(short(6)?)?.checked_add(1)?,
        ]),
        // The oldest header is short and has 16-bit sizes. In newer headers, a negative height means that the rows begin at the top.
        ImageFormat::Bmp if u32::from_le_bytes(*at(14)?) == 12 => Some([short(18)?, short(20)?]),
        ImageFormat::Bmp => {
            Some([i32::from_le_bytes(*at(18)?).unsigned_abs(), i32::from_le_bytes(*at(22)?).unsigned_abs()])
        }
        ImageFormat::Jpeg => read_jpeg_size(start),
        ImageFormat::WebP => {
            WebPDecoder::new(Cursor::new(start)).ok().map(|decoder| decoder.dimensions().into())
        }
        ImageFormat::Dds => dds::size(start),
    }
}

fn read_jpeg_size(bytes: &[u8]) -> Option<[u32; 2]> {
    let mut rest = bytes.get(2..)?;
    loop {
        let [0xff, marker, high, low, ..] = *rest else { return None };
        match marker {
            // A marker can be preceded by fill bytes.
            0xff => rest = &rest[1..],
            // The markers of all kinds of frames. Three markers in this range have other meanings.
            0xc0..=0xcf if ![0xc4, 0xc8, 0xcc].contains(&marker) => {
                let [a, b, c, d] = *rest.get(5..)?.first_chunk()?;
                return Some([u16::from_be_bytes([c, d]), u16::from_be_bytes([a, b])].map(u32::from));
            }
            _ => rest = rest.get(2 + usize::from(u16::from_be_bytes([high, low]))..)?,
        }
    }
}
