//! The image type of all crates.

use alloc::vec::Vec;
use core::fmt;

/// An image of at least one pixel. Each pixel has four bytes: red, green and blue in sRGB, and straight (not
/// premultiplied) alpha. Rows run from top to bottom, pixels from left to right.
///
/// ```
/// use md2_common::RgbaImage;
///
/// let image = RgbaImage::new(2, 1, vec![255, 0, 0, 255, 0, 0, 255, 128])?;
/// assert_eq!(image.pixel(1, 0), [0, 0, 255, 128]);
/// # Ok::<(), md2_common::RgbaImageError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct RgbaImage {
    /// Number of pixels in a row, at least 1. An image also has at least one row.
    width: u32,
    height: u32,
    /// `4 * width * height` bytes.
    rgba: Vec<u8>,
}

impl RgbaImage {
    /// Creates an image of `width` columns and `height` rows from its pixels.
    ///
    /// # Errors
    /// If `width` or `height` is 0, or `rgba` does not have four bytes per pixel.
    pub fn new(width: u32, height: u32, rgba: Vec<u8>) -> Result<Self, RgbaImageError> {
        match byte_count(width, height) {
            None => Err(RgbaImageError::Size { width, height }),
            Some(expected) if rgba.len() != expected => {
                Err(RgbaImageError::Length { width, height, found: rgba.len() })
            }
            Some(_) => Ok(Self { width, height, rgba }),
        }
    }

    /// Creates an image from pixels of 1 channel (gray), 2 (gray, alpha), 3 (red, green, blue) or 4, in place: `buffer` has four bytes
    /// for each pixel, and the pixels are at its start. If alpha is 0 in all pixels, the image becomes opaque.
    ///
    /// # Errors
    /// If `width` or `height` is 0, or `buffer` does not have four bytes per pixel.
    pub fn from_channels(
        width: u32,
        height: u32,
        mut buffer: Vec<u8>,
        channels: usize,
    ) -> Result<Self, RgbaImageError> {
        // The loop runs backward, so that it reads each pixel before it overwrites it.
        let mut pixel = if (1..4).contains(&channels) { buffer.len() / 4 } else { 0 };
        while pixel > 0 {
            pixel -= 1;
            let from = pixel * channels;
            let wide = match buffer[from..from + channels] {
                [red, green, blue] => [red, green, blue, u8::MAX],
                [gray, alpha] => [gray, gray, gray, alpha],
                _ => [buffer[from], buffer[from], buffer[from], u8::MAX],
            };
            buffer.as_chunks_mut().0[pixel] = wide;
        }
        if buffer.chunks_exact(4).all(|pixel| pixel[3] == 0) {
            buffer.chunks_exact_mut(4).for_each(|pixel| pixel[3] = u8::MAX);
        }
        Self::new(width, height, buffer)
    }

    /// Creates an image that is filled with one color.
    ///
    /// # Panics
    /// If `width` or `height` is 0, or the pixels do not fit into memory.
    pub fn filled(width: u32, height: u32, color: [u8; 4]) -> Self {
        let mut image = Self { width, height, rgba: Vec::new() };
        image.reset(width, height);
        image.rgba.as_chunks_mut().0.fill(color);
        image
    }

    /// Resizes the image and returns its bytes for the caller to overwrite; their values are unspecified. Allocates only
    /// if the present memory is too small.
    ///
    /// # Panics
    /// If `width` or `height` is 0, or the pixels do not fit into memory.
    pub fn reset(&mut self, width: u32, height: u32) -> &mut [u8] {
        self.try_reset(width, height).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Resizes the image as [`reset`](Self::reset) does, but returns an error for invalid sizes.
    ///
    /// # Errors
    /// [`RgbaImageError::Size`] if `width` or `height` is 0, or memory cannot hold the pixels. The image is then unchanged.
    pub fn try_reset(&mut self, width: u32, height: u32) -> Result<&mut [u8], RgbaImageError> {
        let error = RgbaImageError::Size { width, height };
        let bytes = byte_count(width, height).ok_or(error)?;
        self.rgba.try_reserve_exact(bytes.saturating_sub(self.rgba.len())).map_err(|_| error)?;
        (self.width, self.height) = (width, height);
        self.rgba.resize(bytes, 0);
        Ok(&mut self.rgba)
    }

    /// Number of columns, at least 1.
    #[inline]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Number of rows, at least 1.
    #[inline]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Width and height.
    pub const fn size(&self) -> [u32; 2] {
        [self.width, self.height]
    }

    /// All pixels, `4 * width * height` bytes.
    #[inline]
    pub fn rgba(&self) -> &[u8] {
        &self.rgba
    }

    /// All pixels, mutable.
    #[inline]
    pub fn rgba_mut(&mut self) -> &mut [u8] {
        &mut self.rgba
    }

    /// Returns the bytes of all pixels.
    pub fn into_rgba(self) -> Vec<u8> {
        self.rgba
    }

    /// Iterates over the pixels, row by row from the top.
    pub fn pixels(&self) -> impl ExactSizeIterator<Item = [u8; 4]> + DoubleEndedIterator + Clone + '_ {
        self.rgba.as_chunks().0.iter().copied()
    }

    /// The color at column `x` and row `y`, counted from the top left.
    ///
    /// # Panics
    /// If the pixel is outside the image.
    #[inline]
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        assert!(x < self.width && y < self.height, "pixel ({x}, {y}) is outside {self:?}");
        self.rgba.as_chunks().0[y as usize * self.width as usize + x as usize]
    }
}

/// Number of bytes of an image; `None` if this number is 0 or too large.
fn byte_count(width: u32, height: u32) -> Option<usize> {
    let pixels = usize::try_from(u64::from(width) * u64::from(height)).ok()?;
    pixels.checked_mul(4).filter(|&bytes| bytes > 0 && isize::try_from(bytes).is_ok())
}

/// Shows only the size of the image, not its pixels.
impl fmt::Debug for RgbaImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RgbaImage({} x {})", self.width, self.height)
    }
}

/// An invalid size or number of bytes of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the texts explain the fields")]
pub enum RgbaImageError {
    /// The width or height is 0, or memory cannot hold the pixels.
    Size { width: u32, height: u32 },
    /// The number of bytes is not four per pixel.
    Length { width: u32, height: u32, found: usize },
}

impl fmt::Display for RgbaImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Size { width, height } => write!(f, "an image cannot have {width} x {height} pixels"),
            Self::Length { width, height, found } => {
                write!(f, "{found} bytes for an image of {width} x {height}, expected 4 per pixel")
            }
        }
    }
}

impl core::error::Error for RgbaImageError {}
