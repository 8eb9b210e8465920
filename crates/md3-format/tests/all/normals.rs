//! Tests of decoded normals against sines and cosines from the standard library.

use md2_testdata::corpus;
use md3_format::{Md3, Surface, decode_normal, encode_normal};

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
fn a_direction_of_the_table_encodes_to_itself() {
    for angles in all_angles() {
        let direction = decode_normal(angles);
        let encoded = encode_normal(direction);
        assert!(encoded[0] <= 128, "{encoded:?}");
        let off = degrees_between(expected(encoded), expected(angles));
        assert!(off < 1e-4, "{angles:?} as {encoded:?}: {off} degrees");
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
        let found = expected(encode_normal(direction.map(|c| (7.0 * c) as f32)));
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

/// Returns the smooth normals of a surface in its first frame: the area-weighted sums of the triangles' normals.
fn smooth_normals(surface: &Surface<'_>) -> Vec<[f64; 3]> {
    let positions: Vec<_> = surface.positions(0).map(|position| position.map(f64::from)).collect();
    let mut normals = vec![[0.0; 3]; positions.len()];
    for triangle in surface.triangles().iter() {
        let corners = triangle.indices.map(|index| usize::try_from(index).unwrap());
        let [a, b, c] = corners.map(|corner| positions[corner]);
        let facing = md2_common::triangle::facing([a, b, c]);
        for corner in corners {
            for axis in 0..3 {
                normals[corner][axis] += facing[axis];
            }
        }
    }
    normals
}

#[test]
fn normals_of_real_models_follow_their_triangles() {
    let files = corpus::files("md3");
    let mut angles = [const { Vec::new() }; 2];
    for (_, bytes) in &files {
        let md3 = Md3::parse(bytes).unwrap();
        for surface in md3.surfaces() {
            for (vertex, smooth) in surface.vertices(0).iter().zip(smooth_normals(surface)) {
                if smooth == [0.0; 3] {
                    continue;
                }
                let swapped = decode_normal([vertex.azimuth, vertex.zenith]);
                for (angles, normal) in angles.iter_mut().zip([vertex.normal(), swapped]) {
                    angles.push(degrees_between(normal.map(f64::from), smooth));
                }
            }
        }
    }
    if files.is_empty() {
        return;
    }
    let [right, swapped] = angles.map(|mut angles| {
        angles.sort_by(f64::total_cmp);
        angles[angles.len() / 2]
    });
    // Vertices at seams and hard edges have different normals, so a few differences are large.
    assert!(right < 10.0, "{right} degrees in the median");
    assert!(swapped > 45.0, "{swapped} degrees in the median with the angles exchanged");
}
