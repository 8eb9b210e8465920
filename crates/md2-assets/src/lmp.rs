//! The pictures of Quake: `.lmp` files with a width, a height and a palette index for each pixel.

use std::path::Path;

use crate::header::read_size;
use crate::read::{FileContent, ReadAs, read_file};
use crate::skin::{ImageError, ImageFormat, LoadImageError, check_size};
use crate::stamp::FileStamp;

const HEADER_BYTES: usize = 8;

/// Reads a `.lmp` picture. Returns its width and height, the index of each pixel in the [palette](crate::find_palette)
/// of the game, and the stamp of the file.
///
/// # Errors
/// Fails if the file cannot be read, or if its length differs from the size in its header.
pub fn load_lmp(path: &Path) -> Result<([u32; 2], Vec<u8>, FileStamp), LoadImageError> {
    let FileContent { mut bytes, stamp } = read_file(path, ReadAs::Image)?;
    let [width, height] = read_size(ImageFormat::Lmp, &bytes).unwrap_or_default();
    let is_whole = |()| {
        let (found, expected) = (bytes.len(), HEADER_BYTES + width as usize * height as usize);
        let text = || format!("{width} x {height} pixels (byte 0x0): {found} bytes, expected {expected}");
        if found == expected { Ok(()) } else { Err(ImageError::lmp(&text())) }
    };
    check_size(ImageFormat::Lmp, width, height)
        .and_then(is_whole)
        .map_err(|source| LoadImageError::Decode(path.to_path_buf(), source))?;
    Ok(([width, height], bytes.split_off(HEADER_BYTES), stamp))
}
