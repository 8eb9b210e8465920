//! The one type for pixels.

use alloc::vec::Vec;
use core::fmt;

/// A picture: four bytes a pixel, red, green, blue (sRGB) and alpha (not multiplied in), row by row from the top,
/// left to right.
///
/// It has at least one pixel, and as many bytes as its size says.
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
    /// Neither side is 0.
    width: u32,
    height: u32,
    /// `4 * width * height` bytes.
    rgba: Vec<u8>,
}

impl RgbaImage {
    /// The picture of `width` columns and `height` rows whose pixels are `rgba`.
    ///
    /// # Errors
    /// If a side is 0, or `rgba` does not have four bytes for each pixel.
    pub fn new(width: u32, height: u32, rgba: Vec<u8>) -> Result<Self, RgbaImageError> {
        match byte_count(width, height) {
            None => Err(RgbaImageError::Size { width, height }),
            Some(expected) if rgba.len() != expected => {
                Err(RgbaImageError::Length { width, height, found: rgba.len() })
            }
            Some(_) => Ok(Self { width, height, rgba }),
        }
    }

    /// A picture of one color.
    ///
    /// # Panics
    /// If a side is 0, or memory cannot hold as many pixels.
    #[must_use]
    pub fn filled(width: u32, height: u32, color: [u8; 4]) -> Self {
        let mut image = Self { width, height, rgba: Vec::new() };
        image.reset(width, height);
        image.rgba.as_chunks_mut().0.fill(color);
        image
    }

    /// Gives the picture another size and hands out its bytes, to be overwritten: what they hold before is not
    /// specified. Takes new memory only if what it has does not suffice.
    ///
    /// # Panics
    /// If a side is 0, or memory cannot hold as many pixels.
    pub fn reset(&mut self, width: u32, height: u32) -> &mut [u8] {
        self.try_reset(width, height).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Likewise, for sizes that come from outside.
    ///
    /// # Errors
    /// [`RgbaImageError::Size`] if a side is 0, or memory cannot hold as many pixels. The picture is then as it was.
    pub fn try_reset(&mut self, width: u32, height: u32) -> Result<&mut [u8], RgbaImageError> {
        let error = RgbaImageError::Size { width, height };
        let bytes = byte_count(width, height).ok_or(error)?;
        self.rgba.try_reserve_exact(bytes.saturating_sub(self.rgba.len())).map_err(|_| error)?;
        (self.width, self.height) = (width, height);
        self.rgba.resize(bytes, 0);
        Ok(&mut self.rgba)
    }

    /// Pixels in a row, at least 1.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Rows, at least 1.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Width and height.
    #[must_use]
    pub const fn size(&self) -> [u32; 2] {
        [self.width, self.height]
    }

    /// All pixels, `4 * width * height` bytes.
    #[must_use]
    pub fn rgba(&self) -> &[u8] {
        &self.rgba
    }

    /// All pixels, to be changed in place.
    pub fn rgba_mut(&mut self) -> &mut [u8] {
        &mut self.rgba
    }

    /// All pixels, given away.
    #[must_use]
    pub fn into_rgba(self) -> Vec<u8> {
        self.rgba
    }

    /// The pixels one by one, row by row from the top.
    #[must_use]
    pub fn pixels(&self) -> impl ExactSizeIterator<Item = [u8; 4]> + DoubleEndedIterator + Clone + '_ {
        self.rgba.as_chunks().0.iter().copied()
    }

    /// The color at column `x`, row `y`, counted from the top left.
    ///
    /// # Panics
    /// If the pixel lies outside the picture.
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        assert!(x < self.width && y < self.height, "pixel ({x}, {y}) of {self:?}");
        self.rgba.as_chunks().0[y as usize * self.width as usize + x as usize]
    }
}

/// Bytes of a picture; `None` if there are none, or more than can be counted.
fn byte_count(width: u32, height: u32) -> Option<usize> {
    let pixels = usize::try_from(u64::from(width) * u64::from(height)).ok()?;
    pixels.checked_mul(4).filter(|&bytes| bytes > 0 && isize::try_from(bytes).is_ok())
}

/// The size; the pixels would fill screens.
impl fmt::Debug for RgbaImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RgbaImage({} x {})", self.width, self.height)
    }
}

/// Why bytes are not a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RgbaImageError {
    /// A side is 0, or there are more pixels than memory can hold.
    Size {
        /// Pixels in a row.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// There are not four bytes for each pixel.
    Length {
        /// Pixels in a row.
        width: u32,
        /// Rows.
        height: u32,
        /// Number of bytes.
        found: usize,
    },
}

impl fmt::Display for RgbaImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Size { width, height } => write!(f, "a picture cannot have {width} x {height} pixels"),
            Self::Length { width, height, found } => {
                write!(f, "{found} bytes for a picture of {width} x {height}, expected 4 for each pixel")
            }
        }
    }
}

impl core::error::Error for RgbaImageError {}
