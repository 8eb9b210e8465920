//! Smooth noise from an integer hash. It is the same on every machine.

use glam::{DVec3, I64Vec3};

pub fn cell(at: I64Vec3, seed: u64) -> f64 {
    let mut h = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for part in at.to_array() {
        h = (h ^ part.cast_unsigned()).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        h ^= h >> 29;
        h = h.wrapping_mul(0x94d0_49bb_1331_11eb);
        h ^= h >> 32;
    }
    (h >> 11) as f64 / (1_u64 << 53) as f64
}

/// Returns smooth random values (value noise) in `0..1`, with details of about one unit.
pub fn noise(at: DVec3, seed: u64) -> f64 {
    lattice_noise(at, |corner| cell(corner, seed))
}

/// Interpolates smoothly between the values that `value` returns for the corners of the lattice cell around `at`.
pub fn lattice_noise(at: DVec3, value: impl Fn(I64Vec3) -> f64) -> f64 {
    let low = at.floor();
    let t = at - low;
    let t = t * t * (DVec3::splat(3.0) - t * 2.0);
    let low = low.as_i64vec3();
    let corner = |x: i64, y: i64, z: i64| value(low + I64Vec3::new(x, y, z));
    let along_x = |y: i64, z: i64| corner(0, y, z) + (corner(1, y, z) - corner(0, y, z)) * t.x;
    let along_y = |z: i64| along_x(0, z) + (along_x(1, z) - along_x(0, z)) * t.y;
    along_y(0) + (along_y(1) - along_y(0)) * t.z
}

/// Returns [`noise`] at three scales added together, in `-1..1` and mostly near zero.
pub fn mottle(at: DVec3, seed: u64) -> f64 {
    let sum = noise(at, seed) + noise(at * 2.1, seed + 1) * 0.5 + noise(at * 4.3, seed + 2) * 0.25;
    sum / 0.875 - 1.0
}
