//! Image formats, size limits and errors.

use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};

use md2_common::RgbaImage;

use crate::read::ReadError;

/// The largest width and height of an image in pixels. All graphics cards of the last ten years support this size.
pub const MAX_SIDE: u32 = 8192;

/// The maximum number of pixels of an image: 4096 x 4096, which take 64 MiB as RGBA.
pub const MAX_PIXELS: u32 = 1 << 24;

/// Names of Quake's `.lmp` files that contain other data than a picture.
const OTHER_LMP: [&str; 4] = ["palette", "colormap", "conchars", "pop"];

/// A supported image format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ImageFormat {
    /// PC Paintbrush, the format of Quake II.
    Pcx,
    /// Portable Network Graphics.
    Png,
    /// Truevision TGA.
    Tga,
    /// Windows bitmap.
    Bmp,
    /// JPEG, baseline or progressive.
    Jpeg,
    /// WebP, lossy or lossless. Of an animation, the first image is used.
    WebP,
    /// DirectDraw Surface: the compressed formats BC1, BC2, BC3 and BC7 of graphics cards, or uncompressed colors.
    Dds,
    /// The pictures of Quake: `.lmp` files with palette indices. [`load_lmp`](crate::load_lmp) reads them.
    Lmp,
}

impl ImageFormat {
    /// Detects the format by the content; `None` if it is unknown. TGA and LMP have no signature, so the extension of `name` determines
    /// whether content without a known signature has one of these formats.
    pub fn detect(bytes: &[u8], name: &Path) -> Option<Self> {
        match bytes {
            [0x89, b'P', b'N', b'G', ..] => Some(Self::Png),
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [b'B', b'M', ..] => Some(Self::Bmp),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::WebP),
            [b'D', b'D', b'S', b' ', ..] => Some(Self::Dds),
            // A TGA with an ID of ten bytes can begin with these bytes, so the name decides.
            [0x0a, 0 | 2..=5, 0 | 1, 1 | 2 | 4 | 8, ..] if Self::from_name(name) != Some(Self::Tga) => {
                Some(Self::Pcx)
            }
            _ => Self::from_name(name).filter(|format| matches!(format, Self::Tga | Self::Lmp)),
        }
    }

    /// Returns the image format for the extension of `name`, ignoring case; `None` for other extensions, and for Quake's `.lmp` files that
    /// are not pictures, such as `palette.lmp`.
    pub fn from_name(name: &Path) -> Option<Self> {
        let is_other = |other: &&str| name.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case(other));
        match name.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "pcx" => Some(Self::Pcx),
            "png" => Some(Self::Png),
            "tga" => Some(Self::Tga),
            "bmp" => Some(Self::Bmp),
            "jpg" | "jpeg" => Some(Self::Jpeg),
            "webp" => Some(Self::WebP),
            "dds" => Some(Self::Dds),
            "lmp" if !OTHER_LMP.iter().any(is_other) => Some(Self::Lmp),
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
            Self::WebP => "WebP",
            Self::Dds => "DDS",
            Self::Lmp => "LMP",
        })
    }
}

/// The reason why bytes cannot be decoded as an image.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImageError {
    /// The content does not begin with the signature of a supported format, but with these bytes, at most 8.
    #[error("not an image in a supported format (PCX, PNG, TGA, BMP, JPEG, WebP, DDS, LMP): starts with \"{}\"", .0.escape_ascii())]
    UnknownFormat(Vec<u8>),
    /// The image is empty, too large or cut off. The text states the format, the value found and the values allowed.
    #[error("{0}")]
    Invalid(String),
    /// The file violates its format, as the decoder reports.
    #[error("broken {0} file")]
    Broken(ImageFormat, #[source] Box<dyn Error + Send + Sync>),
}

impl ImageError {
    pub(crate) fn lmp(reason: &str) -> Self {
        Self::Broken(ImageFormat::Lmp, reason.into())
    }
}

/// The reason why an image file cannot be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadImageError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The file cannot be decoded.
    #[error("cannot decode \"{}\"", .0.display())]
    Decode(PathBuf, #[source] ImageError),
}

pub(crate) fn image(
    format: ImageFormat,
    width: u32,
    height: u32,
    rgba: Vec<u8>,
) -> Result<RgbaImage, ImageError> {
    RgbaImage::new(width, height, rgba).map_err(|source| ImageError::Broken(format, source.into()))
}

pub(crate) fn check_size(format: ImageFormat, width: u32, height: u32) -> Result<(), ImageError> {
    if [width, height].iter().any(|side| !(1..=MAX_SIDE).contains(side)) {
        let text = format!("{format} of {width} x {height} pixels, expected 1 to {MAX_SIDE} per side");
        Err(ImageError::Invalid(text))
    } else if width * height > MAX_PIXELS {
        let text = format!("{format} of {width} x {height} pixels, expected at most {MAX_PIXELS} in total");
        Err(ImageError::Invalid(text))
    } else {
        Ok(())
    }
}
