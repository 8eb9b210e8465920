//! Trigonometry and rotations with the same bits on every machine.
//!
//! `std`'s sine calls the platform's math library, and glam's rotation constructors and `slerp` call `std`'s sine. Both may
//! differ in the last bit between systems. This module uses only `libm`, which is plain Rust.

use glam::{DQuat, DVec3};
pub use libm::{atan2, cos, exp, sin};

/// Returns the arc cosine of `x` in radians, in `0..=pi`. `x` is clamped to `-1..=1` first.
pub fn acos(x: f64) -> f64 {
    libm::acos(x.clamp(-1.0, 1.0))
}

pub fn about(axis: DVec3, radians: f64) -> DQuat {
    let (s, c) = (sin(radians / 2.0), cos(radians / 2.0));
    DQuat::from_xyzw(axis.x * s, axis.y * s, axis.z * s, c)
}

/// Interpolates from the rotation `a` (at `t` = 0) to the rotation `b` (at `t` = 1) at constant angular speed along the shorter arc.
pub fn slerp(a: DQuat, b: DQuat, t: f64) -> DQuat {
    let dot = a.dot(b);
    let (b, dot) = if dot < 0.0 { (-b, -dot) } else { (b, dot) };
    if dot > 0.9995 {
        // Nearly equal: the chord and the arc agree, and the sine below would be near zero.
        return (a * (1.0 - t) + b * t).normalize();
    }
    let angle = acos(dot);
    let (wa, wb) = (sin((1.0 - t) * angle), sin(t * angle));
    ((a * wa + b * wb) * (1.0 / sin(angle))).normalize()
}

/// Returns the smallest rotation that turns the unit vector `from` to the unit vector `to`.
pub fn between(from: DVec3, to: DVec3) -> DQuat {
    let dot = from.dot(to);
    if dot < -0.999_999 {
        // Any axis at a right angle works for opposite vectors.
        return about(from.any_orthonormal_vector(), core::f64::consts::PI);
    }
    let axis = from.cross(to);
    DQuat::from_xyzw(axis.x, axis.y, axis.z, 1.0 + dot).normalize()
}

/// Returns a smooth transition between 0 at `from` and 1 at `to`, with slope 0 at both. `from` may be larger than `to`.
pub fn ramp(from: f64, to: f64, x: f64) -> f64 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
