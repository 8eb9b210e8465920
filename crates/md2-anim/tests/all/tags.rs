//! Interpolation of tags, compared with rotations by an axis and an angle.

use md2_anim::TagPose;
use proptest::prelude::*;

type Axes = [[f64; 3]; 3];

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn unit(v: [f64; 3]) -> [f64; 3] {
    v.map(|x| x / dot(v, v).sqrt())
}

fn turned(v: [f64; 3], axis: [f64; 3], angle: f64) -> [f64; 3] {
    let (across, along) = (cross(axis, v), dot(axis, v) * (1.0 - angle.cos()));
    std::array::from_fn(|i| v[i] * angle.cos() + across[i] * angle.sin() + axis[i] * along)
}

fn axes_turned(axes: Axes, axis: [f64; 3], degrees: f64) -> Axes {
    axes.map(|v| turned(v, axis, degrees.to_radians()))
}

const STRAIGHT: Axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
const MIRRORED: Axes = [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]];

fn pose(axes: Axes) -> TagPose {
    #[expect(clippy::cast_possible_truncation, reason = "rounded to the precision of a pose")]
    let axes = axes.map(|axis| axis.map(|x| x as f32));
    TagPose { origin: [0.0; 3], axes }
}

fn distance(a: [[f32; 3]; 3], b: Axes) -> f64 {
    let numbers = a.as_flattened().iter().zip(b.as_flattened());
    numbers.map(|(a, b)| (f64::from(*a) - b).abs()).fold(0.0, f64::max)
}

fn determinant(axes: Axes) -> f64 {
    dot(cross(axes[0], axes[1]), axes[2])
}

#[track_caller]
fn assert_rigid(pose: &TagPose, mirrored: bool) {
    assert!(pose.origin.iter().all(|x| x.is_finite()), "{pose:?}");
    let axes = pose.axes.map(|axis| axis.map(f64::from));
    for i in 0..3 {
        for j in 0..3 {
            let expected = if i == j { 1.0 } else { 0.0 };
            assert!((dot(axes[i], axes[j]) - expected).abs() < 1e-5, "{pose:?}");
        }
    }
    let sign = if mirrored { -1.0 } else { 1.0 };
    assert!((determinant(axes) - sign).abs() < 1e-5, "{pose:?}");
    assert_eq!(pose.is_mirrored(), mirrored);
}

fn directions() -> impl Strategy<Value = [f64; 3]> {
    prop::array::uniform3(-1.0..1.0_f64)
        .prop_filter_map("long enough", |v| (dot(v, v) > 0.01).then(|| unit(v)))
}

fn rotations(start: Axes) -> impl Strategy<Value = Axes> {
    (directions(), -180.0..180.0_f64).prop_map(move |(axis, angle)| axes_turned(start, axis, angle))
}

fn floats() -> impl Strategy<Value = f32> {
    let odd =
        vec![f32::NAN, f32::INFINITY, -0.0, 0.0, 1.0, -1.0, f32::MIN_POSITIVE, 1e-45, f32::MAX, f32::MIN];
    prop_oneof![prop::sample::select(odd), any::<f32>(), -2.0..2.0_f32]
}

fn any_pose() -> impl Strategy<Value = TagPose> {
    let axes = prop::array::uniform3(prop::array::uniform3(floats()));
    (prop::array::uniform3(floats()), axes).prop_map(|(origin, axes)| TagPose { origin, axes })
}

#[test]
fn stays_rigid_in_a_half_turn() {
    let to = pose([[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]]);
    let middle = TagPose::interpolate(&pose(STRAIGHT), &to, 0.5);
    assert_rigid(&middle, false);
    assert!(dot(middle.axes[0].map(f64::from), [1.0, 0.0, 0.0]).abs() < 1e-6, "90 degrees from both poses");
}

#[test]
fn removes_scale_at_keys_too() {
    let mut scaled = pose(axes_turned(STRAIGHT, [0.0, 1.0, 0.0], 30.0));
    scaled.axes = scaled.axes.map(|axis| axis.map(|x| x * 30.0));
    assert_rigid(&TagPose::interpolate(&scaled, &scaled, 0.0), false);
    assert!(distance(scaled.rigid().axes, axes_turned(STRAIGHT, [0.0, 1.0, 0.0], 30.0)) < 1e-6);
}

#[test]
fn takes_the_nearer_key_between_mirrored_and_unmirrored_poses() {
    let (plain, mirrored) = (pose(STRAIGHT), TagPose { origin: [4.0, 0.0, 0.0], ..pose(MIRRORED) });
    let before = TagPose::interpolate(&plain, &mirrored, 0.49);
    assert_eq!(before.axes, plain.axes);
    let after = TagPose::interpolate(&plain, &mirrored, 0.5);
    assert_eq!((after.axes, after.origin), (mirrored.axes, [2.0, 0.0, 0.0]), "the origin is interpolated");
}

#[test]
fn computes_a_missing_axis_from_the_others() {
    let axes = axes_turned(STRAIGHT, unit([3.0, 1.0, 2.0]), 50.0);
    for missing in 0..3 {
        for nothing in [[0.0; 3], [f32::NAN, 0.0, 1.0]] {
            let mut tag = pose(axes);
            tag.axes[missing] = nothing;
            assert!(distance(tag.rigid().axes, axes) < 1e-6, "axis {missing}");
        }
    }
    let line = TagPose { axes: [[0.0, 2.0, 0.0], [0.0, -1.0, 0.0], [0.0; 3]], ..TagPose::IDENTITY };
    assert_eq!(line.rigid(), TagPose::IDENTITY);
}

#[test]
fn chains_tags() {
    // A torso on the legs, turned left by 90 degrees; a gun 10 units in front of it, turned down by 90 degrees.
    let legs = TagPose { origin: [100.0, 0.0, 0.0], ..TagPose::IDENTITY };
    let torso = TagPose { origin: [0.0, 0.0, 20.0], ..pose(axes_turned(STRAIGHT, [0.0, 0.0, 1.0], 90.0)) };
    let gun = TagPose { origin: [10.0, 0.0, 0.0], ..pose(axes_turned(STRAIGHT, [0.0, 1.0, 0.0], 90.0)) };
    let placed = gun.attached_to(&torso.attached_to(&legs));
    assert!(placed.origin.iter().zip([100.0, 10.0, 20.0]).all(|(a, b)| (a - b).abs() < 1e-5));
    assert!(distance(placed.axes, [[0.0, 0.0, -1.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]) < 1e-6);

    let [forward, left, up, origin] = placed.to_matrix();
    let muzzle: Vec<f32> = (0..3).map(|i| 2.0 * forward[i] + left[i] - up[i] + origin[i]).collect();
    let mut pairs = muzzle.iter().zip([99.0, 9.0, 18.0_f32]);
    assert!(pairs.all(|(a, b)| (a - b).abs() < 1e-5), "{muzzle:?}");
    assert_eq!([forward[3], left[3], up[3], origin[3]], [0.0, 0.0, 0.0, 1.0]);
}

proptest! {
    #[test]
    fn interpolates_any_rotation_by_its_angle(mirrored: bool, start in rotations(STRAIGHT), axis in directions(), angle in 0.0..179.9_f64, blend in 0.0..=1.0_f32) {
        let start = if mirrored { start.map(|axis| axis.map(|x| -x)) } else { start };
        let [from, to] = [0.0, angle].map(|angle| pose(axes_turned(start, axis, angle)));
        let expected = axes_turned(start, axis, angle * f64::from(blend));
        // Near a half turn, rounding the poses to single precision changes the rotation axis.
        let tolerance = if angle > 179.0 { 1e-3 } else { 1e-5 };
        let hand = TagPose::interpolate(&from, &to, blend);
        prop_assert!(distance(hand.axes, expected) < tolerance);
        assert_rigid(&hand, mirrored);
    }

    #[test]
    fn any_numbers_give_a_rigid_pose(a in any_pose(), b in any_pose(), blend in floats()) {
        let pose = TagPose::interpolate(&a, &b, blend);
        assert_rigid(&pose, pose.is_mirrored());
        assert_rigid(&a.rigid(), a.is_mirrored());
        let _ = (a.attached_to(&b), a.to_matrix());
    }
}
