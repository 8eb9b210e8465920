//! Conversion of images to the colors of a palette.
//!
//! Distances between colors are measured in CIE Lab, in which equal distances look about equally large. Source: CIE 15:2004, with the
//! white point D65.

use std::collections::HashMap;

use md2_common::RgbaImage;
use mdl_format::Palette;

use crate::srgb;

/// The first palette index whose color lighting does not darken.
const FIRST_FULLBRIGHT: u8 = 224;

/// The palette index that is transparent on models with the flag *holey*.
const HOLE: u8 = 255;

const OPAQUE: u8 = 128;

/// The thresholds of ordered dithering, in sixteenths.
const BAYER: [[u8; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];

/// The weight of the contrast between two mixed colors. Without it, dithering would mix black and white to get gray.
const CONTRAST: f32 = 0.1;

/// A color in CIE Lab: lightness, green to red, blue to yellow.
type Lab = [f32; 3];

/// Converts images to palette indices.
#[derive(Debug)]
pub struct Palettizer {
    colors: Vec<(u8, Lab)>,
    is_dithered: bool,
    is_holey: bool,
    known: HashMap<[u8; 3], Mix>,
}

/// Two palette indices, and the part of the pixels that get the second one.
#[derive(Clone, Copy, Debug)]
struct Mix {
    first: u8,
    second: u8,
    part: f32,
}

impl Palettizer {
    /// Uses the colors 0 to 223 of the palette, and with `fullbright` also 224 to 254. The color 255 is only used for transparent pixels of
    /// holey images.
    pub fn new(palette: &Palette, is_fullbright: bool, is_dithered: bool, is_holey: bool) -> Self {
        let end = if is_fullbright { HOLE } else { FIRST_FULLBRIGHT };
        let colors = (0..end).map(|index| (index, lab(palette.color(index)))).collect();
        Self { colors, is_dithered, is_holey, known: HashMap::new() }
    }

    /// Returns the palette index of each pixel, row by row from the top.
    pub fn convert(&mut self, image: &RgbaImage) -> Vec<u8> {
        let width = (image.width() as usize).max(1);
        let mut indices = Vec::with_capacity(image.rgba().len() / 4);
        for (i, [red, green, blue, alpha]) in image.pixels().enumerate() {
            if self.is_holey && alpha < OPAQUE {
                indices.push(HOLE);
                continue;
            }
            let Mix { first, second, part } = self.mix([red, green, blue]);
            let threshold = (f32::from(BAYER[i / width % 4][i % width % 4]) + 0.5) / 16.0;
            indices.push(if part > threshold { second } else { first });
        }
        indices
    }

    fn mix(&mut self, color: [u8; 3]) -> Mix {
        if let Some(known) = self.known.get(&color) {
            return *known;
        }
        let wanted = lab(color);
        let off = |(_, color): &&(u8, Lab)| distance(*color, wanted);
        let nearest = self.colors.iter().min_by(|a, b| off(a).total_cmp(&off(b)));
        let (first, from) = nearest.copied().unwrap_or_default();
        let mut best = (distance(from, wanted), Mix { first, second: first, part: 0.0 });
        for &(second, to) in self.colors.iter().filter(|_| self.is_dithered) {
            let length = distance(from, to);
            let along: f32 = (0..3).map(|i| (wanted[i] - from[i]) * (to[i] - from[i])).sum();
            // The second color is never used for more than half of the pixels, because the first one is nearer.
            let part = if length > 0.0 { (along / length).clamp(0.0, 0.5) } else { 0.0 };
            let mixed = [0, 1, 2].map(|i| from[i] + part * (to[i] - from[i]));
            let cost = distance(mixed, wanted) + CONTRAST * part * (1.0 - part) * length;
            if cost < best.0 {
                best = (cost, Mix { first, second, part });
            }
        }
        self.known.insert(color, best.1);
        best.1
    }
}

fn distance(a: Lab, b: Lab) -> f32 {
    (0..3).map(|i| (a[i] - b[i]) * (a[i] - b[i])).sum()
}

fn lab(color: [u8; 3]) -> Lab {
    /// The tristimulus values X, Y and Z of the three primaries of sRGB, relative to those of its white point. Source: IEC 61966-2-1.
    const XYZ: [[f32; 3]; 3] = [
        [0.433_953, 0.376_219, 0.189_828],
        [0.212_673, 0.715_152, 0.072_175],
        [0.017_756, 0.109_468, 0.872_775],
    ];
    let light = color.map(|channel| srgb::light(f32::from(channel) / 255.0));
    let curve = |t: f32| if t > 216.0 / 24_389.0 { t.cbrt() } else { t * (841.0 / 108.0) + 4.0 / 29.0 };
    let [x, y, z] = XYZ.map(|row| curve((0..3).map(|i| row[i] * light[i]).sum()));
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the sRGB primaries in CIE Lab, from Bruce Lindbloom's calculator (D65, no adaptation).
    #[test]
    fn colors_have_their_published_lab_values() {
        for (color, expected) in [
            ([255, 255, 255], [100.0, 0.0, 0.0]),
            ([255, 0, 0], [53.24, 80.09, 67.20]),
            ([0, 255, 0], [87.73, -86.18, 83.18]),
            ([0, 0, 255], [32.30, 79.19, -107.86]),
            ([0, 0, 0], [0.0, 0.0, 0.0]),
        ] {
            let found = lab(color);
            assert!(distance(found, expected) < 0.02, "{color:?}: {found:?}");
        }
    }

    fn plain(color: [u8; 4]) -> RgbaImage {
        RgbaImage::filled(4, 4, color)
    }

    #[test]
    fn avoids_fullbright_colors_and_holes_unless_requested() {
        let palette = Palette::QUAKE;
        for index in 0..=255 {
            let [red, green, blue] = palette.color(index);
            let image = plain([red, green, blue, 255]);
            let dark = Palettizer::new(&palette, false, false, false).convert(&image);
            assert!(dark.iter().all(|&found| found < 224), "{index}");
            let bright = Palettizer::new(&palette, true, false, true).convert(&image);
            assert!(bright.iter().all(|&found| found < 255), "{index}");
            if index < 255 {
                assert_eq!(palette.color(bright[0]), palette.color(index));
            }
        }
        let clear = plain([10, 20, 30, 0]);
        assert_eq!(Palettizer::new(&palette, false, true, true).convert(&clear), [255; 16]);
        assert!(!Palettizer::new(&palette, false, true, false).convert(&clear).contains(&255));
    }

    #[test]
    fn dithering_mixes_two_colors_in_the_right_parts() {
        // The palette's grays are 15 apart: 15 and 31 are neighbors.
        let mut dither = Palettizer::new(&Palette::QUAKE, false, true, false);
        let exact = dither.convert(&plain([31, 31, 31, 255]));
        assert_eq!(exact, [2; 16]);
        let between = dither.convert(&plain([22, 22, 22, 255]));
        let light = between.iter().filter(|&&index| index == 2).count();
        assert!(
            (4..=12).contains(&light) && between.iter().all(|index| [1, 2].contains(index)),
            "{between:?}"
        );
        // Light and dark pixels alternate, so that no larger areas of one color appear.
        assert!(between.chunks(4).all(|row| row.contains(&1) && row.contains(&2)), "{between:?}");
        let plain_result = Palettizer::new(&Palette::QUAKE, false, false, false);
        let mut nearest = plain_result;
        assert!(nearest.convert(&plain([22, 22, 22, 255])).windows(2).all(|pair| pair[0] == pair[1]));
    }
}
