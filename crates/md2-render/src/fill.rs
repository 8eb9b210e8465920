//! The colors of clear texels, which nobody chose: filtering would bleed them into the edges of what is there.

use md2_common::RgbaImage;
use md2_mesh::CLEAR_BELOW;

/// The picture with other colors where it is clear: those of the nearest texels that are not. `None` if nothing is clear, or
/// all of it.
pub(crate) fn without_clear_colors(image: &RgbaImage) -> Option<RgbaImage> {
    let is_clear = |[.., alpha]: [u8; 4]| alpha < CLEAR_BELOW;
    let clear = image.pixels().filter(|&texel| is_clear(texel)).count();
    if clear == 0 || clear == image.pixels().len() {
        return None;
    }
    let mut colors = Layer::of(image, is_clear);
    colors.grow();
    colors.fill();
    let mut filled = image.clone();
    for (texel, color) in filled.rgba_mut().as_chunks_mut::<4>().0.iter_mut().zip(colors.texels) {
        if let (true, Some([r, g, b])) = (is_clear(*texel), color) {
            texel[..3].copy_from_slice(&[r, g, b]);
        }
    }
    Some(filled)
}

type Color = [u8; 3];

/// Colors, and gaps between them.
struct Layer {
    width: usize,
    height: usize,
    texels: Vec<Option<Color>>,
}

impl Layer {
    fn of(image: &RgbaImage, is_clear: impl Fn([u8; 4]) -> bool) -> Self {
        let [width, height] = image.size().map(|side| side as usize);
        let color = |texel: [u8; 4]| (!is_clear(texel)).then(|| [texel[0], texel[1], texel[2]]);
        Self { width, height, texels: image.pixels().map(color).collect() }
    }

    /// Around an edge, as the picture repeats.
    fn at(&self, x: usize, y: usize) -> Option<Color> {
        self.texels[y % self.height * self.width + x % self.width]
    }

    /// Gives gaps the mean color of what is right beside them.
    fn grow(&mut self) {
        let mut grown = self.texels.clone();
        for (at, texel) in grown.iter_mut().enumerate().filter(|(_, texel)| texel.is_none()) {
            let (left, above) = (at % self.width + self.width - 1, at / self.width + self.height - 1);
            *texel = mean((0..9).filter_map(|i| self.at(left + i % 3, above + i / 3)));
        }
        self.texels = grown;
    }

    /// Gives all gaps the mean color of their surroundings, as small ones as hold any. There must be one.
    fn fill(&mut self) {
        if !self.texels.contains(&None) || self.texels.len() == 1 {
            return;
        }
        let [width, height] = [self.width, self.height].map(|side| side.div_ceil(2));
        let block = |x: usize, y: usize| {
            let column = |i: usize| (2 * x + i % 2).min(self.width - 1);
            let row = |i: usize| (2 * y + i / 2).min(self.height - 1);
            mean((0..4).filter_map(|i| self.at(column(i), row(i))))
        };
        let blocks = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let mut half = Self { width, height, texels: blocks.map(|(x, y)| block(x, y)).collect() };
        half.fill();
        for (at, texel) in self.texels.iter_mut().enumerate() {
            *texel = texel.or_else(|| half.at(at % self.width / 2, at / self.width / 2));
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
