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
    /// The matrix is made tridiagonal by Householder reflections, then diagonal by QR steps with implicit shifts (G. H. Golub and
    /// C. F. Van Loan, "Matrix Computations", sections 8.3.1 to 8.3.3).
    pub(crate) fn symmetric_eigen(mut self) -> (Vec<f64>, Self) {
        let (mut diagonal, mut below, scales) = self.make_tridiagonal();
        let mut vectors = self.product_of_reflections(&scales);
        diagonalize(&mut diagonal, &mut below, &mut vectors);
        (diagonal, vectors)
    }

    /// Reflects the matrix until it is tridiagonal. Returns its diagonal, the numbers below the diagonal, and the scale of each
    /// reflection `k`: the identity minus the scale times `v` times `v` transposed. The vector `v` replaces the part of column `k` below
    /// the diagonal.
    fn make_tridiagonal(&mut self) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let size = self.rows;
        let (mut below, mut scales) = (Vec::new(), Vec::new());
        let mut product = vec![0.0; size];
        for k in 0..size.saturating_sub(1) {
            let (left, right) = self.values.split_at_mut((k + 1) * size);
            let v = &mut left[k * size + k + 1..];
            let length = dot(v, v).sqrt();
            let tail_is_zero = v[1..].iter().all(|value| *value == 0.0);
            if tail_is_zero {
                below.push(v[0]);
                scales.push(0.0);
                continue;
            }
            let reflected = if v[0] > 0.0 { -length } else { length };
            below.push(reflected);
            v[0] -= reflected;
            let scale = 2.0 / dot(v, v);
            scales.push(scale);

            // The rest of the matrix, reflected from both sides, is the rest minus v wᵀ minus w vᵀ.
            let w = &mut product[k + 1..];
            w.fill(0.0);
            for (j, column) in right.chunks_exact(size).enumerate() {
                let column = &column[k + 1 + j..];
                w[j] += dot(column, &v[j..]);
                add_scaled(&mut w[j + 1..], v[j], &column[1..]);
            }
            w.iter_mut().for_each(|value| *value *= scale);
            let excess = scale / 2.0 * dot(w, v);
            add_scaled(w, -excess, v);
            for (j, column) in right.chunks_exact_mut(size).enumerate() {
                let column = &mut column[k + 1 + j..];
                for ((value, v_i), w_i) in column.iter_mut().zip(&v[j..]).zip(&w[j..]) {
                    *value -= v_i * w[j] + w_i * v[j];
                }
            }
        }
        let diagonal = (0..size).map(|i| self.values[i * size + i]).collect();
        (diagonal, below, scales)
    }

    fn product_of_reflections(&self, scales: &[f64]) -> Self {
        let size = self.rows;
        let mut product = Self::zeros(size, size);
        for i in 0..size {
            product.column_mut(i)[i] = 1.0;
        }
        for (k, scale) in scales.iter().enumerate().rev() {
            let v = &self.column(k)[k + 1..];
            for column in product.columns_mut().skip(k + 1) {
                let column = &mut column[k + 1..];
                let factor = -scale * dot(v, column);
                add_scaled(column, factor, v);
            }
        }
        product
    }
}

/// The maximum number of QR steps for each eigenvalue. Two are usual; the limit bounds the time for any input.
const MAX_STEPS: usize = 50;

/// Makes a symmetric tridiagonal matrix diagonal by rotations, and rotates the columns of `vectors` in the same way.
fn diagonalize(diagonal: &mut [f64], below: &mut [f64], vectors: &mut Matrix) {
    let norm = diagonal.iter().chain(&*below).fold(0.0, |most: f64, value| most.max(value.abs()));
    let mut end = below.len(); // The last row of the part that is not yet diagonal.
    for _ in 0..MAX_STEPS * diagonal.len() {
        for value in below.iter_mut().filter(|value| value.abs() <= f64::EPSILON * norm) {
            *value = 0.0;
        }
        while end > 0 && below[end - 1] == 0.0 {
            end -= 1;
        }
        if end == 0 {
            return;
        }
        let start = (0..end).rev().find(|&row| row == 0 || below[row - 1] == 0.0).unwrap_or(0);
        qr_step(&mut diagonal[start..=end], &mut below[start..end], start, vectors);
    }
}

/// Performs a QR step with Wilkinson's shift on a block of a tridiagonal matrix. Row 0 of the block is row `first` of the matrix.
fn qr_step(diagonal: &mut [f64], below: &mut [f64], first: usize, vectors: &mut Matrix) {
    let end = below.len();
    let half = (diagonal[end - 1] - diagonal[end]) / 2.0;
    let last = below[end - 1];
    let shift = diagonal[end] - last * (last / (half + half.hypot(last).copysign(half)));
    let (mut x, mut z) = (diagonal[0] - shift, below[0]);
    for k in 0..end {
        let length = x.hypot(z);
        let (c, s) = if length == 0.0 { (1.0, 0.0) } else { (x / length, z / length) };
        if k > 0 {
            below[k - 1] = length;
        }
        let (a, b, g) = (diagonal[k], diagonal[k + 1], below[k]);
        diagonal[k] = c * c * a + 2.0 * c * s * g + s * s * b;
        diagonal[k + 1] = s * s * a - 2.0 * c * s * g + c * c * b;
        below[k] = c * s * (b - a) + (c * c - s * s) * g;
        if k + 1 < end {
            (x, z) = (below[k], s * below[k + 1]);
            below[k + 1] *= c;
        }
        let (left, right) = vectors.values.split_at_mut((first + k + 1) * vectors.rows);
        let left = &mut left[(first + k) * vectors.rows..];
        for (p, q) in left.iter_mut().zip(right) {
            (*p, *q) = (c * *p + s * *q, c * *q - s * *p);
        }
    }
}

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

    #[test]
    fn the_square_of_a_matrix_is_its_product_with_its_transpose() {
        for (rows, columns) in [(1, 1), (3, 6), (5, 4), (17, 9)] {
            let mut factor = Matrix::zeros(rows, columns);
            for (i, value) in factor.values.iter_mut().enumerate() {
                *value = (i * i % 23) as f64;
            }
            let mut square = Matrix::zeros(rows, rows);
            square.add_square(&factor);
            for i in 0..rows {
                for j in 0..=i {
                    let expected: f64 = factor.columns().map(|column| column[i] * column[j]).sum();
                    assert_eq!(square.column(j)[i], expected, "{rows} x {columns}: {i}, {j}");
                }
            }
        }
    }
}
