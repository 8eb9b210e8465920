//! Tests of decoded normals against sines and cosines from the standard library.

use md3_format::{decode_normal, encode_normal};

fn expected([zenith, azimuth]: [u8; 2]) -> [f64; 3] {
    let angle = |byte: u8| f64::from(byte) * std::f64::consts::TAU / 256.0;
    let ((sin_z, cos_z), (sin_a, cos_a)) = (angle(zenith).sin_cos(), angle(azimuth).sin_cos());
    [cos_a * sin_z, sin_a * sin_z, cos_z]
}

fn all_angles() -> impl Iterator<Item = [u8; 2]> {
    (0..=255).flat_map(|zenith| (0..=255).map(move |azimuth| [zenith, azimuth]))
}

fn degrees_between(a: [f64; 3], b: [f64; 3]) -> f64 {
    let [ax, ay, az] = a;
    let [bx, by, bz] = b;
    let cross = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    let sine = cross.iter().map(|c| c * c).sum::<f64>().sqrt();
    sine.atan2(ax * bx + ay * by + az * bz).to_degrees()
}

#[test]
fn every_pair_of_angles_decodes_to_its_direction() {
    for angles in all_angles() {
        let (found, expected) = (decode_normal(angles), expected(angles));
        for axis in 0..3 {
            let off = (f64::from(found[axis]) - expected[axis]).abs();
            assert!(off < 1e-7, "{angles:?}: {found:?} for {expected:?}");
        }
        let length = found.iter().map(|c| f64::from(c * c)).sum::<f64>().sqrt();
        assert!((length - 1.0).abs() < 2e-7, "{angles:?}: {length}");
    }
}

#[test]
fn the_axes_are_exact() {
    for (angles, axis) in [
        ([0, 0], [0.0, 0.0, 1.0]),
        ([128, 0], [0.0, 0.0, -1.0]),
        ([64, 0], [1.0, 0.0, 0.0]),
        ([64, 64], [0.0, 1.0, 0.0]),
        ([64, 128], [-1.0, 0.0, 0.0]),
        ([64, 192], [0.0, -1.0, 0.0]),
    ] {
        assert_eq!(decode_normal(angles), axis);
        assert_eq!(encode_normal(axis), angles);
    }
}

#[test]
fn encoding_finds_the_nearest_of_all() {
    // Directions on a spiral over the whole sphere.
    let directions = (0..100).map(|i| {
        let z = (f64::from(i) + 0.5) / 50.0 - 1.0;
        let (sine, cosine) = (f64::from(i) * 2.399_963).sin_cos();
        let across = (1.0 - z * z).sqrt();
        [across * cosine, across * sine, z]
    });
    let table: Vec<[f64; 3]> = all_angles().map(expected).collect();
    for direction in directions {
        #[expect(clippy::cast_possible_truncation, reason = "a direction to encode")]
        let encoded = encode_normal(direction.map(|c| (7.0 * c) as f32));
        assert!(encoded[0] <= 128, "{encoded:?}");
        let found = expected(encoded);
        let dot = |a: &[f64; 3]| a.iter().zip(direction).map(|(a, b)| a * b).sum::<f64>();
        let best = table.iter().map(dot).fold(f64::MIN, f64::max);
        assert!(dot(&found) > best - 1e-6, "{direction:?} as {found:?}");
        assert!(degrees_between(found, direction) < 1.0);
    }
}

#[test]
fn normals_without_direction_point_up() {
    for direction in [[0.0; 3], [f32::NAN, 1.0, 0.0], [0.0, f32::INFINITY, 0.0]] {
        assert_eq!(encode_normal(direction), [0, 0]);
    }
    assert_eq!(encode_normal([f32::MAX, 0.0, f32::MIN]), [96, 0]);
    assert_eq!(encode_normal([f32::from_bits(1), 0.0, 0.0]), [64, 0]);
}
