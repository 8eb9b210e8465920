//! The motion that the vertices of a neighborhood share, see `docs/method.md` (M. Gavish and D. L. Donoho, "Optimal Shrinkage of Singular
//! Values", IEEE Transactions on Information Theory 63, 2017).

use crate::cells::Cells;
use crate::matrix::{Matrix, add_combination, dot};
use crate::neighborhood::Neighborhood;

/// The variance of rounding errors, in squared quantization steps.
pub(crate) const NOISE: f64 = 1.0 / 12.0;

/// Number of rows that are processed at once, which limits the memory for temporary matrices.
const BLOCK: usize = 192;

/// The motion that the vertex tracks of a neighborhood share.
///
/// Row `3 * frame + axis` of the coordinate matrix is its mean plus `directions` times a column of `courses`, in quantization steps.
#[derive(Debug)]
pub(crate) struct LowRank {
    /// One column for each independent motion: a unit vector with one entry for each vertex track.
    directions: Matrix,
    /// Column `i` describes row `i` of the coordinate matrix: first the row's mean, multiplied by the square root of the number
    /// of tracks, then the row's coordinate along each direction. The noise of every number has the variance [`NOISE`].
    pub(crate) courses: Matrix,
    /// For each direction, the factor (0 to 1) by which its singular value is multiplied, to remove the part that noise
    /// added.
    shrinking: Vec<f64>,
}

impl LowRank {
    pub(crate) fn new(cells: &Cells<'_>, neighborhood: &Neighborhood) -> Self {
        let width = neighborhood.tracks.len();
        let rows = 3 * cells.mesh.frame_count();
        let mut gram = Matrix::zeros(width, width);
        let mut extended = 0; // Number of rows whose quantization step is not zero.
        for first in (0..rows).step_by(BLOCK) {
            let block = Block::new(cells, neighborhood, first..rows.min(first + BLOCK));
            gram.add_square(&block.centered);
            extended += block.extended;
        }
        let (squares, vectors) = gram.symmetric_eigen();

        let (long, short) = (extended.max(width) as f64, extended.min(width) as f64);
        let noise = NOISE.sqrt();
        let mut kept: Vec<(usize, f64, f64)> = squares
            .iter()
            .enumerate()
            .filter_map(|(i, &square)| {
                let singular = square.max(0.0).sqrt();
                let left = shrink(singular / (noise * long.sqrt()), short / long);
                (left > 0.0).then_some((i, singular, left))
            })
            .collect();
        kept.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut directions = Matrix::zeros(width, kept.len());
        for (direction, (vector, _, _)) in directions.columns_mut().zip(&kept) {
            direction.copy_from_slice(vectors.column(*vector));
        }

        let mut courses = Matrix::zeros(kept.len() + 1, rows);
        for first in (0..rows).step_by(BLOCK) {
            let block = Block::new(cells, neighborhood, first..rows.min(first + BLOCK));
            for (i, (row, mean)) in block.centered.columns().zip(&block.means).enumerate() {
                let course = courses.column_mut(first + i);
                course[0] = mean * (width as f64).sqrt();
                for (value, direction) in course[1..].iter_mut().zip(directions.columns()) {
                    *value = dot(direction, row);
                }
            }
        }
        let shrinking = kept.iter().map(|&(_, _, left)| left).collect();
        Self { directions, courses, shrinking }
    }

    /// Calls `each` for each row of the matrix, with the index of the row and the restored coordinates of the vertex tracks, in
    /// quantization steps.
    pub(crate) fn for_each_row(&mut self, mut each: impl FnMut(usize, &[f64])) {
        let width = self.directions.rows();
        let mut restored = vec![0.0; width];
        for (i, course) in self.courses.columns_mut().enumerate() {
            course[1..].iter_mut().zip(&self.shrinking).for_each(|(value, left)| *value *= left);
            restored.fill(course[0] / (width as f64).sqrt());
            add_combination(&mut restored, course[1..].iter().copied().zip(self.directions.columns()));
            each(i, &restored);
        }
    }
}

/// Returns the factor (0 to 1) by which a singular value is multiplied, to remove the part that noise added. `value` is
/// the singular value, divided by the standard deviation of the noise and by the square root of the longer side of the
/// matrix. `shape` is the shorter side divided by the longer side.
fn shrink(value: f64, shape: f64) -> f64 {
    if value <= 1.0 + shape.sqrt() {
        return 0.0;
    }
    let square = value * value;
    ((square - shape - 1.0).powi(2) - 4.0 * shape).max(0.0).sqrt() / square
}

struct Block {
    /// The mean of each row, in quantization steps from the frame's translation.
    means: Vec<f64>,
    /// The rows minus their means. A row is zero if its quantization step is zero.
    centered: Matrix,
    extended: usize,
}

impl Block {
    fn new(cells: &Cells<'_>, neighborhood: &Neighborhood, rows: std::ops::Range<usize>) -> Self {
        let width = neighborhood.tracks.len();
        let mut centered = Matrix::zeros(width, rows.len());
        let mut means = Vec::with_capacity(rows.len());
        let mut extended = 0;
        for (column, row) in centered.columns_mut().zip(rows) {
            let (frame, axis) = (row / 3, row % 3);
            let mut mean = 0.0;
            if cells.step(frame, axis) != 0.0 {
                for (value, &track) in column.iter_mut().zip(&neighborhood.tracks) {
                    *value = f64::from(cells.packed(frame, track)[axis]) + cells.rounding.middle();
                }
                mean = column.iter().sum::<f64>() / width as f64;
                column.iter_mut().for_each(|value| *value -= mean);
                extended += 1;
            }
            means.push(mean);
        }
        Self { means, centered, extended }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shrinking_removes_noise_and_keeps_signal() {
        for shape in [0.1, 0.5, 1.0] {
            let edge = 1.0 + f64::sqrt(shape);
            assert_eq!(shrink(edge, shape), 0.0);
            assert_eq!(shrink(0.0, shape), 0.0);
            assert!(shrink(1.01 * edge, shape) > 0.0);
            assert!(shrink(2.0 * edge, shape) > 0.5);
            let left = shrink(1e6, shape);
            assert!(left > 1.0 - 1e-9 && left <= 1.0);
        }
    }
}
