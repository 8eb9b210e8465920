//! Affine transformations: moving, scaling, turning and mirroring.

/// An axis of model space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Forward.
    X,
    /// Left.
    Y,
    /// Up.
    Z,
}

impl Axis {
    /// All axes, in the order of the coordinates of a position.
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// The index of the axis in a position.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// An affine transformation of model space, in Quake units: X forward, Y left, Z up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// The rows of the matrix by which a position is multiplied.
    pub matrix: [[f64; 3]; 3],
    /// The vector that is added afterwards.
    pub offset: [f64; 3],
}

impl Transform {
    /// The transformation that changes nothing.
    pub const IDENTITY: Self =
        Self { matrix: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], offset: [0.0; 3] };

    /// Returns a translation.
    pub const fn translation(offset: [f64; 3]) -> Self {
        Self { offset, ..Self::IDENTITY }
    }

    /// Returns a scaling around the origin, with a factor for each axis.
    pub fn scaling(factors: [f64; 3]) -> Self {
        let mut matrix = Self::IDENTITY.matrix;
        Axis::ALL.iter().for_each(|axis| matrix[axis.index()][axis.index()] = factors[axis.index()]);
        Self { matrix, ..Self::IDENTITY }
    }

    /// Returns a mirroring along an axis, at the plane through the origin.
    pub fn mirroring(axis: Axis) -> Self {
        let mut factors = [1.0; 3];
        factors[axis.index()] = -1.0;
        Self::scaling(factors)
    }

    /// Returns a rotation around an axis through the origin, counterclockwise seen from the end of the axis. 90 degrees around Z turn
    /// forward to left. Multiples of 90 degrees are exact.
    pub fn rotation(axis: Axis, degrees: f64) -> Self {
        let turn = degrees.rem_euclid(360.0);
        let (sine, cosine) = match () {
            () if turn == 0.0 => (0.0, 1.0),
            () if turn == 90.0 => (1.0, 0.0),
            () if turn == 180.0 => (0.0, -1.0),
            () if turn == 270.0 => (-1.0, 0.0),
            () => turn.to_radians().sin_cos(),
        };
        let (i, j) = ((axis.index() + 1) % 3, (axis.index() + 2) % 3);
        let mut matrix = Self::IDENTITY.matrix;
        (matrix[i][i], matrix[i][j], matrix[j][i], matrix[j][j]) = (cosine, -sine, sine, cosine);
        Self { matrix, ..Self::IDENTITY }
    }

    /// Returns the transformed position.
    pub fn position(&self, position: [f64; 3]) -> [f64; 3] {
        let turned = multiply(&self.matrix, position);
        [0, 1, 2].map(|row| turned[row] + self.offset[row])
    }

    /// Returns the factor by which volumes grow; negative if the transformation mirrors.
    pub fn determinant(&self) -> f64 {
        let cofactors = self.cofactors();
        (0..3).map(|column| self.matrix[0][column] * cofactors[0][column]).sum()
    }

    /// Returns the transformed normal, whose length is arbitrary.
    pub fn normal(&self, normal: [f32; 3]) -> [f32; 3] {
        // A normal is the cross product of two edges, and the matrix of cofactors transforms cross products. Mirrored triangles get the
        // other winding, which turns their normals around.
        let sign = self.determinant().signum();
        #[expect(clippy::cast_possible_truncation, reason = "a direction of any length")]
        multiply(&self.cofactors(), normal.map(f64::from)).map(|c| (sign * c) as f32)
    }

    pub(crate) fn keeps_normals(&self) -> bool {
        let factor = self.matrix[0][0];
        factor > 0.0 && *self == Self { offset: self.offset, ..Self::scaling([factor; 3]) }
    }

    /// Whether the quantized positions stay the same: the transformation moves, or scales by positive factors, and does nothing else.
    pub(crate) fn keeps_axes(&self) -> bool {
        let is_kept = |(axis, (from, factor)): (usize, (usize, f64))| axis == from && factor > 0.0;
        self.axes().is_some_and(|axes| axes.into_iter().enumerate().all(is_kept))
    }

    /// Returns -1 for each axis along which the transformation mirrors, and 1 for the others.
    pub(crate) fn mirrored_axes(&self) -> [f64; 3] {
        let is_diagonal = self.axes().is_some_and(|axes| [0, 1, 2].map(|axis| axes[axis].0) == [0, 1, 2]);
        if is_diagonal {
            [0, 1, 2].map(|axis| self.matrix[axis][axis].signum())
        } else {
            [1.0, self.determinant().signum(), 1.0]
        }
    }

    /// Returns, for each new axis, the old axis and the factor that give its coordinates. `None` if a new coordinate depends on several
    /// old ones.
    pub(crate) fn axes(&self) -> Option<[(usize, f64); 3]> {
        let source = |row: &[f64; 3]| {
            let mut used = (0..3).filter(|&column| row[column] != 0.0);
            let column = used.next()?;
            used.next().is_none().then_some((column, row[column]))
        };
        let [x, y, z] = &self.matrix;
        Some([source(x)?, source(y)?, source(z)?])
    }

    fn cofactors(&self) -> [[f64; 3]; 3] {
        let m = &self.matrix;
        [0, 1, 2].map(|row| {
            [0, 1, 2].map(|column| {
                let (r1, r2, c1, c2) = ((row + 1) % 3, (row + 2) % 3, (column + 1) % 3, (column + 2) % 3);
                m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1]
            })
        })
    }
}

fn multiply(matrix: &[[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row[0] * vector[0] + row[1] * vector[1] + row[2] * vector[2])
}
