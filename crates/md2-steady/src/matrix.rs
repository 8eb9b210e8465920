//! Dense matrices, and the eigenvectors of symmetric ones.
//!
//! The matrices have about a hundred rows. A library for linear algebra would take a tenth of the time to build the viewer.

#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    rows: usize,
    values: Vec<f64>,
}

impl Matrix {
    pub(crate) fn zeros(rows: usize, columns: usize) -> Self {
        Self { rows, values: vec![0.0; rows * columns] }
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn column(&self, index: usize) -> &[f64] {
        &self.values[index * self.rows..][..self.rows]
    }

    pub(crate) fn column_mut(&mut self, index: usize) -> &mut [f64] {
        &mut self.values[index * self.rows..][..self.rows]
    }

    pub(crate) fn columns(&self) -> impl Iterator<Item = &[f64]> {
        self.values.chunks_exact(self.rows)
    }

    pub(crate) fn columns_mut(&mut self) -> impl Iterator<Item = &mut [f64]> {
        self.values.chunks_exact_mut(self.rows)
    }

    /// Adds the product of `factor` and its transpose to the lower triangle of this square matrix.
    pub(crate) fn add_square(&mut self, factor: &Self) {
        for j in 0..self.rows {
            let columns = factor.columns().map(|column| (column[j], &column[j..]));
            add_combination(&mut self.column_mut(j)[j..], columns);
        }
    }

    /// Computes the eigenvalues and eigenvectors of a symmetric matrix, of which only the lower triangle is read. Column `i` of the
    /// result is the unit vector for the eigenvalue `i`; the eigenvalues are in no particular order.
    ///
    /// Jacobi's method: each rotation makes one number outside of the diagonal zero (G. H. Golub and C. F. Van Loan, "Matrix
    /// Computations", section 8.5).
    pub(crate) fn symmetric_eigen(mut self) -> (Vec<f64>, Self) {
        let size = self.rows;
        let mut vectors = Self::zeros(size, size);
        for i in 0..size {
            vectors.column_mut(i)[i] = 1.0;
            for j in 0..i {
                self.values[i * size + j] = self.values[j * size + i];
            }
        }
        let norm = dot(&self.values, &self.values).sqrt();
        for _ in 0..MAX_SWEEPS {
            let mut is_diagonal = true;
            for (p, q) in (1..size).flat_map(|q| (0..q).map(move |p| (p, q))) {
                let beside = self.column(q)[p];
                if beside.abs() > f64::EPSILON * norm {
                    is_diagonal = false;
                    let half = (self.column(q)[q] - self.column(p)[p]) / (2.0 * beside);
                    let tangent = (half.abs() + half.hypot(1.0)).recip().copysign(half);
                    self.rotate_columns([p, q], tangent);
                    self.rotate_rows([p, q], tangent);
                    vectors.rotate_columns([p, q], tangent);
                }
            }
            if is_diagonal {
                break;
            }
        }
        ((0..size).map(|i| self.column(i)[i]).collect(), vectors)
    }

    fn rotate_columns(&mut self, [p, q]: [usize; 2], tangent: f64) {
        let cosine = tangent.hypot(1.0).recip();
        let (left, right) = self.values.split_at_mut(q * self.rows);
        let left = &mut left[p * self.rows..][..self.rows];
        for (a, b) in left.iter_mut().zip(right) {
            (*a, *b) = (cosine * (*a - tangent * *b), cosine * (*b + tangent * *a));
        }
    }

    fn rotate_rows(&mut self, [p, q]: [usize; 2], tangent: f64) {
        let cosine = tangent.hypot(1.0).recip();
        for column in self.columns_mut() {
            let (a, b) = (column[p], column[q]);
            (column[p], column[q]) = (cosine * (a - tangent * b), cosine * (b + tangent * a));
        }
    }
}

/// The maximum number of times that all rotations are made. Ten are usual; the limit bounds the time for any input.
const MAX_SWEEPS: usize = 50;

pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    // Eight sums, since the compiler does not reorder additions.
    let mut sums = [0.0; 8];
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    for (a, b) in a.iter().zip(b) {
        for i in 0..8 {
            sums[i] += a[i] * b[i];
        }
    }
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f64>() + rest
}

fn add_scaled(target: &mut [f64], factor: f64, column: &[f64]) {
    for (value, from) in target.iter_mut().zip(column) {
        *value += factor * from;
    }
}

pub(crate) fn add_combination<'a>(target: &mut [f64], mut columns: impl Iterator<Item = (f64, &'a [f64])>) {
    // Four columns at a time, since reading and writing `target` would take most of the time.
    while let Some((f0, a)) = columns.next() {
        match [columns.next(), columns.next(), columns.next()] {
            [Some((f1, b)), Some((f2, c)), Some((f3, d))] => {
                for ((((value, a), b), c), d) in target.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                    *value += (f0 * a + f1 * b) + (f2 * c + f3 * d);
                }
            }
            rest => {
                add_scaled(target, f0, a);
                rest.into_iter().flatten().for_each(|(factor, column)| add_scaled(target, factor, column));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use md2_testdata::random::Random;

    use super::*;

    /// Checks the definition: the vectors are orthonormal, and the matrix times each vector is the vector times its eigenvalue.
    #[track_caller]
    fn check(size: usize, value: impl Fn(usize, usize) -> f64) {
        let mut matrix = Matrix::zeros(size, size);
        // The upper triangle must not be read.
        for i in 0..size {
            for j in 0..size {
                matrix.column_mut(j)[i] = if i < j { f64::NAN } else { value(i, j) };
            }
        }
        let full = |i: usize, j: usize| value(i.max(j), i.min(j));
        let largest = (0..size * size).map(|k| full(k / size, k % size).abs()).fold(0.0, f64::max);
        let tolerance = 1e-13 * size as f64;
        let (values, vectors) = matrix.symmetric_eigen();
        assert_eq!((values.len(), vectors.columns().count()), (size, size));
        for (a, vector) in vectors.columns().enumerate() {
            for (b, other) in vectors.columns().enumerate() {
                assert!(
                    (dot(vector, other) - f64::from(u8::from(a == b))).abs() < tolerance,
                    "{size}: {a}, {b}"
                );
            }
            for i in 0..size {
                let product: f64 = (0..size).map(|j| full(i, j) * vector[j]).sum();
                let error = (product - values[a] * vector[i]).abs();
                assert!(error <= tolerance * largest * size as f64, "{size}: {a}, {i}: {error}");
            }
        }
    }

    #[test]
    fn eigenvectors_are_orthonormal_and_only_scaled() {
        for size in [1, 2, 3, 4, 7, 20, 61] {
            let mut random = Random::new(size as u64);
            let any: Vec<f64> = (0..size * size).map(|_| f64::from(random.within(-1.0, 1.0))).collect();
            check(size, |i, j| any[i * size + j]);
            check(size, |i, j| 1e9 * any[i * size + j]);
            // Rank two, as the tracks of a body that a few bones move.
            check(size, |i, j| any[i] * any[j] + 100.0 * any[size - 1 - i] * any[size - 1 - j]);
            check(size, |_, _| 1.0);
            check(size, |_, _| 0.0);
            check(size, |i, j| if i == j { i as f64 } else { 0.0 });
            check(size, |i, j| if i == j + 1 { 1.0 } else { 0.0 });
        }
    }
}
