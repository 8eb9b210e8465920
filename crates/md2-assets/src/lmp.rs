//! The pictures of Quake: `.lmp` files with a width, a height and a palette index for each pixel.

use std::path::Path;

use crate::header::read_size;
use crate::read::{FileContent, ReadAs, read_file};
use crate::skin::{ImageError, ImageFormat, LoadImageError, check_size};
use crate::stamp::FileStamp;

const HEADER_BYTES: usize = 8;

/// A picture of Quake. The colors of its palette indices are in the [palette of the game](crate::find_palette).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LmpPicture {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// The palette index of each pixel.
    pub texels: Vec<u8>,
}

/// Reads a `.lmp` picture, and returns it with the [`FileStamp`] of the file.
///
/// # Errors
/// Fails if the file cannot be read, or if its length differs from the size in its header.
pub fn load_lmp(path: &Path) -> Result<(LmpPicture, FileStamp), LoadImageError> {
    let FileContent { mut bytes, stamp } = read_file(path, ReadAs::Image)?;
    let size = check(&bytes).map_err(|source| LoadImageError::Decode { path: path.to_path_buf(), source })?;
    Ok((LmpPicture { size, texels: bytes.split_off(HEADER_BYTES) }, stamp))
}

/// Returns the size of a picture. Rejects a file whose length does not fit this size.
fn check(bytes: &[u8]) -> Result<[u32; 2], ImageError> {
    let found = bytes.len();
    let size = read_size(ImageFormat::Lmp, bytes);
    let [width, height] =
        size.ok_or(ImageError::LmpLength { size: [0; 2], found, expected: HEADER_BYTES })?;
    check_size(ImageFormat::Lmp, width, height)?;
    let expected = HEADER_BYTES + width as usize * height as usize;
    if found == expected {
        Ok([width, height])
    } else {
        Err(ImageError::LmpLength { size: [width, height], found, expected })
    }
}
