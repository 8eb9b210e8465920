//! Rotations and angles in degrees, in which poses are written. Everything is computed by [`crate::trig`].

use glam::{DMat3, DQuat, DVec3};

use crate::trig;

/// Sine of an angle in degrees.
pub fn sin(degrees: f64) -> f64 {
    trig::sin(degrees.to_radians())
}

/// Cosine of an angle in degrees.
pub fn cos(degrees: f64) -> f64 {
    trig::cos(degrees.to_radians())
}

/// Angle in degrees, in 0..=180, whose cosine is `x`; `x` is clamped to -1..=1.
pub fn acos(x: f64) -> f64 {
    trig::acos(x).to_degrees()
}

/// Angle in degrees of the direction (`x`, `y`), counted from +x towards +y.
pub fn atan2(y: f64, x: f64) -> f64 {
    trig::atan2(y, x).to_degrees()
}

/// Rotation about the unit vector `axis` by the right-hand rule.
pub fn about(axis: DVec3, degrees: f64) -> DQuat {
    trig::about(axis, degrees.to_radians())
}

/// Rotation about X: turns Y (left) towards Z (up).
pub fn about_x(degrees: f64) -> DQuat {
    about(DVec3::X, degrees)
}

/// Rotation about Y: turns Z (up) towards X (forward).
pub fn about_y(degrees: f64) -> DQuat {
    about(DVec3::Y, degrees)
}

/// Rotation about Z: turns X (forward) towards Y (left).
pub fn about_z(degrees: f64) -> DQuat {
    about(DVec3::Z, degrees)
}

/// The rotation that carries the right-angled frame with first axis `from.0` and second axis near `from.1` onto the
/// one with first axis `to.0` and second axis near `to.1`.
///
/// First axes are matched exactly, second ones as far as the right angle allows. None may be zero, and the two of a
/// pair may not be parallel.
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
    fn maps_a_frame_to_a_frame() {
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
