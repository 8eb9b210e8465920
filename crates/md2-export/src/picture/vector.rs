//! What little vector arithmetic a picture takes.

/// A point, a direction or a color.
pub(super) type Vec3 = [f32; 3];

pub(super) fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `a + b * factor`.
pub(super) fn add_scaled(a: Vec3, b: Vec3, factor: f32) -> Vec3 {
    [a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor]
}

pub(super) fn dot(a: Vec3, b: Vec3) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The vector at unit length, or `otherwise` where it has no direction.
pub(super) fn unit_or(a: Vec3, otherwise: Vec3) -> Vec3 {
    let length = dot(a, a).sqrt();
    if length > 1e-12 && length.is_finite() { a.map(|c| c / length) } else { otherwise }
}

/// A point moved by a matrix of columns.
pub(super) fn transform_point(m: &[[f32; 4]; 4], p: Vec3) -> Vec3 {
    [0, 1, 2].map(|i| m[0][i] * p[0] + m[1][i] * p[1] + m[2][i] * p[2] + m[3][i])
}

/// A direction turned by a matrix of columns.
pub(super) fn transform_direction(m: &[[f32; 4]; 4], p: Vec3) -> Vec3 {
    [0, 1, 2].map(|i| m[0][i] * p[0] + m[1][i] * p[1] + m[2][i] * p[2])
}
