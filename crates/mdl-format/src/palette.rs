//! Palettes, which give the colors of palette indices.

use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

use md2_common::RgbaImage;

use crate::skin::SkinImage;

/// A palette of 256 colors. Models do not contain a palette; games store their palette in `gfx/palette.lmp`.
#[derive(Clone, PartialEq, Eq)]
pub struct Palette {
    colors: [[u8; 3]; 256],
}

impl Palette {
    pub(crate) const BYTES: usize = 768;

    /// Palette indices that lighting does not darken. They include 255, which is a normal color except on models with
    /// [`Effects::HOLEY`](crate::Effects::HOLEY).
    pub(crate) const FULLBRIGHT: RangeInclusive<u8> = 224..=255;

    /// The palette index that is transparent on models with [`Effects::HOLEY`](crate::Effects::HOLEY).
    pub(crate) const HOLE: u8 = 255;

    /// The palette of Quake. Source and license: `palette/README.md`.
    pub const QUAKE: Self = Self::from_bytes(include_bytes!("../palette/quake.lmp"));

    /// Reads a palette from the bytes of a file `palette.lmp`.
    ///
    /// # Errors
    /// If the file does not have 768 bytes.
    pub fn from_lmp(file: &[u8]) -> Result<Self, PaletteError> {
        file.try_into().map(Self::from_bytes).map_err(|_| PaletteError { length: file.len() })
    }

    const fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let (colors, _) = bytes.as_chunks();
        match colors.first_chunk() {
            Some(colors) => Self { colors: *colors },
            None => panic!("768 bytes have 256 colors"),
        }
    }

    /// Returns the color of an index: red, green, blue (sRGB).
    pub const fn color(&self, index: u8) -> [u8; 3] {
        self.colors[index as usize]
    }

    /// Converts the image to colors; `None` if the image has no texels. With `holey`, texels of index 255 become
    /// transparent black.
    pub fn paint(&self, image: &SkinImage<'_>, holey: bool) -> Option<RgbaImage> {
        paint(image, |index| self.texel(index, holey))
    }

    /// Converts the image to two layers, one for colors with lighting and one for fullbright colors without lighting;
    /// `None` if the image has no texels. With `holey`, texels of index 255 become transparent black in both layers.
    ///
    /// To draw the skin, apply lighting to the first layer and add the second layer. In each layer the texels of the
    /// other layer are black, so the sum is also correct with texture filtering.
    pub fn paint_layers(&self, image: &SkinImage<'_>, holey: bool) -> Option<Layers> {
        const BLACK: [u8; 4] = [0, 0, 0, 255];
        let is_fullbright = |index: u8| Self::FULLBRIGHT.contains(&index) && !(holey && index == Self::HOLE);
        let layer = |fullbright: bool| {
            paint(image, |index| match self.texel(index, holey) {
                color @ [_, _, _, 0] => color,
                color if is_fullbright(index) == fullbright => color,
                _ => BLACK,
            })
        };
        let glow = if image.texels.iter().any(|&index| is_fullbright(index)) { layer(true) } else { None };
        Some(Layers { lit: layer(false)?, glow })
    }

    const fn texel(&self, index: u8, holey: bool) -> [u8; 4] {
        if holey && index == Self::HOLE {
            return [0; 4];
        }
        let [red, green, blue] = self.color(index);
        [red, green, blue, 255]
    }
}

fn paint(image: &SkinImage<'_>, color: impl Fn(u8) -> [u8; 4]) -> Option<RgbaImage> {
    let colors: [[u8; 4]; 256] = core::array::from_fn(|index| color(u8::try_from(index).unwrap_or_default()));
    let mut rgba = Vec::with_capacity(image.texels.len() * 4);
    for &index in image.texels {
        rgba.extend_from_slice(&colors[usize::from(index)]);
    }
    RgbaImage::new(image.width, image.height, rgba).ok()
}

/// Two layers of an image, with the same size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    /// The layer with lighting, in which fullbright texels are black.
    pub lit: RgbaImage,
    /// The layer without lighting, in which all other texels are black; `None` if no texel is fullbright.
    pub glow: Option<RgbaImage>,
}

impl Default for Palette {
    fn default() -> Self {
        Self::QUAKE
    }
}

impl fmt::Debug for Palette {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Palette({:?}, ..)", &self.colors[..4])
    }
}

/// An error of reading a palette: the file does not have 768 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PaletteError {
    /// Number of bytes in the file.
    pub length: usize,
}

impl fmt::Display for PaletteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the palette has {} bytes, expected {}", self.length, Palette::BYTES)
    }
}

impl core::error::Error for PaletteError {}
