//! Quantization of positions. The result is at most half a quantization step away.

use md2_format::model::ModelFrame;
use md2_format::raw::FrameName;
use md2_format::{Quantization, QuantizeError};
use md2_testdata::random::Random;

/// Asserts that packing and unpacking moves each of `positions` by at most half a quantization step plus the rounding
/// of `f32`.
#[track_caller]
fn packs(positions: &[[f32; 3]]) {
    let quantization = Quantization::covering(positions).unwrap();
    for &position in positions {
        let unpacked = quantization.unpack(quantization.pack(position));
        for axis in 0..3 {
            let (wanted, found) = (f64::from(position[axis]), f64::from(unpacked[axis]));
            let greatest =
                quantization.translate[axis].abs().max(position[axis].abs()).max(unpacked[axis].abs());
            let rounding = f64::from(greatest) * f64::from(f32::EPSILON);
            let half = f64::from(quantization.scale[axis]) / 2.0;
            assert!(
                (wanted - found).abs() <= half * (1.0 + 1.0e-4) + rounding,
                "{position:?} became {unpacked:?}"
            );
        }
    }
}

#[test]
fn positions_are_at_most_half_a_step_off() {
    packs(&[]);
    packs(&[[1.0, -2.0, 3.0]]);
    packs(&[[0.0, 0.0, 0.0], [255.0, 1.0, 1.0e-30], [127.49, 0.3, 0.5e-30]]);
    packs(&[[-3.0e38, 0.0, 1.0e6], [3.0e38, f32::MIN_POSITIVE, 1.0e6 + 1.0], [1.0, 0.0, 1.0e6 + 0.5]]);
    let mut random = Random::new(1);
    let mut coordinate = || f32::from(i16::from_le_bytes([random.byte(), random.byte()])) / 3.0;
    for count in 1..500 {
        packs(&(0..count % 50).map(|_| [coordinate(), coordinate(), coordinate()]).collect::<Vec<_>>());
    }
}

#[test]
fn bounds_are_packed_exactly() {
    let positions = [[-12.0, 0.0, 7.0], [13.5, 255.0, 7.0]];
    let quantization = Quantization::covering(&positions).unwrap();
    assert_eq!(quantization, Quantization { scale: [0.1, 1.0, 0.0], translate: [-12.0, 0.0, 7.0] });
    assert_eq!(positions.map(|position| quantization.pack(position)), [[0, 0, 0], [255, 255, 0]]);
    assert_eq!(quantization.unpack([255, 255, 255]), [13.5, 255.0, 7.0]);
}

#[test]
fn positions_outside_are_clamped() {
    let quantization = Quantization { scale: [1.0; 3], translate: [0.0; 3] };
    assert_eq!(quantization.pack([-1.0e30, 254.4, 1.0e30]), [0, 254, 255]);
    // In some files the scale of an axis is negative.
    let mirrored = Quantization { scale: [-0.5; 3], translate: [10.0; 3] };
    assert_eq!(mirrored.pack([10.0, 9.5, 0.0]), [0, 1, 20]);
}

#[test]
fn rejects_positions_that_cannot_be_packed() {
    let name = FrameName::default();
    let up = [0.0, 0.0, 1.0];
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let positions = [[0.0; 3], [0.0, bad, 0.0]];
        let error = ModelFrame::from_positions(name, &positions, &[up; 2]).unwrap_err();
        assert!(matches!(error, QuantizeError::NotFinite { vertex: 1, .. }), "{error}");
    }
    let error = ModelFrame::from_positions(name, &[[0.0; 3]], &[up; 2]).unwrap_err();
    assert_eq!(error.to_string(), "1 positions but 2 normals, expected the same number");
}
