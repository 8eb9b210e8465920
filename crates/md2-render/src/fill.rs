//! The colors of clear texels, which nobody chose: filtering would bleed them into the edges of what is there.

use md2_common::RgbaImage;
use md2_mesh::CLEAR_BELOW;

/// The picture with other colors where it is clear: those of the nearest texels that are not. `None` if nothing is clear, or
/// all of it.
pub(crate) fn without_clear_colors(image: &RgbaImage) -> Option<RgbaImage> {
    let known: Vec<bool> = image.pixels().map(|[.., alpha]| alpha >= CLEAR_BELOW).collect();
    if !known.contains(&false) || !known.contains(&true) {
        return None;
    }
    let mut filled = image.clone();
    let size = image.size().map(|side| side as usize);
    let mut layer = Layer { size, texels: filled.rgba_mut().as_chunks_mut().0, known };
    layer.grow();
    layer.fill();
    Some(filled)
}

/// Texels of which some have a color, and gaps between them. Alpha stays.
struct Layer<'a> {
    size: [usize; 2],
    texels: &'a mut [[u8; 4]],
    known: Vec<bool>,
}

type Color = [u8; 3];

impl Layer<'_> {
    /// The color at a place, around an edge, as the picture repeats.
    fn at(&self, x: usize, y: usize) -> Option<Color> {
        let [width, height] = self.size;
        let at = y % height * width + x % width;
        let [r, g, b, _] = self.texels[at];
        self.known[at].then_some([r, g, b])
    }

    /// Gives gaps the mean color of what is right beside them.
    fn grow(&mut self) {
        let [width, height] = self.size;
        let beside = |at: usize| {
            let (left, above) = (at % width + width - 1, at / width + height - 1);
            mean((0..9).filter_map(|i| self.at(left + i % 3, above + i / 3)))
        };
        let gaps = (0..self.known.len()).filter(|&at| !self.known[at]);
        let grown: Vec<(usize, Color)> = gaps.filter_map(|at| Some((at, beside(at)?))).collect();
        for (at, color) in grown {
            self.texels[at][..3].copy_from_slice(&color);
            self.known[at] = true;
        }
    }

    /// Gives all gaps the mean color of their surroundings, as small ones as hold any. There must be one.
    fn fill(&mut self) {
        if !self.known.contains(&false) || self.known.len() == 1 {
            return;
        }
        let [width, height] = self.size;
        let size = self.size.map(|side| side.div_ceil(2));
        let block = |at: usize| {
            let (x, y) = (at % size[0] * 2, at / size[0] * 2);
            mean((0..4).filter_map(|i| self.at((x + i % 2).min(width - 1), (y + i / 2).min(height - 1))))
        };
        let blocks: Vec<Option<Color>> = (0..size[0] * size[1]).map(block).collect();
        let known = blocks.iter().map(Option::is_some).collect();
        let mut texels: Vec<[u8; 4]> =
            blocks.into_iter().map(|block| block.map_or([0; 4], |[r, g, b]| [r, g, b, 0])).collect();
        Layer { size, texels: &mut texels, known }.fill();
        for at in (0..self.known.len()).filter(|&at| !self.known[at]) {
            let [r, g, b, _] = texels[at / width / 2 * size[0] + at % width / 2];
            self.texels[at][..3].copy_from_slice(&[r, g, b]);
        }
    }
}

/// The mean of some colors, if there is any.
fn mean(colors: impl Iterator<Item = Color>) -> Option<Color> {
    let (sum, count) = colors.fold(([0_u32; 3], 0), |(sum, count), color| {
        ([0, 1, 2].map(|i| sum[i] + u32::from(color[i])), count + 1)
    });
    #[allow(clippy::cast_possible_truncation, reason = "a mean of bytes")]
    (count > 0).then(|| sum.map(|sum| (sum / count) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: [u8; 4] = [200, 0, 0, 255];
    const BLUE: [u8; 4] = [0, 0, 200, 255];
    /// What painters leave where nothing is.
    const PINK: [u8; 4] = [255, 0, 255, 0];

    fn picture(width: u32, texels: &[[u8; 4]]) -> RgbaImage {
        let height = u32::try_from(texels.len()).unwrap() / width;
        RgbaImage::new(width, height, texels.concat()).unwrap()
    }

    #[test]
    fn pictures_without_edges_stay() {
        assert_eq!(without_clear_colors(&picture(2, &[RED, BLUE])), None);
        assert_eq!(without_clear_colors(&picture(2, &[PINK, PINK])), None);
        // Half clear is there.
        assert_eq!(without_clear_colors(&picture(1, &[[1, 2, 3, 128]])), None);
    }

    #[test]
    fn clear_texels_take_the_colors_beside_them_and_stay_clear() {
        let row = [RED, PINK, PINK, PINK, PINK, PINK, BLUE, BLUE];
        let filled = without_clear_colors(&picture(8, &row)).expect("some of it is clear");
        let texels: Vec<_> = filled.pixels().collect();
        assert_eq!((texels[0], texels[6], texels[7]), (RED, BLUE, BLUE), "what is there stays");
        assert_eq!(texels[1], [200, 0, 0, 0], "beside red");
        assert_eq!(texels[5], [0, 0, 200, 0], "beside blue");
        assert!(texels[1..6].iter().all(|&[.., alpha]| alpha == 0));
        assert!(texels.iter().all(|&[_, g, ..]| g == 0) && texels.iter().all(|&[r, _, b, _]| r + b <= 200));
    }

    #[test]
    fn no_size_and_no_gap_is_too_large() {
        for (width, height) in [(1, 2), (2, 1), (7, 5), (64, 3), (33, 129)] {
            let mut texels = vec![PINK; (width * height) as usize];
            *texels.last_mut().unwrap() = RED;
            let filled = without_clear_colors(&picture(width, &texels)).unwrap();
            let clear = filled.pixels().filter(|texel| *texel == [200, 0, 0, 0]).count();
            assert_eq!(clear, texels.len() - 1, "{width} x {height}");
        }
    }
}
