//! Rotations and angles in degrees, the unit of poses. [`crate::trig`] computes them.

use glam::{DMat3, DQuat, DVec3};

use crate::trig;

/// Returns the sine of an angle in degrees.
pub fn sin(degrees: f64) -> f64 {
    trig::sin(degrees.to_radians())
}

/// Returns the cosine of an angle in degrees.
pub fn cos(degrees: f64) -> f64 {
    trig::cos(degrees.to_radians())
}

/// Returns the arc cosine of `x` in degrees, in `0..=180`. `x` is clamped to `-1..=1` first.
pub fn acos(x: f64) -> f64 {
    trig::acos(x).to_degrees()
}

/// Returns the angle in degrees of the direction (`x`, `y`), counted from +x towards +y.
pub fn atan2(y: f64, x: f64) -> f64 {
    trig::atan2(y, x).to_degrees()
}

/// Returns the rotation about the unit vector `axis` by the right-hand rule.
pub fn about(axis: DVec3, degrees: f64) -> DQuat {
    trig::about(axis, degrees.to_radians())
}

/// Returns a rotation about X, which turns Y (left) towards Z (up).
pub fn about_x(degrees: f64) -> DQuat {
    about(DVec3::X, degrees)
}

/// Returns a rotation about Y, which turns Z (up) towards X (forward).
pub fn about_y(degrees: f64) -> DQuat {
    about(DVec3::Y, degrees)
}

/// Returns a rotation about Z, which turns X (forward) towards Y (left).
pub fn about_z(degrees: f64) -> DQuat {
    about(DVec3::Z, degrees)
}

/// Returns the rotation that turns `from.0` exactly to `to.0`, and `from.1` as near to `to.1` as possible.
///
/// No vector may be zero, and the two vectors of a pair may not be parallel.
pub fn frame_to_frame(from: (DVec3, DVec3), to: (DVec3, DVec3)) -> DQuat {
    let basis = |(first, second): (DVec3, DVec3)| {
        let x = first.normalize();
        let z = x.cross(second).normalize();
        DMat3::from_cols(x, z.cross(x), z)
    };
    DQuat::from_mat3(&(basis(to) * basis(from).transpose())).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_turn_in_the_documented_direction() {
        assert!((about_x(90.0) * DVec3::Y).abs_diff_eq(DVec3::Z, 1e-6));
        assert!((about_y(90.0) * DVec3::Z).abs_diff_eq(DVec3::X, 1e-6));
        assert!((about_z(90.0) * DVec3::X).abs_diff_eq(DVec3::Y, 1e-6));
    }

    #[test]
    fn turns_both_vectors_of_a_pair() {
        let turn = frame_to_frame((DVec3::NEG_Z, DVec3::Y), (DVec3::X, DVec3::Y));
        assert!((turn * DVec3::NEG_Z).abs_diff_eq(DVec3::X, 1e-6));
        assert!((turn * DVec3::Y).abs_diff_eq(DVec3::Y, 1e-6));
    }

    #[test]
    fn inverse_functions_undo_the_functions() {
        for degrees in [-80.0, -30.0, 0.0, 45.0, 89.0] {
            assert!((atan2(sin(degrees), cos(degrees)) - degrees).abs() < 1e-3);
        }
        assert_eq!(acos(2.0), 0.0);
    }
}
