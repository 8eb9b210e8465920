//! One palette for all pictures of a GIF, so that nothing flickers.

use std::collections::{HashMap, HashSet};

use color_quant::NeuQuant;
use md2_common::RgbaImage;

/// Colors of a GIF; one more is kept for holes.
const COLORS: usize = 255;
/// Of so many pixels of a large picture one is looked at.
const ONE_IN: usize = 7;
/// Of a picture with no more pixels all are.
const SMALL: usize = 1 << 14;
/// The most pixels that are looked at: 4 MiB.
const MAX_SAMPLES: usize = 1 << 20;
/// How thoroughly the network learns, 1 to 30: every how manieth pixel it is shown, of those that are looked at.
const SPEED: i32 = 3;
/// Below this alpha there is a hole.
const HOLE_BELOW: u8 = 128;

/// Collects the colors of pictures: of all of an animation, or of some that are like the others.
#[derive(Clone, Debug, Default)]
pub struct PaletteBuilder {
    samples: Vec<[u8; 4]>,
    /// All colors, until they are too many.
    distinct: HashSet<[u8; 3]>,
}

impl PaletteBuilder {
    /// Takes in the colors of a picture, but those of holes.
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

    /// The colors that stand for all that were taken in.
    #[must_use]
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

/// The colors of a GIF, and which of them each color is shown as.
#[derive(Clone, Debug)]
pub struct Palette {
    colors: Vec<[u8; 3]>,
    known: HashMap<[u8; 3], u8>,
    last: Option<([u8; 3], u8)>,
}

impl Palette {
    /// The number that stands for a hole, behind those of colors.
    pub(super) const HOLE: u8 = 255;

    /// The bytes of all colors, with one at the end for holes.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colors.as_flattened().to_vec();
        bytes.resize((COLORS + 1) * 3, 0);
        bytes
    }

    /// The number of the color that is nearest, or of a hole.
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
