//! Finding the nearest triangle at each sample. The picture is processed in bands of rows that fit the processor cache.

use std::ops::Range;

use crate::model::Cover;
use crate::texture::Textures;
use crate::triangle::{Edge, GRID, Triangle};

pub(crate) const SAMPLES: usize = 4;
/// The sample positions in a pixel, in units of 1/256 pixel. This rotated grid smooths nearly vertical and nearly horizontal edges well.
pub(crate) const OFFSETS: [[i64; 2]; SAMPLES] = [[96, 32], [224, 96], [32, 160], [160, 224]];
const BAND_ROWS: u8 = 16;
/// The alpha, from 0 to 255, below which a sample is transparent.
const HOLE_BELOW: f32 = 127.5;

#[derive(Clone, Debug)]
pub(crate) struct Area {
    columns: Range<i64>,
    rows: Range<i64>,
}

pub(crate) fn area(triangles: &[Triangle]) -> Option<Area> {
    let around = |all: [i64; 2], one: [i64; 2]| [all[0].min(one[0]), all[1].max(one[1])];
    let (columns, rows) = triangles
        .iter()
        .map(|triangle| (triangle.columns, triangle.rows))
        .reduce(|all, one| (around(all.0, one.0), around(all.1, one.1)))?;
    Some(Area { columns: columns[0]..columns[1] + 1, rows: rows[0]..rows[1] + 1 })
}

impl Area {
    /// Divides the rows of the picture into bands, which can be drawn independently.
    pub(crate) fn bands(&self) -> impl Iterator<Item = Range<i64>> {
        let end = self.rows.end;
        let starts = self.rows.clone().step_by(BAND_ROWS.into());
        starts.map(move |start| start..end.min(start + i64::from(BAND_ROWS)))
    }
}

#[derive(Debug)]
pub(crate) struct Band {
    pub(crate) columns: Range<i64>,
    pub(crate) rows: Range<i64>,
    width: usize,
    /// 1 / w of the nearest triangle at each sample; 0 without a triangle.
    nearest: Vec<[f32; SAMPLES]>,
    /// The number of the nearest triangle at each sample, counting from 1; 0 without a triangle.
    numbers: Vec<[u32; SAMPLES]>,
}

impl Band {
    pub(crate) fn new(area: &Area) -> Self {
        let width = usize::try_from(area.columns.end - area.columns.start).unwrap_or(0);
        let pixels = width * usize::from(BAND_ROWS);
        Self {
            columns: area.columns.clone(),
            rows: 0..0,
            width,
            nearest: vec![[0.0; SAMPLES]; pixels],
            numbers: vec![[0; SAMPLES]; pixels],
        }
    }

    pub(crate) fn clear(&mut self, rows: Range<i64>) {
        self.rows = rows;
        self.nearest.fill([0.0; SAMPLES]);
        self.numbers.fill([0; SAMPLES]);
    }

    pub(crate) fn numbers_in(&self, row: i64) -> &[[u32; SAMPLES]] {
        &self.numbers[self.start_of(row)..][..self.width]
    }

    pub(crate) fn nearest_in(&self, row: i64) -> &[[f32; SAMPLES]] {
        &self.nearest[self.start_of(row)..][..self.width]
    }

    fn start_of(&self, row: i64) -> usize {
        usize::try_from(row - self.rows.start).unwrap_or(0) * self.width
    }

    pub(crate) fn fill(&mut self, triangle: &Triangle, number: u32, textures: &Textures<'_>) {
        let hole = triangle.texture.filter(|_| triangle.cover == Cover::Cutout);
        for row in triangle.rows[0].max(self.rows.start)..=triangle.rows[1].min(self.rows.end - 1) {
            let start = self.start_of(row);
            for (sample, offset) in OFFSETS.into_iter().enumerate() {
                let Some(span) = span(triangle, row, offset) else { continue };
                let first = span[0] - self.columns.start;
                let [x, y] = position(span[0], row, offset);
                let [depth, step, _] = triangle.planes[0];
                let mut near = depth
                    + step * (x - triangle.origin[0])
                    + triangle.planes[0][2] * (y - triangle.origin[1]);
                let pixels = start + usize::try_from(first).unwrap_or(0);
                let count = usize::try_from(span[1] - span[0] + 1).unwrap_or(0);
                let nearest = &mut self.nearest[pixels..pixels + count];
                let numbers = &mut self.numbers[pixels..pixels + count];
                for (column, (nearest, numbers)) in (span[0]..).zip(nearest.iter_mut().zip(numbers)) {
                    let is_nearer = near > nearest[sample];
                    let is_there = || {
                        hole.is_none_or(|texture| {
                            let [x, y] = position(column, row, offset);
                            let [w, u, v, ..] = triangle.values_at(x, y);
                            textures.alpha(texture, [u / w, v / w]) >= HOLE_BELOW
                        })
                    };
                    if is_nearer && is_there() {
                        nearest[sample] = near;
                        numbers[sample] = number;
                    }
                    near += step;
                }
            }
        }
    }
}

pub(crate) fn position(column: i64, row: i64, offset: [i64; 2]) -> [f32; 2] {
    [column as f32 + offset[0] as f32 / GRID as f32, row as f32 + offset[1] as f32 / GRID as f32]
}

/// Returns the first and the last column of `row` in which the sample is in the triangle. `offset` is the sample's position in a pixel.
pub(crate) fn span(triangle: &Triangle, row: i64, offset: [i64; 2]) -> Option<[i64; 2]> {
    let y = row * GRID + offset[1];
    let [mut first, mut last] = triangle.columns;
    for Edge { a, b, c } in triangle.edges {
        let at_zero = a * offset[0] + b * y + c;
        let step = a * GRID;
        if step > 0 {
            // The smallest column with at_zero + step * column >= 0.
            first = first.max((-at_zero + step - 1).div_euclid(step));
        } else if step < 0 {
            last = last.min(at_zero.div_euclid(-step));
        } else if at_zero < 0 {
            return None;
        }
    }
    (first <= last).then_some([first, last])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triangle::Triangle;

    fn triangle(corners: [[i64; 2]; 3]) -> Triangle {
        let [p, q, r] = corners.map(|corner| corner.map(|c| c * GRID / 4));
        Triangle {
            edges: [Edge::new(p, q), Edge::new(q, r), Edge::new(r, p)],
            columns: [0, 63],
            rows: [0, 63],
            origin: [0.0; 2],
            planes: [[1.0, 0.0, 0.0]; 7],
            texture: None,
            cover: Cover::Solid,
        }
    }

    #[test]
    fn shared_edges_have_neither_cracks_nor_doubles() {
        // The corners are in quarters of a pixel, so that some samples are exactly on an edge.
        for (b, d) in
            [([201, 7], [10, 200]), ([160, 32], [32, 160]), ([131, 3], [7, 131]), ([255, 90], [1, 99])]
        {
            let (a, c) = ([5, 3], [250, 251]);
            let (one, other) = (triangle([a, b, c]), triangle([a, c, d]));
            let mut counts = [0; 2];
            for row in 0..64 {
                for offset in OFFSETS {
                    let spans = [&one, &other].map(|triangle| span(triangle, row, offset));
                    if let [Some(one), Some(other)] = spans {
                        assert!(one[0] > other[1] || other[0] > one[1], "row {row}: {one:?} and {other:?}");
                        let gap = if one[0] > other[1] { one[0] - other[1] } else { other[0] - one[1] };
                        assert_eq!(gap, 1, "row {row}: {one:?} and {other:?}");
                    }
                    for (count, span) in counts.iter_mut().zip(spans) {
                        *count += span.map_or(0, |span| span[1] - span[0] + 1);
                    }
                }
            }
            // The number of samples is about the area of the triangle times 4. The tolerance covers the samples along its edges.
            for (count, [p, q, r]) in counts.into_iter().zip([[a, b, c], [a, c, d]]) {
                let doubled: i64 = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
                let samples = doubled as f64 / 2.0 / 16.0 * SAMPLES as f64;
                assert!((count as f64 - samples).abs() < 60.0, "{count} samples, {samples} expected");
            }
        }
    }
}
