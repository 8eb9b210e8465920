//! One palette for all pictures of a GIF, to avoid flicker.

use std::collections::{HashMap, HashSet};

use color_quant::NeuQuant;
use md2_common::RgbaImage;

/// Number of colors in a GIF. The 256th palette entry is for transparent pixels.
const COLORS: usize = 255;
/// The sampling interval in a large picture: only one pixel in seven contributes to the palette.
const ONE_IN: usize = 7;
/// The number of pixels up to which a picture is small, so that all of its pixels are sampled.
const SMALL: usize = 1 << 14;
const MAX_SAMPLES: usize = 1 << 20;
/// The sampling factor of the NeuQuant color quantization, 1 (best) to 30 (fastest).
const SPEED: i32 = 3;
const HOLE_BELOW: u8 = 128;

/// Collects the colors of all or some pixels of an animation's pictures.
#[derive(Clone, Debug, Default)]
pub struct PaletteBuilder {
    samples: Vec<[u8; 4]>,
    /// The distinct colors so far. The set stops growing at 256 colors, which are too many for an exact palette.
    distinct: HashSet<[u8; 3]>,
}

impl PaletteBuilder {
    /// Adds the colors of the opaque pixels of a picture.
    pub fn add(&mut self, picture: &RgbaImage) {
        let left = MAX_SAMPLES.saturating_sub(self.samples.len());
        let (pixels, _) = picture.rgba().as_chunks::<4>();
        let opaque = || pixels.iter().filter(|pixel| is_opaque(**pixel)).map(|&[r, g, b, _]| [r, g, b]);
        for color in opaque() {
            if self.distinct.len() > COLORS {
                break;
            }
            self.distinct.insert(color);
        }
        let step = if pixels.len() <= SMALL { 1 } else { ONE_IN };
        self.samples.extend(opaque().step_by(step).take(left).map(|[r, g, b]| [r, g, b, 255]));
    }

    /// Returns a palette with all added colors, or with a good approximation if there are more than 255.
    pub fn build(self) -> Palette {
        let colors = if self.distinct.len() <= COLORS {
            let mut colors: Vec<[u8; 3]> = self.distinct.into_iter().collect();
            colors.sort_unstable();
            colors.resize(COLORS, [0; 3]);
            colors
        } else {
            let network = NeuQuant::new(SPEED, COLORS, self.samples.as_flattened());
            network.color_map_rgb().as_chunks().0.to_vec()
        };
        Palette { colors, known: HashMap::new(), last: None }
    }
}

/// The colors of a GIF, and a cache of the nearest palette color of each picture color.
#[derive(Clone, Debug)]
pub struct Palette {
    colors: Vec<[u8; 3]>,
    known: HashMap<[u8; 3], u8>,
    last: Option<([u8; 3], u8)>,
}

impl Palette {
    /// The palette index of transparent pixels. It follows the indices of the colors.
    pub(super) const HOLE: u8 = 255;

    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colors.as_flattened().to_vec();
        bytes.resize((COLORS + 1) * 3, 0);
        bytes
    }

    /// Returns the palette index of the color nearest to a pixel. If `has_holes` is true, transparent pixels give
    /// [`Self::HOLE`]; otherwise, all pixels count as opaque.
    pub(super) fn index(&mut self, [r, g, b, a]: [u8; 4], has_holes: bool) -> u8 {
        if has_holes && a < HOLE_BELOW {
            return Self::HOLE;
        }
        let color = [r, g, b];
        if let Some((last, index)) = self.last
            && last == color
        {
            return index;
        }
        let colors = &self.colors;
        let index = *self.known.entry(color).or_insert_with(|| nearest(colors, color));
        self.last = Some((color, index));
        index
    }
}

pub(super) fn is_opaque(pixel: [u8; 4]) -> bool {
    pixel[3] >= HOLE_BELOW
}

fn nearest(colors: &[[u8; 3]], color: [u8; 3]) -> u8 {
    let distance =
        |other: &[u8; 3]| -> i32 { (0..3).map(|i| (i32::from(other[i]) - i32::from(color[i])).pow(2)).sum() };
    let nearest = (0..).zip(colors).min_by_key(|(_, other)| distance(other));
    nearest.map_or(0, |(index, _): (u8, _)| index)
}
