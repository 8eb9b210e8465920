//! Rotations and angles in degrees, the unit of poses. [`crate::trig`] computes them.

use glam::{DMat3, DQuat, DVec3};

use crate::trig;

pub fn sin(degrees: f64) -> f64 {
    trig::sin(degrees.to_radians())
}

pub fn cos(degrees: f64) -> f64 {
    trig::cos(degrees.to_radians())
}

/// Returns the arc cosine of `x` in degrees, in `0..=180`. `x` is clamped to `-1..=1` first.
pub fn acos(x: f64) -> f64 {
    trig::acos(x).to_degrees()
}

/// Returns the angle in degrees from the +X direction to the direction (`x`, `y`), positive towards +Y.
pub fn atan2(y: f64, x: f64) -> f64 {
    trig::atan2(y, x).to_degrees()
}

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

/// Returns the rotation that turns the vector `from.0` to the direction of `to.0`, and `from.1` as near to `to.1` as
/// possible.
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
