//! Skin images: how files become pictures in memory.

use std::error::Error;
use std::fmt;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader};
use md2_common::RgbaImage;

use crate::read::{Content, ReadAs, ReadError, read_file};
use crate::stamp::Stamp;

/// The widest and highest picture that is decoded: what every graphics card of the last ten years can take.
pub const MAX_SIDE: u32 = 8192;

/// A file format that skins come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SkinFormat {
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

impl SkinFormat {
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

impl fmt::Display for SkinFormat {
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
pub enum SkinError {
    /// The content is that of no format known here.
    #[error("not a picture in a known format (PCX, PNG, TGA, BMP, JPEG): starts with \"{}\"", start.escape_ascii())]
    UnknownFormat {
        /// The first bytes, at most 8.
        start: Vec<u8>,
    },
    /// The picture is empty or too large.
    #[error("{format} of {width} x {height} pixels, expected 1 to {MAX_SIDE} each way")]
    Size {
        /// The file's format.
        format: SkinFormat,
        /// Pixels in a row.
        width: u32,
        /// Rows.
        height: u32,
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
    #[error("broken {format}")]
    Broken {
        /// The file's format.
        format: SkinFormat,
        /// What the decoder says.
        source: Box<dyn Error + Send + Sync>,
    },
}

/// Why a file gives no skin image.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadSkinError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The file's content is no picture.
    #[error("cannot decode \"{}\"", path.display())]
    Decode {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: SkinError,
    },
}

/// Reads and decodes a skin image.
///
/// # Errors
/// Says which file, and why.
pub fn load_skin(path: &Path) -> Result<RgbaImage, LoadSkinError> {
    load_skin_stamped(path).map(|(image, _)| image)
}

/// As [`load_skin`], and which version of the file it was.
///
/// # Errors
/// Says which file, and why.
pub fn load_skin_stamped(path: &Path) -> Result<(RgbaImage, Stamp), LoadSkinError> {
    let Content { bytes, stamp } = read_file(path, ReadAs::Picture)?;
    let failed = |source| LoadSkinError::Decode { path: path.to_path_buf(), source };
    Ok((decode(&bytes, path).map_err(failed)?, stamp))
}

/// Decodes the bytes of an image file. `name` is the file's; its extension matters only for TGA, which cannot be
/// told by its content, since many files carry the extension of another format.
///
/// A picture that is transparent everywhere comes out opaque: tools that do not know alpha leave it at 0.
///
/// # Errors
/// If the format is unknown, the picture empty or larger than [`MAX_SIDE`], or the content broken.
pub fn decode(bytes: &[u8], name: impl AsRef<Path>) -> Result<RgbaImage, SkinError> {
    let start = || bytes.iter().take(8).copied().collect();
    let format = SkinFormat::detect(bytes, name.as_ref())
        .ok_or_else(|| SkinError::UnknownFormat { start: start() })?;
    let image_format = match format {
        SkinFormat::Pcx => return crate::pcx::decode(bytes),
        SkinFormat::Png => ImageFormat::Png,
        SkinFormat::Tga => ImageFormat::Tga,
        SkinFormat::Bmp => ImageFormat::Bmp,
        SkinFormat::Jpeg => ImageFormat::Jpeg,
    };
    let broken = |source: image::ImageError| SkinError::Broken { format, source: source.into() };
    let decoder =
        ImageReader::with_format(Cursor::new(bytes), image_format).into_decoder().map_err(broken)?;
    let (width, height) = decoder.dimensions();
    check_size(format, width, height)?;
    let mut rgba = DynamicImage::from_decoder(decoder).map_err(broken)?.into_rgba8().into_raw();
    if rgba.chunks_exact(4).all(|pixel| pixel[3] == 0) {
        rgba.chunks_exact_mut(4).for_each(|pixel| pixel[3] = u8::MAX);
    }
    picture(format, width, height, rgba)
}

/// The picture of pixels that were decoded.
pub(crate) fn picture(
    format: SkinFormat,
    width: u32,
    height: u32,
    rgba: Vec<u8>,
) -> Result<RgbaImage, SkinError> {
    RgbaImage::new(width, height, rgba).map_err(|source| SkinError::Broken { format, source: source.into() })
}

pub(crate) fn check_size(format: SkinFormat, width: u32, height: u32) -> Result<(), SkinError> {
    if [width, height].iter().all(|side| (1..=MAX_SIDE).contains(side)) {
        Ok(())
    } else {
        Err(SkinError::Size { format, width, height })
    }
}
