//! Replacement of the colors of transparent texels, which filtering would mix into the edges of holes.

use md2_common::RgbaImage;
use md2_mesh::CLEAR_BELOW;

/// Returns a copy of the image where each transparent texel has the color of the nearest opaque texels. Returns
/// `None` if no texel or every texel is transparent.
pub(crate) fn without_clear_colors(image: &RgbaImage) -> Option<RgbaImage> {
    let known: Vec<bool> = image.pixels().map(|[.., alpha]| alpha >= CLEAR_BELOW).collect();
    if !known.contains(&false) || !known.contains(&true) {
        return None;
    }
    let mut filled = image.clone();
    let [width, _] = image.size().map(|side| side as usize);
    let mut layer = Layer { width, texels: filled.rgba_mut().as_chunks_mut().0, known };
    layer.grow();
    layer.fill();
    Some(filled)
}

/// An image with some texels of known color. The other texels are gaps to fill. Alpha never changes.
///
/// Smaller and smaller copies of the image provide the colors of gaps, so large gaps take little time.
struct Layer<'a> {
    width: usize,
    texels: &'a mut [[u8; 4]],
    known: Vec<bool>,
}

type Color = [u8; 3];
type Sum = [u16; 4];

impl Layer<'_> {
    fn row(&self, y: usize) -> impl Iterator<Item = Sum> {
        let row = y * self.width..(y + 1) * self.width;
        self.texels[row.clone()].iter().zip(&self.known[row]).map(|(&[r, g, b, _], &known)| {
            let known = u16::from(known);
            [u16::from(r) * known, u16::from(g) * known, u16::from(b) * known, known]
        })
    }

    /// Fills gaps with the mean color of their neighbors. The image repeats, so neighbors wrap around.
    fn grow(&mut self) {
        let (width, height) = (self.width, self.known.len() / self.width);
        let mut grown = self.known.clone();
        let mut columns: Vec<Sum> = vec![[0; 4]; width];
        // Unknown texels are not read, so they can be overwritten at once.
        for (y, grown) in grown.chunks_exact_mut(width).enumerate() {
            if !grown.contains(&false) {
                continue;
            }
            let rows = self.row((y + height - 1) % height).zip(self.row(y)).zip(self.row((y + 1) % height));
            for (column, ((above, here), below)) in columns.iter_mut().zip(rows) {
                *column = add(add(above, here), below);
            }
            let row = &mut self.texels[y * width..][..width];
            for (x, grown) in grown.iter_mut().enumerate().filter(|(_, known)| !**known) {
                let [left, right] = [x + width - 1, x + 1].map(|x| columns[x % width]);
                if let Some(color) = mean(add(add(left, columns[x]), right)) {
                    row[x][..3].copy_from_slice(&color);
                    *grown = true;
                }
            }
        }
        self.known = grown;
    }

    /// Fills all gaps. A gap gets the mean color of the smallest block of texels that contains the gap and a texel of
    /// known color. The image must have such a texel.
    fn fill(&mut self) {
        if !self.known.contains(&false) || self.known.len() == 1 {
            return;
        }
        let (width, height) = (self.width, self.known.len() / self.width);
        let (half, count) = (width.div_ceil(2), width.div_ceil(2) * height.div_ceil(2));
        let (mut texels, mut known) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut columns: Vec<Sum> = vec![[0; 4]; width];
        for y in (0..height).step_by(2) {
            let rows = self.row(y).zip(self.row((y + 1).min(height - 1)));
            columns.iter_mut().zip(rows).for_each(|(column, (above, below))| *column = add(above, below));
            for pair in columns.chunks(2) {
                let color = mean(pair.iter().copied().fold([0; 4], add));
                texels.push(color.map_or([0; 4], |[r, g, b]| [r, g, b, 0]));
                known.push(color.is_some());
            }
        }
        Layer { width: half, texels: &mut texels, known }.fill();
        let rows = self.texels.chunks_exact_mut(width).zip(self.known.chunks_exact(width));
        for (y, (row, known)) in rows.enumerate() {
            let blocks = &texels[y / 2 * half..][..half];
            for (x, texel) in row.iter_mut().enumerate().filter(|(x, _)| !known[*x]) {
                texel[..3].copy_from_slice(&blocks[x / 2][..3]);
            }
        }
    }
}

fn add(a: Sum, b: Sum) -> Sum {
    [0, 1, 2, 3].map(|i| a[i] + b[i])
}

fn mean([r, g, b, count]: Sum) -> Option<Color> {
    #[allow(clippy::cast_possible_truncation, reason = "a mean of bytes")]
    (count > 0).then(|| [r, g, b].map(|sum| (sum / count) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: [u8; 4] = [200, 0, 0, 255];
    const BLUE: [u8; 4] = [0, 0, 200, 255];
    const PINK: [u8; 4] = [255, 0, 255, 0];

    fn picture(width: u32, texels: &[[u8; 4]]) -> RgbaImage {
        let height = u32::try_from(texels.len()).unwrap() / width;
        RgbaImage::new(width, height, texels.concat()).unwrap()
    }

    #[test]
    fn uniformly_transparent_or_opaque_images_are_unchanged() {
        assert_eq!(without_clear_colors(&picture(2, &[RED, BLUE])), None);
        assert_eq!(without_clear_colors(&picture(2, &[PINK, PINK])), None);
        // Half transparent counts as opaque.
        assert_eq!(without_clear_colors(&picture(1, &[[1, 2, 3, 128]])), None);
    }

    #[test]
    fn colors_wrap_around_the_edges() {
        let mut texels = [PINK; 7 * 5];
        texels[0] = RED;
        texels[3 * 7 + 3] = BLUE;
        let filled = without_clear_colors(&picture(7, &texels)).unwrap();
        let at = |x: usize, y: usize| filled.pixels().nth(y * 7 + x).unwrap();
        for (x, y) in [(6, 0), (1, 0), (0, 4), (6, 4), (1, 4), (6, 1), (0, 1), (1, 1)] {
            assert_eq!(at(x, y), [200, 0, 0, 0], "{x}, {y} is next to the red one");
        }
        for (x, y) in [(2, 2), (3, 2), (4, 2), (2, 3), (4, 3), (2, 4), (3, 4), (4, 4)] {
            assert_eq!(at(x, y), [0, 0, 200, 0], "{x}, {y} is next to the blue one");
        }
    }

    #[test]
    fn fills_gaps_of_any_size() {
        for (width, height) in [(1, 2), (2, 1), (7, 5), (64, 3), (33, 129)] {
            let mut texels = vec![PINK; (width * height) as usize];
            *texels.last_mut().unwrap() = RED;
            let filled = without_clear_colors(&picture(width, &texels)).unwrap();
            let clear = filled.pixels().filter(|texel| *texel == [200, 0, 0, 0]).count();
            assert_eq!(clear, texels.len() - 1, "{width} x {height}");
        }
    }
}
