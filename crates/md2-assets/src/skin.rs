//! Skin images: the formats, their limits, and what can be wrong with them.

use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};

use md2_common::RgbaImage;

use crate::read::ReadError;

/// The widest and highest picture that is decoded: what every graphics card of the last ten years can take.
pub const MAX_SIDE: u32 = 8192;

/// The most pixels that are decoded: 4096 x 4096 of them take 64 MiB.
pub const MAX_PIXELS: u32 = 1 << 24;

/// A file format that skins come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ImageFormat {
    /// Paintbrush: Quake II's own.
    Pcx,
    /// Portable Network Graphics.
    Png,
    /// Truevision.
    Tga,
    /// Windows bitmap.
    Bmp,
    /// JPEG.
    Jpeg,
}

impl ImageFormat {
    /// The format of a file, told by its content. TGA has no mark of its own, so anything unmarked is TGA if the
    /// file's name says so.
    #[must_use]
    pub fn detect(bytes: &[u8], name: &Path) -> Option<Self> {
        match bytes {
            [0x89, b'P', b'N', b'G', ..] => Some(Self::Png),
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [b'B', b'M', ..] => Some(Self::Bmp),
            // A TGA can start like this, with an image ID of ten bytes; then its name decides.
            [0x0a, 0 | 2..=5, 0 | 1, 1 | 2 | 4 | 8, ..] if Self::from_name(name) != Some(Self::Tga) => {
                Some(Self::Pcx)
            }
            _ => Self::from_name(name).filter(|format| *format == Self::Tga),
        }
    }

    /// The format that the extension of a file's name stands for, in upper or lower case.
    #[must_use]
    pub fn from_name(name: &Path) -> Option<Self> {
        match name.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "pcx" => Some(Self::Pcx),
            "png" => Some(Self::Png),
            "tga" => Some(Self::Tga),
            "bmp" => Some(Self::Bmp),
            "jpg" | "jpeg" => Some(Self::Jpeg),
            _ => None,
        }
    }
}

impl fmt::Display for ImageFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pcx => "PCX",
            Self::Png => "PNG",
            Self::Tga => "TGA",
            Self::Bmp => "BMP",
            Self::Jpeg => "JPEG",
        })
    }
}

/// Why bytes are not a skin image.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImageError {
    /// The content is that of no format known here.
    #[error("not an image in a supported format (PCX, PNG, TGA, BMP, JPEG): starts with \"{}\"", start.escape_ascii())]
    UnknownFormat {
        /// The first bytes, at most 8.
        start: Vec<u8>,
    },
    /// The picture is empty or too large.
    #[error("{format} of {width} x {height} pixels, expected 1 to {MAX_SIDE} per side")]
    Size {
        /// The file's format.
        format: ImageFormat,
        /// Pixels in a row.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// The picture has more pixels than are decoded.
    #[error("{format} of {width} x {height} pixels, expected at most {MAX_PIXELS} in total")]
    Pixels {
        /// The file's format.
        format: ImageFormat,
        /// Pixels in a row.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// The file is longer than a picture of its format can be for its decoder.
    #[error("{format} of {found} bytes, expected at most {allowed}")]
    TooLong {
        /// The file's format.
        format: ImageFormat,
        /// Bytes of the file.
        found: usize,
        /// The most there may be.
        allowed: usize,
    },
    /// A PCX ends before its pixels do.
    #[error("PCX ends in row {row} of {height}")]
    PcxRow {
        /// The first row that is not complete, from 0.
        row: u32,
        /// Rows that the header promises.
        height: u32,
    },
    /// A PCX has no room for its palette.
    #[error("PCX of {found} bytes, expected at least {expected} for header and palette")]
    PcxPalette {
        /// Bytes of the file.
        found: usize,
        /// Bytes that header and palette take.
        expected: usize,
    },
    /// The file breaks the rules of its format.
    #[error("broken {format} file")]
    Broken {
        /// The file's format.
        format: ImageFormat,
        /// What the decoder says.
        source: Box<dyn Error + Send + Sync>,
    },
}

/// Why a file gives no skin image.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadImageError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The file's content is no picture.
    #[error("cannot decode \"{}\"", path.display())]
    Decode {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: ImageError,
    },
}

/// The picture of pixels that were decoded.
pub(crate) fn picture(
    format: ImageFormat,
    width: u32,
    height: u32,
    rgba: Vec<u8>,
) -> Result<RgbaImage, ImageError> {
    RgbaImage::new(width, height, rgba).map_err(|source| ImageError::Broken { format, source: source.into() })
}

/// Refuses a picture that is empty or takes too much memory, before any of it is decoded.
pub(crate) fn check_size(format: ImageFormat, width: u32, height: u32) -> Result<(), ImageError> {
    if [width, height].iter().any(|side| !(1..=MAX_SIDE).contains(side)) {
        Err(ImageError::Size { format, width, height })
    } else if width * height > MAX_PIXELS {
        Err(ImageError::Pixels { format, width, height })
    } else {
        Ok(())
    }
}
