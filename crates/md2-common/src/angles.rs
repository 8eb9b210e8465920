//! The normals of MD3, stored as two angles.
//!
//! A vertex stores the angle of its normal from +Z and the angle around Z, one byte each, 256 steps to the full circle. `core`
//! has no sine, so a table of 256 sines is computed at compile time.

/// Returns the normal that two angles define, as a unit vector: X forward, Y left, Z up. Angles are in 256ths of a circle.
///
/// The first angle `z` is measured from +Z, the second angle `a` around Z, from +X toward +Y:
/// (cos a · sin z, sin a · sin z, cos z). The error of each component is below 1e-7.
///
/// ```
/// use md2_common::decode_normal;
///
/// assert_eq!(decode_normal([0, 0]), [0.0, 0.0, 1.0]);
/// assert_eq!(decode_normal([64, 64]), [0.0, 1.0, 0.0]);
/// assert_eq!(decode_normal([128, 0]), [0.0, 0.0, -1.0]);
/// ```
#[inline]
pub fn decode_normal([zenith, azimuth]: [u8; 2]) -> [f32; 3] {
    let across = sine(zenith);
    [cosine(azimuth) * across, sine(azimuth) * across, cosine(zenith)]
}

/// Returns the two angles (zenith, azimuth) of the normal nearest to `direction`, which may have any length.
///
/// Nearest means the greatest dot product, computed in `f32` in a fixed order: the result is the same on every
/// machine. The error is at most one degree. If several normals are equally near, the function returns the lowest
/// angles: (0, 0) for +Z and (128, 0) for -Z. The zenith is at most 128. A vector without a direction (zero, or with
/// an infinite or NaN component) gives (0, 0).
///
/// ```
/// use md2_common::{decode_normal, encode_normal};
///
/// assert_eq!(encode_normal([0.0, -3.0, 0.0]), [64, 192]);
/// assert_eq!(encode_normal(decode_normal([40, 200])), [40, 200]);
/// ```
pub fn encode_normal(direction: [f32; 3]) -> [u8; 2] {
    let largest = direction.iter().fold(0.0_f32, |largest, c| largest.max(c.abs()));
    if largest == 0.0 || !direction.iter().all(|c| c.is_finite()) {
        return [0, 0];
    }
    // Scaling the greatest component to 1 prevents overflow and underflow in the products below.
    let [x, y, z] = direction.map(|c| c / largest);
    // The best azimuth does not depend on the zenith.
    let (azimuth, across) = greatest(0..=255, |angle| x * cosine(angle) + y * sine(angle));
    let (zenith, _) = greatest(0..=128, |angle| across * sine(angle) + z * cosine(angle));
    [zenith, azimuth]
}

/// Returns the angle at which `value` is greatest, and that value. If several angles have this value, returns the lowest.
fn greatest(angles: impl Iterator<Item = u8>, value: impl Fn(u8) -> f32) -> (u8, f32) {
    angles.fold((0, f32::NEG_INFINITY), |(best, most), angle| {
        let value = value(angle);
        if value > most { (angle, value) } else { (best, most) }
    })
}

#[inline]
fn sine(angle: u8) -> f32 {
    SINES[usize::from(angle)]
}

#[inline]
fn cosine(angle: u8) -> f32 {
    sine(angle.wrapping_add(64))
}

static SINES: [f32; 256] = {
    let mut sines = [0.0; 256];
    let mut angle = 0;
    while angle <= 64 {
        let sine = first_quarter(angle);
        // The other quarters are exact mirror images of the first.
        sines[angle] = sine;
        sines[128 - angle] = sine;
        sines[128 + angle] = -sine;
        sines[(256 - angle) % 256] = -sine;
        angle += 1;
    }
    // The loop stored -0.0 in these two entries.
    sines[0] = 0.0;
    sines[128] = 0.0;
    sines
};

/// Returns the sine of an angle of 0..=64, where 64 is a right angle.
const fn first_quarter(angle: usize) -> f32 {
    const STEP: f64 = core::f64::consts::TAU / 256.0;
    // Nine terms of the Taylor series are exact in f64 for angles up to an eighth of the circle.
    let (sine_of, mut term) = if angle <= 32 { (angle, STEP * angle as f64) } else { (64 - angle, 1.0) };
    let x = STEP * sine_of as f64;
    let mut n = if angle <= 32 { 1.0 } else { 0.0 };
    let mut sum = 0.0;
    let mut terms = 0;
    while terms < 9 {
        sum += term;
        term = -term * x * x / ((n + 1.0) * (n + 2.0));
        n += 2.0;
        terms += 1;
    }
    #[expect(clippy::cast_possible_truncation, reason = "rounds to f32")]
    let rounded = sum as f32;
    rounded
}
