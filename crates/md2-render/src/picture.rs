//! Pixels in and out.

/// Pixels handed to the renderer: four bytes each, red, green, blue, alpha, rows from the top.
#[derive(Clone, Copy, Debug)]
pub struct ImageData<'a> {
    /// Pixels in a row; not 0.
    pub width: u32,
    /// Rows; not 0.
    pub height: u32,
    /// `width * height * 4` bytes.
    pub rgba: &'a [u8],
}

/// A rendered picture: sRGB, four bytes a pixel, red, green, blue, alpha (always 255), rows from the top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// `width * height * 4` bytes.
    pub rgba: Vec<u8>,
}

impl Image {
    /// The pixel in column `x` and row `y`, counted from the top left.
    ///
    /// # Panics
    /// If the pixel lies outside the picture.
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        assert!(
            x < self.width && y < self.height,
            "pixel ({x}, {y}) of a {}x{} picture",
            self.width,
            self.height
        );
        let at = (y as usize * self.width as usize + x as usize) * 4;
        [self.rgba[at], self.rgba[at + 1], self.rgba[at + 2], self.rgba[at + 3]]
    }
}
