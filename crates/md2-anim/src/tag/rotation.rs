//! Vectors and rotations in double precision.

use libm::{asin, sin, sqrt};

pub(crate) type Vector = [f64; 3];

/// If the sine of the angle between two vectors is below this limit, they count as parallel.
const SMALLEST_SINE: f64 = 1e-6;

pub(crate) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn add_scaled(a: Vector, b: Vector, factor: f64) -> Vector {
    [a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor]
}

/// Returns the vector scaled to length 1. `None` if its length is at most `least`.
pub(crate) fn direction(v: Vector, least: f64) -> Option<Vector> {
    let length = sqrt(dot(v, v));
    (length.is_finite() && length > least).then(|| v.map(|x| x / length))
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct OrthogonalAxes {
    pub(crate) axes: [Vector; 3],
    pub(crate) is_mirrored: bool,
}

impl OrthogonalAxes {
    const IDENTITY: Self =
        Self { axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], is_mirrored: false };

    /// Makes three vectors of any length orthogonal. The first keeps its direction. A vector that is zero, not finite or parallel to
    /// another is computed from the other two. If only one vector is valid, the result is the identity.
    pub(crate) fn from_vectors(axes: [Vector; 3]) -> Self {
        let axes = axes.map(|axis| direction(axis, 0.0));
        let is_mirrored = match axes {
            [Some(a), Some(b), Some(c)] => dot(cross(a, b), c) < -SMALLEST_SINE,
            _ => false,
        };
        // The third axis is the cross product in cyclic order: forward, left, up.
        for (first, second, third) in [(0, 1, 2), (0, 2, 1), (1, 2, 0)] {
            let (Some(a), Some(b)) = (axes[first], axes[second]) else { continue };
            let Some(b) = direction(add_scaled(b, a, -dot(a, b)), SMALLEST_SINE) else { continue };
            let is_anticyclic = (first, second) == (0, 2);
            let c = cross(a, b).map(|x| if is_anticyclic != is_mirrored { -x } else { x });
            let mut axes = [a; 3];
            (axes[second], axes[third]) = (b, c);
            return Self { axes, is_mirrored };
        }
        Self::IDENTITY
    }

    /// The rotation from the coordinate axes to these axes. Mirrored axes are first negated.
    pub(crate) fn rotation(self) -> Rotation {
        // Negating all three axes removes the mirror.
        let [f, l, u] = if self.is_mirrored { self.axes.map(|axis| axis.map(|x| -x)) } else { self.axes };
        let (x, y, z) = (l[2] - u[1], u[0] - f[2], f[1] - l[0]);
        let (xy, xz, yz) = (f[1] + l[0], f[2] + u[0], l[2] + u[1]);
        let trace = f[0] + l[1] + u[2];
        // Each row is the quaternion multiplied by four times one of its components. The row for the largest component is the most
        // precise.
        let rows = [
            [1.0 + trace, x, y, z],
            [x, 1.0 + 2.0 * f[0] - trace, xy, xz],
            [y, xy, 1.0 + 2.0 * l[1] - trace, yz],
            [z, xz, yz, 1.0 + 2.0 * u[2] - trace],
        ];
        let largest = (1..4).fold(0, |best, i| if rows[i][i] > rows[best][best] { i } else { best });
        Rotation::normalized(rows[largest])
    }
}

/// A rotation as a quaternion of length 1: `w x y z`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rotation([f64; 4]);

impl Rotation {
    /// Scales a quaternion to length 1. At least one component must not be 0.
    fn normalized(parts: [f64; 4]) -> Self {
        let length = sqrt(parts.iter().map(|part| part * part).sum());
        Self(parts.map(|part| part / length))
    }

    pub(crate) fn interpolate(self, to: Self, share: f64) -> Self {
        let (a, b) = (self.0, to.0);
        let cosine: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
        // A quaternion and its negative are the same rotation.
        let b = if cosine < 0.0 { b.map(|part| -part) } else { b };
        let chord = sqrt(a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum());
        // Half of the rotation angle, at most 90 degrees. Computing it from the chord is precise for small angles.
        let angle = 2.0 * asin((chord / 2.0).min(core::f64::consts::FRAC_1_SQRT_2));
        let sine = sin(angle);
        if sine <= 0.0 {
            return self;
        }
        let (from, to) = (sin((1.0 - share) * angle) / sine, sin(share * angle) / sine);
        let mut parts = a;
        parts.iter_mut().zip(b).for_each(|(part, b)| *part = *part * from + b * to);
        Self::normalized(parts)
    }

    pub(crate) fn axes(self, is_mirrored: bool) -> [Vector; 3] {
        let [w, x, y, z] = self.0;
        let axes = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
            [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
            [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
        ];
        if is_mirrored { axes.map(|axis| axis.map(|x| -x)) } else { axes }
    }
}
