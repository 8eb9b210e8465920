//! The size of a picture, told by the start of its file.

use std::path::Path;

use crate::read::{ReadAs, read_file, read_start};
use crate::skin::{ImageFormat, LoadImageError, check_size};

/// Where the header of a picture ends, but for a JPEG with much in it that is not pixels.
const HEADER_BYTES: u64 = 4096;

/// The width and height that a picture's file states, without decoding it. `None` if it is no picture, or states none.
///
/// # Errors
/// If the file cannot be read, or states a size that is not decoded.
pub fn image_size(path: &Path) -> Result<Option<[u32; 2]>, LoadImageError> {
    let start = read_start(path, HEADER_BYTES)?;
    let Some(format) = ImageFormat::detect(&start, path) else { return Ok(None) };
    let stated = match size_of(format, &start) {
        None if format == ImageFormat::Jpeg => jpeg(&read_file(path, ReadAs::Image)?.bytes),
        stated => stated,
    };
    if let Some([width, height]) = stated {
        check_size(format, width, height)
            .map_err(|source| LoadImageError::Decode { path: path.to_owned(), source })?;
    }
    Ok(stated)
}

fn size_of(format: ImageFormat, start: &[u8]) -> Option<[u32; 2]> {
    let at = |offset: usize| start.get(offset..)?.first_chunk();
    let short = |offset: usize| start.get(offset..)?.first_chunk().map(|b| u32::from(u16::from_le_bytes(*b)));
    match format {
        ImageFormat::Png => Some([u32::from_be_bytes(*at(16)?), u32::from_be_bytes(*at(20)?)]),
        ImageFormat::Tga => Some([short(12)?, short(14)?]),
        // Corners of the picture, both of which belong to it.
        ImageFormat::Pcx => Some([
            short(8)?.checked_sub(short(4)?)?.checked_add(1)?,
            short(10)?.checked_sub(short(6)?)?.checked_add(1)?,
        ]),
        // The oldest header is short; a height below 0 tells that rows begin at the top.
        ImageFormat::Bmp if u32::from_le_bytes(*at(14)?) == 12 => Some([short(18)?, short(20)?]),
        ImageFormat::Bmp => {
            Some([i32::from_le_bytes(*at(18)?).unsigned_abs(), i32::from_le_bytes(*at(22)?).unsigned_abs()])
        }
        ImageFormat::Jpeg => jpeg(start),
    }
}

/// From marker to marker, up to the one that starts a frame.
fn jpeg(bytes: &[u8]) -> Option<[u32; 2]> {
    let mut rest = bytes.get(2..)?;
    loop {
        let [0xff, marker, high, low, ..] = *rest else { return None };
        match marker {
            // Fill, which may stand before a marker.
            0xff => rest = &rest[1..],
            // Frames of all kinds; between them three markers that are others.
            0xc0..=0xcf if ![0xc4, 0xc8, 0xcc].contains(&marker) => {
                let [a, b, c, d] = *rest.get(5..)?.first_chunk()?;
                return Some([u16::from_be_bytes([c, d]), u16::from_be_bytes([a, b])].map(u32::from));
            }
            _ => rest = rest.get(2 + usize::from(u16::from_be_bytes([high, low]))..)?,
        }
    }
}
