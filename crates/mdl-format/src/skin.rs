//! Embedded skins.

use crate::intervals::Intervals;

/// A picture of palette indices, or a group of pictures that are shown in turn.
///
/// All skins of a model have the same size. The game chooses the skin; the pictures of a group play by themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skin<'a> {
    pub(crate) kind: i32,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) intervals: Intervals<'a>,
    /// `width * height` bytes for each picture, rows from the top.
    pub(crate) texels: &'a [u8],
}

impl<'a> Skin<'a> {
    /// Whether the skin is a group, which may have a single picture.
    #[must_use]
    pub const fn is_group(&self) -> bool {
        !self.intervals.is_empty()
    }

    /// The times at which the pictures end; empty for a single picture.
    #[must_use]
    pub const fn intervals(&self) -> Intervals<'a> {
        self.intervals
    }

    /// Number of pictures, at least 1.
    #[must_use]
    pub const fn picture_count(&self) -> usize {
        if self.is_group() { self.intervals.len() } else { 1 }
    }

    /// Returns picture `i`.
    ///
    /// # Panics
    /// If `i >= self.picture_count()`.
    #[must_use]
    pub fn picture(&self, i: usize) -> Picture<'a> {
        let count = self.picture_count();
        assert!(i < count, "picture {i} of {count}");
        let bytes = self.texels.len() / count;
        Picture { width: self.width, height: self.height, texels: &self.texels[i * bytes..(i + 1) * bytes] }
    }

    /// Returns all pictures, in the order of the file.
    #[must_use]
    pub fn pictures(
        &self,
    ) -> impl ExactSizeIterator<Item = Picture<'a>> + DoubleEndedIterator + Clone + use<'a> {
        let skin = *self;
        (0..skin.picture_count()).map(move |i| skin.picture(i))
    }
}

/// An image of palette indices, row by row from the top.
///
/// [`Palette::paint`](crate::Palette::paint) converts it to colors.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Picture<'a> {
    /// Texels in a row, possibly 0.
    pub width: u32,
    /// Rows, possibly 0.
    pub height: u32,
    /// `width * height` palette indices.
    pub texels: &'a [u8],
}

/// Prints only the size.
impl core::fmt::Debug for Picture<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Picture({} x {})", self.width, self.height)
    }
}
