//! Animations: APNG, GIF, animated WebP, and numbered PNG files.
//!
//! An [`AnimationEncoder`] takes one picture at a time. It holds at most two pictures and the encoded bytes in memory.
//! [`AnimationSpec::check`] checks the total size before the first picture is rendered.
//!
//! ```
//! use std::time::Duration;
//! use md2_common::RgbaImage;
//! use md2_picture::animation::{AnimationEncoder, AnimationFormat, AnimationSpec};
//!
//! let spec = AnimationSpec { size: [2, 2], count: 3, ..AnimationSpec::default() };
//! let mut encoder = AnimationEncoder::new(AnimationFormat::WebP, &spec, None)?;
//! for gray in [0, 120, 240] {
//!     encoder.add(&RgbaImage::filled(2, 2, [gray, gray, gray, 255]), Duration::from_millis(50))?;
//! }
//! assert!(encoder.finish()?.starts_with(b"RIFF"));
//! # Ok::<(), md2_picture::animation::AnimationError>(())
//! ```

mod apng;
mod changed_area;
mod clock;
mod gif;
mod palette;
mod webp;

use std::fmt;
use std::time::Duration;

use md2_common::RgbaImage;

pub use self::gif::MIN_GIF_DELAY;
pub use palette::{Palette, PaletteBuilder};

/// The maximum number of bytes that all pictures of an animation may have together before encoding.
const MAX_RAW_BYTES: u64 = 2 << 30;
const MAX_PICTURES: u32 = 65_535;

/// A file format for animations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AnimationFormat {
    /// Lossless. Programs without APNG support show the first picture.
    Apng,
    /// At most 255 colors in the whole animation, no partial transparency, durations in hundredths of a second.
    Gif,
    /// Lossless, with smaller files than APNG.
    WebP,
}

impl AnimationFormat {
    /// Returns the largest width and height of a picture, in pixels.
    pub(crate) const fn max_side(self) -> u32 {
        match self {
            Self::Apng => 1 << 20,
            Self::Gif => 65_535,
            Self::WebP => 16_384,
        }
    }
}

impl fmt::Display for AnimationFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Apng => "APNG",
            Self::Gif => "GIF",
            Self::WebP => "WebP",
        })
    }
}

/// The properties of an animation that are known before its first picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnimationSpec {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Number of pictures.
    pub count: u32,
    /// Number of times the animation plays; 0 = forever.
    pub plays: u16,
    /// Whether pictures may have transparent pixels. If not, alpha is treated as 255.
    pub has_holes: bool,
    /// The name of the program that renders the pictures, for formats that can store such a name.
    pub software: Option<String>,
}

impl Default for AnimationSpec {
    fn default() -> Self {
        Self { size: [1, 1], count: 1, plays: 0, has_holes: false, software: None }
    }
}

impl AnimationSpec {
    /// Checks the animation against the limits of `format`.
    ///
    /// # Errors
    /// Returns [`AnimationError::NoPictures`], [`AnimationError::TooMany`], [`AnimationError::Side`] or [`AnimationError::TooLarge`].
    pub fn check(&self, format: AnimationFormat) -> Result<(), AnimationError> {
        if self.count == 0 {
            return Err(AnimationError::NoPictures);
        }
        if self.count > MAX_PICTURES {
            return Err(AnimationError::TooMany { count: self.count });
        }
        let side = self.size[0].max(self.size[1]);
        if side > format.max_side() || self.size.contains(&0) {
            return Err(AnimationError::Side { format, size: self.size });
        }
        check_raw_bytes(self.size, self.count)
    }
}

/// Checks that `count` pictures of `size` have at most 2 GiB together before encoding.
///
/// # Errors
/// [`AnimationError::TooLarge`].
pub fn check_raw_bytes(size: [u32; 2], count: u32) -> Result<(), AnimationError> {
    let bytes = u64::from(size[0]).saturating_mul(u64::from(size[1])).saturating_mul(4);
    let bytes = bytes.saturating_mul(u64::from(count));
    if bytes > MAX_RAW_BYTES { Err(AnimationError::TooLarge { size, count, bytes }) } else { Ok(()) }
}

/// The error of encoding an animation.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages show what the fields are")]
#[non_exhaustive]
pub enum AnimationError {
    #[error("an animation needs at least one picture")]
    NoPictures,
    #[error("the animation has {count} pictures, the limit is {MAX_PICTURES}")]
    TooMany { count: u32 },
    #[error("the pictures have {} x {} pixels, {format} allows 1 to {} per side", size[0], size[1], format.max_side())]
    Side { format: AnimationFormat, size: [u32; 2] },
    #[error(
        "{count} pictures of {} x {} pixels need {} MiB, the limit is {} MiB: use smaller or fewer pictures",
        size[0], size[1], bytes >> 20, MAX_RAW_BYTES >> 20
    )]
    TooLarge { size: [u32; 2], count: u32, bytes: u64 },
    #[error("picture {number}: found {found}, expected {expected}")]
    Unexpected { number: u32, found: String, expected: String },
    #[error("cannot encode {format}")]
    Encode { format: AnimationFormat, source: Box<dyn std::error::Error + Send + Sync> },
}

impl AnimationError {
    fn encode(format: AnimationFormat, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Encode { format, source: source.into() }
    }
}

trait Encoder {
    fn add(&mut self, picture: &RgbaImage, lasts: Duration) -> Result<(), AnimationError>;

    fn finish(self: Box<Self>) -> Result<Vec<u8>, AnimationError>;
}

/// Encodes pictures into one file.
pub struct AnimationEncoder {
    spec: AnimationSpec,
    number: u32,
    encoder: Box<dyn Encoder>,
}

impl fmt::Debug for AnimationEncoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnimationEncoder").field("spec", &self.spec).finish_non_exhaustive()
    }
}

impl AnimationEncoder {
    /// Creates an encoder for one file. GIF needs a palette for all pictures; other formats ignore the palette.
    ///
    /// # Errors
    /// Returns the errors of [`AnimationSpec::check`].
    ///
    /// # Panics
    /// If the format is GIF and there is no palette.
    pub fn new(
        format: AnimationFormat,
        spec: &AnimationSpec,
        palette: Option<&Palette>,
    ) -> Result<Self, AnimationError> {
        spec.check(format)?;
        let encoder: Box<dyn Encoder> = match format {
            AnimationFormat::Apng => Box::new(apng::Apng::new(spec)?),
            AnimationFormat::Gif => Box::new(gif::Gif::new(spec, palette.expect("a GIF's palette"))?),
            AnimationFormat::WebP => Box::new(webp::WebP::new(spec)),
        };
        Ok(Self { spec: spec.clone(), number: 0, encoder })
    }

    /// Adds a picture with the duration `lasts`. Durations are rounded to the time unit of the format, without accumulating rounding
    /// errors.
    ///
    /// # Errors
    /// If the size of the picture differs from the [`AnimationSpec`], or if all pictures of the animation were already added.
    pub fn add(&mut self, picture: &RgbaImage, lasts: Duration) -> Result<(), AnimationError> {
        let size = [picture.width(), picture.height()];
        let pixels = |[width, height]: [u32; 2]| format!("{width} x {height} pixels");
        if size != self.spec.size {
            return Err(self.unexpected(pixels(size), pixels(self.spec.size)));
        }
        if self.number == self.spec.count {
            return Err(self.unexpected("another picture".into(), format!("{} in all", self.spec.count)));
        }
        self.number += 1;
        self.encoder.add(picture, lasts)
    }

    /// Returns the bytes of the file.
    ///
    /// # Errors
    /// If fewer pictures were added than the [`AnimationSpec`] states.
    pub fn finish(self) -> Result<Vec<u8>, AnimationError> {
        if self.number != self.spec.count {
            return Err(self.unexpected("the end".into(), format!("{} in all", self.spec.count)));
        }
        self.encoder.finish()
    }

    fn unexpected(&self, found: String, expected: String) -> AnimationError {
        AnimationError::Unexpected { number: self.number, found, expected }
    }
}

/// Returns the file name of a numbered picture, such as `walk_00017.png`.
pub fn numbered_file_name(stem: &str, number: u32) -> String {
    format!("{stem}_{number:05}.png")
}
