//! Pictures that move: APNG, GIF, animated WebP, sequences of PNG files, and raw video for other programs.
//!
//! An [`AnimationEncoder`] is fed picture by picture, so that no more than two of them are in memory at once; what it has encoded stays
//! there until it is finished. How much that may be is checked before the first one ([`AnimationSpec::check`]).
//!
//! ```
//! use std::time::Duration;
//! use md2_common::RgbaImage;
//! use md2_export::animation::{AnimationEncoder, AnimationFormat, AnimationSpec};
//!
//! let spec = AnimationSpec { size: [2, 2], count: 3, ..AnimationSpec::default() };
//! let mut encoder = AnimationEncoder::new(AnimationFormat::WebP, &spec, None)?;
//! for gray in [0, 120, 240] {
//!     encoder.add(&RgbaImage::filled(2, 2, [gray, gray, gray, 255]), Duration::from_millis(50))?;
//! }
//! assert!(encoder.finish()?.starts_with(b"RIFF"));
//! # Ok::<(), md2_export::animation::AnimationError>(())
//! ```

mod apng;
mod changed_area;
mod clock;
mod gif;
mod palette;
mod webp;
pub mod y4m;

use std::fmt;
use std::time::Duration;

use md2_common::RgbaImage;

pub use self::gif::MIN_GIF_DELAY;
pub use palette::{Palette, PaletteBuilder};

/// The most that all pictures of an animation may take together before they are encoded, in bytes.
pub const MAX_RAW_BYTES: u64 = 2 << 30;
/// The most pictures of an animation.
pub const MAX_PICTURES: u32 = 65_535;

/// A file that holds several pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AnimationFormat {
    /// A PNG that moves where it is understood, and shows its first picture elsewhere. Exact.
    Apng,
    /// 255 colors in all, holes or none, delays of whole hundredths of a second.
    Gif,
    /// WebP without loss. Exact, and the smallest of the exact ones.
    WebP,
}

impl AnimationFormat {
    /// The most pixels a side.
    #[must_use]
    pub const fn max_side(self) -> u32 {
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

/// What is known of an animation before its first picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnimationSpec {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// How many pictures there will be.
    pub count: u32,
    /// How often it plays; 0 is for ever.
    pub plays: u16,
    /// Whether pictures may have holes. If not, their alpha is taken to be 255.
    pub has_holes: bool,
    /// The program that drew it, to be noted in the file where the format has a place for it.
    pub software: Option<String>,
}

impl Default for AnimationSpec {
    /// One opaque pixel, for ever.
    fn default() -> Self {
        Self { size: [1, 1], count: 1, plays: 0, has_holes: false, software: None }
    }
}

impl AnimationSpec {
    /// Whether an animation like this is made at all: to be asked before anything is drawn.
    ///
    /// # Errors
    /// [`AnimationError::NoPictures`], [`AnimationError::TooMany`], [`AnimationError::Side`] and [`AnimationError::TooLarge`].
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

/// Whether so many pictures of a size are not too much.
///
/// # Errors
/// [`AnimationError::TooLarge`].
pub fn check_raw_bytes(size: [u32; 2], count: u32) -> Result<(), AnimationError> {
    let bytes = u64::from(size[0]).saturating_mul(u64::from(size[1])).saturating_mul(4);
    let bytes = bytes.saturating_mul(u64::from(count));
    if bytes > MAX_RAW_BYTES { Err(AnimationError::TooLarge { size, count, bytes }) } else { Ok(()) }
}

/// Why an animation cannot be encoded.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages show what the fields are")]
#[non_exhaustive]
pub enum AnimationError {
    /// There is nothing to show.
    #[error("an animation needs a picture")]
    NoPictures,
    /// More pictures than [`MAX_PICTURES`].
    #[error("{count} pictures; at most {MAX_PICTURES} are put into an animation")]
    TooMany { count: u32 },
    /// The format cannot hold pictures of this size.
    #[error("{} x {} pixels; {format} takes 1 to {} a side", size[0], size[1], format.max_side())]
    Side { format: AnimationFormat, size: [u32; 2] },
    /// All pictures together take more than [`MAX_RAW_BYTES`].
    #[error(
        "{count} pictures of {} x {} pixels are {} MiB; at most {} MiB are encoded: make them smaller or fewer",
        size[0], size[1], bytes >> 20, MAX_RAW_BYTES >> 20
    )]
    TooLarge { size: [u32; 2], count: u32, bytes: u64 },
    /// A picture of another size, or one more or less than were announced.
    #[error("picture {number}: {found} where {expected}")]
    Unannounced { number: u32, found: String, expected: String },
    /// The encoder of the format failed.
    #[error("cannot encode {format}")]
    Encode { format: AnimationFormat, source: Box<dyn std::error::Error + Send + Sync> },
}

impl AnimationError {
    fn encode(format: AnimationFormat, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Encode { format, source: source.into() }
    }
}

/// Makes one file of pictures.
#[derive(Debug)]
pub struct AnimationEncoder {
    spec: AnimationSpec,
    number: u32,
    kind: FormatEncoder,
}

enum FormatEncoder {
    Apng(Box<apng::Apng>),
    Gif(Box<gif::Gif>),
    WebP(webp::WebP),
}

/// The name of the format; the encoders of other crates show nothing.
impl fmt::Debug for FormatEncoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Apng(_) => "Apng",
            Self::Gif(_) => "Gif",
            Self::WebP(_) => "WebP",
        })
    }
}

impl AnimationEncoder {
    /// Begins a file. A GIF needs the colors of all its pictures at once; the others ignore the palette.
    ///
    /// # Errors
    /// Those of [`AnimationSpec::check`].
    ///
    /// # Panics
    /// If it is a GIF and there is no palette.
    pub fn new(
        format: AnimationFormat,
        spec: &AnimationSpec,
        palette: Option<&Palette>,
    ) -> Result<Self, AnimationError> {
        spec.check(format)?;
        let kind = match format {
            AnimationFormat::Apng => FormatEncoder::Apng(Box::new(apng::Apng::new(spec)?)),
            AnimationFormat::Gif => {
                FormatEncoder::Gif(Box::new(gif::Gif::new(spec, palette.expect("a GIF's palette"))?))
            }
            AnimationFormat::WebP => FormatEncoder::WebP(webp::WebP::new(spec)),
        };
        Ok(Self { spec: spec.clone(), number: 0, kind })
    }

    /// Adds a picture that is shown for a while. Times are rounded to what the format can tell in such a way that they do not add
    /// up to an error.
    ///
    /// # Errors
    /// If its size is not the announced one, or there are too many.
    pub fn add(&mut self, picture: &RgbaImage, lasts: Duration) -> Result<(), AnimationError> {
        let size = [picture.width(), picture.height()];
        let told = |[width, height]: [u32; 2]| format!("{width} x {height} pixels");
        if size != self.spec.size {
            return Err(self.unannounced(told(size), told(self.spec.size)));
        }
        if self.number == self.spec.count {
            return Err(self.unannounced("one more".into(), format!("{} were announced", self.spec.count)));
        }
        self.number += 1;
        match &mut self.kind {
            FormatEncoder::Apng(apng) => apng.add(picture, lasts),
            FormatEncoder::Gif(gif) => gif.add(picture, lasts),
            FormatEncoder::WebP(webp) => webp.add(picture, lasts),
        }
    }

    /// The file.
    ///
    /// # Errors
    /// If pictures are missing.
    pub fn finish(self) -> Result<Vec<u8>, AnimationError> {
        if self.number != self.spec.count {
            return Err(self.unannounced("the end".into(), format!("{} were announced", self.spec.count)));
        }
        match self.kind {
            FormatEncoder::Apng(apng) => apng.finish(),
            FormatEncoder::Gif(gif) => gif.finish(),
            FormatEncoder::WebP(webp) => webp.finish(),
        }
    }

    fn unannounced(&self, found: String, expected: String) -> AnimationError {
        AnimationError::Unannounced { number: self.number, found, expected }
    }
}

/// The name of a picture of a sequence of files: `walk_00017.png` of `walk`.
#[must_use]
pub fn numbered_file_name(stem: &str, number: u32) -> String {
    format!("{stem}_{number:05}.png")
}
