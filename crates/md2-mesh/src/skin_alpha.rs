//! Detection of the meaning of a skin's alpha. Texels that no triangle uses do not count.

use md2_common::RgbaImage;

use crate::mesh::Mesh;
use crate::surface::Surface;

/// The alpha value below which a texel counts as transparent.
pub const CLEAR_BELOW: u8 = 128;

/// The work limit for one mesh: the maximum number of visited rows and cells of [`Grid`]s. Further triangles and skins are not measured.
/// Real models need fewer than a million visits, but in a crafted file, each of a hundred thousand triangles can cover the whole skin.
const MOST_WORK: usize = 1 << 24;

/// The fraction of a skin's texels that are transparent. Only texels that triangles use count.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SkinAlpha {
    clear: f32,
}

/// The meaning of a skin's alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AlphaMeaning {
    /// The skin is opaque. Transparent specks do not count.
    Opaque,
    /// The skin has holes, for example between leaves, fence wires or hair.
    Holes,
    /// The alpha means something else, such as gloss. If it meant holes, nearly everything would be hidden.
    Other,
}

impl SkinAlpha {
    /// If the transparent fraction is below this limit, the transparent texels are ignored as specks.
    const SPECKS: f32 = 0.01;
    /// If the transparent fraction is above this limit, the alpha does not mean holes.
    const NEARLY_ALL: f32 = 0.98;

    /// Measures the whole skin.
    pub fn from_image(skin: &RgbaImage) -> Self {
        let clear = skin.pixels().filter(|[.., alpha]| *alpha < CLEAR_BELOW).count();
        Self::from_counts(clear, skin.pixels().len())
    }

    fn from_counts(clear: usize, all: usize) -> Self {
        Self { clear: if all == 0 { 0.0 } else { clear as f32 / all as f32 } }
    }

    /// Returns the transparent fraction, from 0 to 1.
    pub fn clear_fraction(self) -> f32 {
        self.clear
    }

    /// Returns the meaning of the alpha.
    pub fn meaning(self) -> AlphaMeaning {
        match self.clear {
            clear if clear < Self::SPECKS => AlphaMeaning::Opaque,
            clear if clear <= Self::NEARLY_ALL => AlphaMeaning::Holes,
            _ => AlphaMeaning::Other,
        }
    }
}

/// Measures the alpha of all skins of a mesh in bounded time.
#[derive(Debug)]
pub struct SkinAlphas<'a> {
    mesh: &'a Mesh,
    surfaces: Vec<&'a Surface>,
    grid: Grid,
    work_left: usize,
}

impl<'a> SkinAlphas<'a> {
    /// Prepares to measure the skins of `mesh`.
    pub fn new(mesh: &'a Mesh) -> Self {
        let mut surfaces: Vec<&Surface> = mesh.surfaces.iter().collect();
        surfaces.sort_by_key(|surface| surface.skin_slot);
        Self { mesh, surfaces, grid: Grid::new([1, 1]), work_left: MOST_WORK }
    }

    /// Measures several skins for a skin slot. Only the texels that the slot's triangles use count, each once. Texels at the border of the
    /// used part do not count, because the painted areas of a skin often end a texel before their triangles. Skins with more than 256
    /// texels per side are sampled at 256 points per side. The result is `None` for each skin that was not measured because the mesh reached its work limit.
    pub fn measure_slot(&mut self, slot: usize, skins: &[&RgbaImage]) -> Vec<Option<SkinAlpha>> {
        let start = self.surfaces.partition_point(|surface| surface.skin_slot < slot);
        let surfaces = self.surfaces[start..].iter().take_while(|surface| surface.skin_slot == slot);
        let mut filled_size = None;
        let measure_skin = |skin: &&RgbaImage| {
            if self.work_left == 0 {
                return None;
            }
            let size = Grid::size_for(skin);
            // Skins of equal size share one grid.
            if filled_size.replace(size) != Some(size) {
                if self.grid.has_size(size) {
                    self.grid.clear();
                } else {
                    self.grid = Grid::new(size);
                    self.work_left = self.work_left.saturating_sub(self.grid.is_used.len());
                }
                let ranges = surfaces.clone().map(|surface| surface.indices.clone());
                let triangles = ranges.flat_map(|range| self.mesh.indices.triangles_in(range));
                let corners = triangles.map(|corners| corners.map(|vertex| self.mesh.uvs[vertex as usize]));
                self.work_left -= self.grid.fill_all(corners, self.work_left).min(self.work_left);
                self.grid.exclude_rim();
            }
            self.work_left = self.work_left.saturating_sub(self.grid.marked.len());
            Some(self.grid.measure(skin))
        };
        skins.iter().map(measure_skin).collect()
    }
}

#[derive(Debug)]
struct Grid {
    width: usize,
    height: usize,
    is_used: Vec<bool>,
    marked: Vec<usize>,
    inside: Vec<usize>,
}

impl Grid {
    const MAX_SIDE: u32 = 256;

    fn size_for(skin: &RgbaImage) -> [usize; 2] {
        skin.size().map(|side| side.min(Self::MAX_SIDE) as usize)
    }

    fn new([width, height]: [usize; 2]) -> Self {
        Self { width, height, is_used: vec![false; width * height], marked: Vec::new(), inside: Vec::new() }
    }

    fn has_size(&self, size: [usize; 2]) -> bool {
        [self.width, self.height] == size
    }

    fn clear(&mut self) {
        self.marked.drain(..).for_each(|at| self.is_used[at] = false);
        self.inside.clear();
    }

    /// Marks the cells that `triangles` use. Stops when all cells are used, or when the number of visited rows and
    /// cells reaches `most`. Returns this number.
    fn fill_all(&mut self, triangles: impl IntoIterator<Item = [[f32; 2]; 3]>, most: usize) -> usize {
        let mut work = 0;
        for triangle in triangles {
            work += self.fill(triangle);
            if work >= most || self.marked.len() == self.is_used.len() {
                break;
            }
        }
        work
    }

    /// Marks the grid cells whose center a triangle covers. If the triangle covers no center, marks the cells that contain its corners.
    /// Returns the number of rows and cells visited.
    fn fill(&mut self, triangle: [[f32; 2]; 3]) -> usize {
        // The skin repeats, so the triangle can be moved near the origin, where floats are more precise.
        let from = [0, 1]
            .map(|axis| triangle.map(|corner| corner[axis]).into_iter().fold(f32::MAX, f32::min).floor());
        let size = [self.width as f32, self.height as f32];
        let corners = triangle.map(|corner| [0, 1].map(|axis| (corner[axis] - from[axis]) * size[axis]));
        let [top, bottom] =
            [f32::min, f32::max].map(|pick| corners.map(|[_, y]| y).into_iter().reduce(pick).unwrap_or(0.0));
        /// The maximum number of repetitions of the skin in a triangle. A triangle with more repetitions counts as using the whole skin.
        const MOST_REPEATS: f32 = 8.0;
        if !corners.as_flattened().iter().all(|&at| at <= MOST_REPEATS * size[0].max(size[1])) {
            (0..self.is_used.len()).for_each(|at| self.mark_at(at));
            return self.is_used.len();
        }
        let rows = middles(top, bottom);
        let (mut work, mut covers_some) = (rows.len(), false);
        for row in rows {
            let Some([left, right]) = span(&corners, row as f32 + 0.5) else { continue };
            let columns = middles(left, right);
            covers_some |= !columns.is_empty();
            work += columns.len().min(self.width);
            columns.take(self.width).for_each(|column| self.mark(column, row));
        }
        if !covers_some {
            work += corners.len();
            corners.iter().for_each(|corner| self.mark(cell(corner[0]), cell(corner[1])));
        }
        work
    }

    fn mark(&mut self, column: usize, row: usize) {
        self.mark_at(row % self.height * self.width + column % self.width);
    }

    fn mark_at(&mut self, at: usize) {
        if !std::mem::replace(&mut self.is_used[at], true) {
            self.marked.push(at);
        }
    }

    fn exclude_rim(&mut self) {
        let (width, height, is_used) = (self.width, self.height, &self.is_used);
        let around = |at: usize, side: usize| {
            [if at == 0 { side - 1 } else { at - 1 }, at, if at + 1 == side { 0 } else { at + 1 }]
        };
        let is_inside = |at: &usize| {
            let columns = around(at % width, width);
            around(at / width, height).iter().all(|y| columns.iter().all(|x| is_used[y * width + x]))
        };
        self.inside.clear();
        self.inside.extend(self.marked.iter().copied().filter(is_inside));
    }

    /// Measures a skin in the used cells whose neighbors are all used. If there are no such cells, measures the skin in all used cells.
    fn measure(&self, skin: &RgbaImage) -> SkinAlpha {
        let counted = if self.inside.is_empty() { &self.marked } else { &self.inside };
        let is_clear = |at: &&usize| self.texel(skin, *at % self.width, *at / self.width)[3] < CLEAR_BELOW;
        SkinAlpha::from_counts(counted.iter().filter(is_clear).count(), counted.len())
    }

    fn texel(&self, skin: &RgbaImage, x: usize, y: usize) -> [u8; 4] {
        let [width, height] = skin.size().map(|side| side as usize);
        let middle = |at: usize, cells: usize, texels: usize| (2 * at + 1) * texels / (2 * cells);
        let (x, y) = (middle(x, self.width, width), middle(y, self.height, height));
        skin.rgba().as_chunks().0[y * width + x]
    }
}

/// Returns the indices of the grid rows or columns whose centers are between two coordinates, in cells.
fn middles(from: f32, to: f32) -> std::ops::Range<usize> {
    cell((from + 0.5).max(0.0))..cell((to + 0.5).max(0.0))
}

/// Returns the index of the grid row or column at a coordinate in cells, which must not be negative.
#[allow(clippy::cast_possible_truncation, reason = "coordinates are checked to be small")]
fn cell(at: f32) -> usize {
    at as usize
}

/// Returns the interval of x in which a triangle covers the horizontal line at `y`; `None` if the triangle does not cross this line.
fn span(corners: &[[f32; 2]; 3], y: f32) -> Option<[f32; 2]> {
    let mut reach: Option<[f32; 2]> = None;
    for (from, to) in [(0, 1), (1, 2), (2, 0)] {
        let ([x0, y0], [x1, y1]) = (corners[from], corners[to]);
        if (y0 <= y) != (y1 <= y) {
            let x = x0 + (y - y0) / (y1 - y0) * (x1 - x0);
            let [left, right] = reach.unwrap_or([x, x]);
            reach = Some([left.min(x), right.max(x)]);
        }
    }
    reach
}

#[cfg(test)]
mod tests {
    use md2_testdata::random::Random;

    use super::*;

    fn skin(size: [u32; 2], is_clear: impl Fn(u32, u32) -> bool) -> RgbaImage {
        let mut image = RgbaImage::filled(size[0], size[1], [90, 90, 90, 255]);
        for (at, pixel) in (0..).zip(image.rgba_mut().as_chunks_mut::<4>().0) {
            if is_clear(at % size[0], at / size[0]) {
                pixel[3] = 0;
            }
        }
        image
    }

    fn rectangle([left, top]: [f32; 2], [right, bottom]: [f32; 2]) -> [[[f32; 2]; 3]; 2] {
        let [a, b, c, d] = [[left, top], [right, top], [right, bottom], [left, bottom]];
        [[a, b, c], [a, c, d]]
    }

    fn measured(skin: &RgbaImage, triangles: impl IntoIterator<Item = [[f32; 2]; 3]>) -> SkinAlpha {
        let mut grid = Grid::new(Grid::size_for(skin));
        grid.fill_all(triangles, MOST_WORK);
        grid.exclude_rim();
        grid.measure(skin)
    }

    #[test]
    fn measures_only_the_triangles_of_a_slot() {
        use crate::{FrameTransform, MeshParts, Packing, Surface};
        let [a, b] = [rectangle([0.0, 0.0], [0.5, 1.0]), rectangle([0.5, 0.0], [1.0, 1.0])];
        let uvs: Vec<[f32; 2]> = [a, b].as_flattened().as_flattened().to_vec();
        let surface = |slot: usize| Surface {
            indices: slot * 6..slot * 6 + 6,
            skin_slot: slot,
            ..Surface::whole(12, 6)
        };
        let mesh = Mesh::from_parts(MeshParts {
            uvs,
            surfaces: vec![surface(0), surface(1)],
            ..MeshParts::whole(
                Packing::Position8Normal8,
                vec![FrameTransform::IDENTITY],
                vec![0; 12 * 4],
                (0..12).collect(),
            )
        })
        .unwrap();
        let left_clear = skin([32, 32], |x, _| x < 16);
        let right_clear = skin([32, 32], |x, _| x >= 16);
        let smaller = skin([16, 16], |x, _| x < 8);
        let mut alphas = SkinAlphas::new(&mesh);
        let found = [0, 1, 2].map(|slot| {
            let alphas = alphas.measure_slot(slot, &[&left_clear, &right_clear, &smaller]);
            alphas.into_iter().map(|alpha| alpha.unwrap().meaning()).collect::<Vec<_>>()
        });
        use AlphaMeaning::{Opaque, Other};
        assert_eq!(found, [[Other, Opaque, Other], [Opaque, Other, Opaque], [Opaque; 3]]);
        // Slots are measured until the work limit is reached.
        let judged = (0..1 << 20).take_while(|_| alphas.measure_slot(0, &[&left_clear])[0].is_some()).count();
        // Each of the 32 x 16 cells is marked once and sampled once.
        let each = 2 * 32 * 16;
        assert!((MOST_WORK / each / 4..MOST_WORK / each).contains(&judged), "{judged}");
    }

    #[test]
    fn measures_any_triangles_on_any_skin() {
        const ODD: [f32; 10] =
            [0.0, 1.0, -1.0, 0.5, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, 1.0e9];
        let mut random = Random::new(3);
        for _ in 0..2000 {
            let [width, height] = [(); 2].map(|()| 1 + u32::try_from(random.below(19)).unwrap());
            let is_striped = random.below(8) > 0;
            let image = skin([width, height], |x, y| !is_striped || (x * 7 + y * 5) % 3 == 0);
            let mut coordinate = || match random.below(6) {
                0 => ODD[random.below(ODD.len())],
                1 => f32::from_bits(u32::from_le_bytes([(); 4].map(|()| random.byte()))),
                _ => random.within(-2.0, 2.0),
            };
            let triangles: Vec<[[f32; 2]; 3]> =
                (0..5).map(|_| [(); 3].map(|()| [coordinate(), coordinate()])).collect();
            let found = measured(&image, triangles).clear_fraction();
            assert!((0.0..=1.0).contains(&found), "{found}");
            assert!(is_striped || found == 1.0, "{found}");
            assert_eq!(measured(&image, []).clear_fraction(), 0.0);
            let clear = image.pixels().filter(|texel| texel[3] < 128).count();
            let all = image.pixels().len();
            assert_eq!(SkinAlpha::from_image(&image).clear_fraction(), clear as f32 / all as f32);
        }
    }
}
