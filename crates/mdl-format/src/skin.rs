//! Skins inside a model: single images and groups of images.

use crate::intervals::Intervals;

/// An image of palette indices, or a group of images that are shown in turn.
///
/// All skins of a model have the same size. The game selects the skin, and the engine animates the images of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skin<'a> {
    pub(crate) kind: i32,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) intervals: Intervals<'a>,
    /// `width * height` bytes for each image, rows from the top.
    pub(crate) texels: &'a [u8],
}

impl<'a> Skin<'a> {
    /// Whether the skin is a group. A group may also have just one image.
    pub const fn is_group(&self) -> bool {
        !self.intervals.is_empty()
    }

    /// The times at which the images end; empty for a single image.
    pub const fn intervals(&self) -> Intervals<'a> {
        self.intervals
    }

    /// Number of images, at least 1.
    pub const fn image_count(&self) -> usize {
        if self.is_group() { self.intervals.len() } else { 1 }
    }

    /// Returns image `i`.
    ///
    /// # Panics
    /// If `i >= self.image_count()`.
    pub fn image(&self, i: usize) -> SkinImage<'a> {
        let count = self.image_count();
        assert!(i < count, "image {i} of {count}");
        let bytes = self.texels.len() / count;
        SkinImage { width: self.width, height: self.height, texels: &self.texels[i * bytes..(i + 1) * bytes] }
    }

    /// Returns all images, in the order of the file.
    pub fn images(
        &self,
    ) -> impl ExactSizeIterator<Item = SkinImage<'a>> + DoubleEndedIterator + Clone + use<'a> {
        let skin = *self;
        (0..skin.image_count()).map(move |i| skin.image(i))
    }
}

/// An image of palette indices, row by row from the top.
///
/// [`Palette::paint`](crate::Palette::paint) converts the indices to colors.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SkinImage<'a> {
    /// Texels in a row; may be 0.
    pub width: u32,
    /// Number of rows; may be 0.
    pub height: u32,
    /// `width * height` palette indices.
    pub texels: &'a [u8],
}

/// Shows only the width and height, not the texels.
impl core::fmt::Debug for SkinImage<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "SkinImage({} x {})", self.width, self.height)
    }
}
