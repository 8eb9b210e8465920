//! Poses and the clamping of their frames and blend.

use md2_common::{Pose, saturate};

#[test]
fn clamps_frames_and_blend() {
    let check = |(frame_a, frame_b, blend), expected| {
        let Pose { frame_a, frame_b, blend } = Pose { frame_a, frame_b, blend }.clamped_to(3);
        assert_eq!((frame_a, frame_b, blend), expected);
    };
    check((1, 2, 0.25), (1, 2, 0.25));
    check((3, u32::MAX, 7.0), (2, 2, 1.0));
    check((0, 1, -1.0), (0, 1, 0.0));
    check((0, 1, f32::NAN), (0, 1, 0.0));
    assert_eq!(
        Pose { frame_a: 4, frame_b: 5, blend: 0.5 }.clamped_to(0).frames(),
        [0, 0],
        "no frames count as one frame"
    );
}

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
