//! Mathematical functions that `core` does not have. They cover the ranges that rotations need and are precise to about the last digit.

/// The square root of a finite number of 0 or more.
pub(crate) fn sqrt(x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    // Halving the exponent gives the root within 4 %. Each step of Heron's method squares the relative error.
    let mut root = f64::from_bits((x.to_bits() >> 1) + (1023 << 51));
    for _ in 0..4 {
        root = 0.5 * (root + x / root);
    }
    root
}

/// The sine of an angle in −π/2..=π/2, by its power series. The omitted terms are below 10⁻¹⁷.
pub(crate) fn sin(angle: f64) -> f64 {
    let square = angle * angle;
    // Horner's scheme, from the term x²³/23! down to x: each step multiplies the sum by −x² / (2i (2i + 1)) and adds 1.
    let series = (1..=11).rev().fold(1.0, |sum, i| 1.0 - sum * square / f64::from(2 * i * (2 * i + 1)));
    angle * series
}

/// The angle in 0..=π/4 whose sine is `sine`, 0..=√½.
pub(crate) fn arc_sin(sine: f64) -> f64 {
    let cosine = sqrt(1.0 - sine * sine);
    // tan(a/2) = sin a / (1 + cos a). Applied twice, it makes the tangent small enough for a short series.
    let half = sine / (1.0 + cosine);
    4.0 * arc_tan(half / (1.0 + sqrt(1.0 + half * half)))
}

/// The angle whose tangent is `tangent`, 0..=0.2, by its power series. The omitted terms are below 10⁻¹⁷.
fn arc_tan(tangent: f64) -> f64 {
    let square = tangent * tangent;
    tangent * (0..=10).rev().fold(0.0, |sum, i| 1.0 / f64::from(2 * i + 1) - sum * square)
}

#[cfg(test)]
mod tests {
    extern crate std;

    use core::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2};

    use super::*;

    const STEPS: u32 = 100_000;

    fn share(i: u32) -> f64 {
        f64::from(i) / f64::from(STEPS)
    }

    #[test]
    fn square_roots_equal_those_of_the_standard_library() {
        for i in 0..STEPS {
            // From the square of the smallest f32 to the sum of squares of large ones.
            let x = 10_f64.powf(share(i) * 169.0 - 91.0);
            assert!((sqrt(x) / x.sqrt() - 1.0).abs() < 1e-15, "{x}");
        }
        assert_eq!((sqrt(0.0), sqrt(1.0), sqrt(4.0)), (0.0, 1.0, 2.0));
    }

    #[test]
    fn sines_and_arc_sines_equal_those_of_the_standard_library() {
        for i in 0..=STEPS {
            let angle = share(i) * FRAC_PI_2;
            assert!((sin(angle) - angle.sin()).abs() < 1e-15, "{angle}");
            assert!((sin(-angle) + angle.sin()).abs() < 1e-15, "{angle}");
            let sine = share(i) * FRAC_1_SQRT_2;
            assert!((arc_sin(sine) - sine.asin()).abs() < 1e-15, "{sine}");
        }
    }
}
