//! Poses and the clamping of their frames and blend.

use md2_common::{Pose, saturate};

#[test]
fn saturates_numbers_to_zero_and_one() {
    let numbers = [-0.0, 0.25, 1.0, 1.5, -1.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
    let expected: [f32; 8] = [0.0, 0.25, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0];
    assert_eq!(numbers.map(|number| saturate(number).to_bits()), expected.map(f32::to_bits));
}

#[test]
fn weighs_frames_by_the_blend() {
    let pose = Pose { frame_a: 4, frame_b: 5, blend: 0.25 };
    assert_eq!([4, 5, 6].map(|frame| pose.weight_of(frame)), [0.75, 0.25, 0.0]);
    assert_eq!((pose.nearest(), Pose { blend: 0.5, ..pose }.nearest()), (4, 5));
    assert_eq!(Pose::still(7).weight_of(7), 1.0);
}
