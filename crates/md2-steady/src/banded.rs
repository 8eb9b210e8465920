//! Symmetric banded matrices.

/// The bandwidth: the number of stored entries of each row to the left of the diagonal.
pub(crate) const REACH: usize = 4;

/// A symmetric positive definite matrix, whose entries are zero more than [`REACH`] columns away from the diagonal.
///
/// `rows[i][k]` is the entry of row `i` that is `k` columns to the left of the diagonal.
#[derive(Clone, Debug, Default)]
pub(crate) struct BandedMatrix {
    rows: Vec<[f64; REACH + 1]>,
}

impl BandedMatrix {
    pub(crate) fn reset(&mut self, diagonal: impl Iterator<Item = f64>) {
        self.rows.clear();
        self.rows.extend(diagonal.map(|value| [value, 0.0, 0.0, 0.0, 0.0]));
    }

    pub(crate) fn add(&mut self, i: usize, j: usize, value: f64) {
        self.rows[i][i - j] += value;
    }

    /// Computes the factorization L D Lᵀ of the matrix, and stores it in place of the matrix: D on the diagonal, L below it.
    pub(crate) fn factor(&mut self) {
        for i in 0..self.rows.len() {
            let mut row = self.rows[i];
            let reach = i.min(REACH);
            // From left to right, because each entry is computed from the finished entries to its left.
            for k in (1..=reach).rev() {
                let j = i - k;
                let other = &self.rows[j];
                for (m, factor) in (1..=REACH - k).map(|m| (k + m, other[m])) {
                    if m <= reach {
                        row[k] -= row[m] * factor;
                    }
                }
            }
            for k in 1..=reach {
                let product = row[k];
                row[k] = product / self.rows[i - k][0];
                row[0] -= product * row[k];
            }
            self.rows[i] = row;
        }
    }

    /// Solves the system of equations for `width` right-hand sides at once. `values` contains `width` numbers per row and receives the
    /// solutions. Call [`factor`](Self::factor) first.
    pub(crate) fn solve(&self, values: &mut [f64], width: usize) {
        for i in 0..self.rows.len() {
            for k in 1..=i.min(REACH) {
                subtract(values, width, i, i - k, self.rows[i][k]);
            }
        }
        for i in (0..self.rows.len()).rev() {
            let diagonal = self.rows[i][0];
            values[i * width..][..width].iter_mut().for_each(|value| *value /= diagonal);
        }
        for i in (0..self.rows.len()).rev() {
            for k in 1..=i.min(REACH) {
                subtract(values, width, i - k, i, self.rows[i][k]);
            }
        }
    }

    /// Computes the diagonal of the inverse matrix. Calls `each` with the index and the diagonal entry of each row, from the last row to
    /// the first. Takahashi's recurrence needs only the entries of the inverse near the diagonal. Call [`factor`](Self::factor) first.
    pub(crate) fn inverse_diagonal(&self, mut each: impl FnMut(usize, f64)) {
        // The entries near the diagonal of the inverse in the rows below `i`: `below[k][m]` is at row i + 1 + k, column i + 1 + k + m.
        let mut below = [[0.0; REACH + 1]; REACH];
        let count = self.rows.len();
        for i in (0..count).rev() {
            let reach = (count - 1 - i).min(REACH);
            let factor = |k: usize| self.rows[i + k][k];
            let at = |a: usize, b: usize| below[a.min(b) - 1][a.abs_diff(b)];
            let mut row = [0.0; REACH + 1];
            for (m, value) in row.iter_mut().enumerate().take(reach + 1).skip(1) {
                *value = -(1..=reach).map(|k| factor(k) * at(k, m)).sum::<f64>();
            }
            row[0] = 1.0 / self.rows[i][0] - (1..=reach).map(|k| factor(k) * row[k]).sum::<f64>();
            each(i, row[0]);
            below.rotate_right(1);
            below[0] = row;
        }
    }
}

fn subtract(values: &mut [f64], width: usize, to: usize, from: usize, factor: f64) {
    let (head, tail) = values.split_at_mut(to.max(from) * width);
    let (low, high) = (&mut head[to.min(from) * width..][..width], &mut tail[..width]);
    let (to, from) = if to < from { (low, high) } else { (high, low) };
    for (to, from) in to.iter_mut().zip(from) {
        *to -= factor * *from;
    }
}

#[cfg(test)]
mod tests {
    use md2_testdata::random::Random;

    use super::*;
    use crate::matrix::Matrix;

    #[test]
    fn agrees_with_a_dense_matrix() {
        for count in [1_usize, 2, 3, 5, 6, 13] {
            let mut random = Random::new(7);
            let mut next = || f64::from(random.within(-0.5, 0.5));
            let mut banded = BandedMatrix::default();
            banded.reset((0..count).map(|_| 5.0));
            let mut dense = Matrix::zeros(count, count);
            for i in 0..count {
                dense.column_mut(i)[i] = 5.0;
                for j in i.saturating_sub(REACH)..=i {
                    let value = next();
                    banded.add(i, j, value);
                    dense.column_mut(j)[i] += value;
                    dense.column_mut(i)[j] = dense.column(j)[i];
                }
            }
            banded.factor();

            // The columns of the inverse, and one other column.
            let columns = count + 1;
            let right: Vec<f64> = (0..count * columns)
                .map(|at| match (at / columns, at % columns) {
                    (i, k) if k < count => f64::from(u8::from(i == k)),
                    _ => next(),
                })
                .collect();
            let mut values = right.clone();
            banded.solve(&mut values, columns);
            for (at, expected) in right.iter().enumerate() {
                let (i, k) = (at / columns, at % columns);
                let product: f64 = (0..count).map(|j| dense.column(j)[i] * values[j * columns + k]).sum();
                assert!((product - expected).abs() < 1e-12, "{count}: {i}, {k}");
            }
            let mut seen = 0;
            banded.inverse_diagonal(|i, value| {
                assert!((value - values[i * columns + i]).abs() < 1e-12, "{count}: {i}");
                seen += 1;
            });
            assert_eq!(seen, count);
        }
    }
}
