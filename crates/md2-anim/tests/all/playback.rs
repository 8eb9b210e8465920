//! Tests of properties of all playbacks: exact time, continuous poses, and no lost or repeated events.

use std::time::Duration;

use md2_anim::{Easing, KeyTimes, LoopMode, MAX_FPS, MAX_SPEED, Playback, PlaybackEvents, Pose, Sequence};
use proptest::prelude::*;

fn modes() -> impl Strategy<Value = LoopMode> {
    prop_oneof![Just(LoopMode::Loop), Just(LoopMode::Once), Just(LoopMode::PingPong)]
}

fn easings() -> impl Strategy<Value = Easing> {
    prop::sample::select(&[Easing::Linear, Easing::In, Easing::Out, Easing::InOut, Easing::Step][..])
}

fn floats() -> impl Strategy<Value = f32> {
    let odd =
        vec![f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, -0.0, 0.0, f32::MIN_POSITIVE, f32::MAX, 1e-30];
    prop_oneof![prop::sample::select(odd), any::<f32>(), 0.0..200.0_f32]
}

fn times() -> impl Strategy<Value = Duration> {
    prop_oneof![
        (0..100_000_000_u64).prop_map(Duration::from_nanos),
        (0..100_000_000_000_u64).prop_map(Duration::from_nanos),
        any::<u64>().prop_map(Duration::from_nanos),
        // At most half of the longest duration, so that two can be added.
        (0..u64::MAX / 2, 0..1_000_000_000_u32).prop_map(|(s, ns)| Duration::new(s, ns)),
    ]
}

pub(crate) fn sequences() -> impl Strategy<Value = Sequence> {
    let times = prop::collection::vec(1..500_000_u32, 1..12).prop_map(|micros| {
        let ends = micros.iter().scan(0, |end, micros| {
            *end += micros;
            Some(*end as f32 / 1e6)
        });
        KeyTimes::from_ends(ends)
    });
    let times = prop_oneof![2 => Just(None), 1 => times];
    (0..50_u32, 1..10_u32, 0.0..100.0_f32, modes(), 0..11_u32, any::<bool>(), times).prop_map(
        |(first, count, fps, mode, lead, backward, times)| Sequence {
            fps,
            mode,
            lead: lead.saturating_sub(4),
            backward,
            times,
            ..Sequence::new("any", first, first + count - 1)
        },
    )
}

fn playbacks() -> impl Strategy<Value = Playback> {
    let rate = prop_oneof![
        2 => Just(None),
        1 => prop::sample::select(&[0.3, 5.0, 7.0, 10.0, 29.97, 1e6][..]).prop_map(Some),
    ];
    let speed = prop_oneof![Just(1.0_f32), 0.0..100.0_f32];
    (sequences(), rate, easings(), speed, any::<bool>(), 0.0..=1.0_f64).prop_map(
        |(sequence, rate, easing, speed, reversed, position)| {
            let mut playback = Playback::for_sequence(&sequence);
            if let Some(fps) = rate {
                playback.set_fps(fps);
            }
            playback.set_easing(easing);
            let period = playback.period().unwrap_or_default().as_secs_f64();
            playback.seek_seconds(period * position);
            playback.set_speed(speed);
            playback.set_reversed(reversed);
            playback
        },
    )
}

pub(crate) fn distance(a: Pose, b: Pose) -> f32 {
    let frames = [a.frame_a, a.frame_b, b.frame_a, b.frame_b];
    frames.into_iter().map(|frame| (a.weight_of(frame) - b.weight_of(frame)).abs()).fold(0.0, f32::max)
}

fn assert_valid(playback: &Playback) {
    let pose = playback.pose();
    assert!((0.0..=1.0).contains(&pose.blend), "{pose:?}");
    let range = playback.first()..=playback.last();
    assert!(range.contains(&pose.frame_a) && range.contains(&pose.frame_b), "{pose:?} outside {range:?}");
    assert!((0.0..=playback.key_count() as f32).contains(&playback.position_in_keys()));
    assert!(playback.elapsed_seconds() >= 0.0);
}

#[test]
fn playback_has_64_bytes() {
    assert_eq!(size_of::<Playback>(), 64);
}

#[test]
fn millions_of_steps_equal_one_step() {
    // Three steps of about a sixtieth of a second in whole nanoseconds are exactly a twentieth of a second.
    const SIXTIETHS: [u64; 3] = [16_666_667, 16_666_667, 16_666_666];
    const WEEK: Duration = Duration::from_secs(7 * 24 * 60 * 60);
    let mut start = Playback::new(40, 45, 10.0, LoopMode::Loop);
    start.seek(0.3);
    let (mut apart, mut at_once) = (start.clone(), start.clone());
    let steps = (0..20 * WEEK.as_secs()).flat_map(|_| SIXTIETHS).map(Duration::from_nanos);
    let loops: u64 = steps.map(|step| apart.advance(step).loops).sum();
    assert_eq!((loops, at_once.advance(WEEK).loops), (1_008_000, 1_008_000));
    assert_eq!((&apart, &at_once), (&start, &start));
    at_once.advance(52 * WEEK);
    assert_eq!(at_once, start);
}

#[test]
fn steps_to_the_next_key_in_both_directions() {
    let mut playback = Playback::new(10, 12, 10.0, LoopMode::Loop);
    let mut go = |keys| {
        playback.step(keys);
        playback.pose().frame_a
    };
    let frames = [1, 1, 1, -1, -4, i64::MAX, i64::MIN].map(&mut go);
    assert_eq!(frames, [11, 12, 10, 12, 11, 12, 10]);
    playback.seek(1.5);
    playback.step(1);
    assert_eq!(playback.pose(), Pose { frame_a: 12, frame_b: 10, blend: 0.0 });
    playback.seek(1.5);
    playback.step(-1);
    assert_eq!(playback.pose(), Pose { frame_a: 11, frame_b: 12, blend: 0.0 });
    playback.set_mode(LoopMode::Once);
    playback.step(99);
    assert_eq!(playback.pose(), Pose::still(12));
}

#[test]
fn handles_invalid_values_as_documented() {
    let sequence = Sequence { fps: f32::NAN, ..Sequence::new("x", 0, 9) };
    let mut playback = Playback::for_sequence(&sequence);
    playback.advance(Duration::MAX);
    assert_eq!(playback.pose(), Pose { frame_a: 0, frame_b: 1, blend: 0.0 }, "NaN does not move");

    let mut playback = Playback::new(0, u32::MAX, f32::INFINITY, LoopMode::PingPong);
    playback.advance(Duration::MAX);
    assert_valid(&playback);
    assert_eq!(playback.last(), (1 << 31) - 1, "the longest range that the documentation allows");

    let mut playback = Playback::new(0, 9, 10.0, LoopMode::Loop);
    playback.seek(9.5);
    assert_eq!(playback.pose(), Pose { frame_a: 9, frame_b: 0, blend: 0.5 });
    for (key, frame) in [(f32::NAN, 0), (-3.0, 0), (10.0, 9), (f32::INFINITY, 9)] {
        playback.seek(key);
        assert_eq!((playback.pose().frame_a, playback.pose().blend), (frame, 0.0), "seek({key})");
    }
    playback.seek_seconds(1.0);
    assert_eq!(playback.elapsed_seconds(), 0.0, "the end of a loop is its start");

    for (seconds, frame) in [(f64::NAN, 0), (-1.0, 0), (0.2, 2), (f64::NEG_INFINITY, 0)] {
        playback = Playback::new(0, 9, 10.0, LoopMode::Once);
        playback.seek_seconds(seconds);
        assert_eq!(playback.pose().frame_a, frame, "{seconds} s");
    }
    playback.seek_seconds(f64::INFINITY);
    assert!(playback.is_finished());
}

#[test]
fn the_longest_step_has_bounded_events() {
    let mut playback = Playback::new(0, 9, MAX_FPS, LoopMode::Loop);
    playback.set_speed(MAX_SPEED);
    let step = playback.advance(Duration::MAX);
    assert_eq!((step.keys, step.frames().len()), (u64::MAX, 10));
}

fn total(steps: &[PlaybackEvents], count: impl Fn(&PlaybackEvents) -> u64) -> u64 {
    steps.iter().map(count).fold(0, u64::saturating_add)
}

proptest! {
    #[test]
    fn two_steps_equal_one_step(start in playbacks(), a in times(), b in times()) {
        let (mut apart, mut at_once) = (start.clone(), start.clone());
        let steps = [apart.advance(a), apart.advance(b)];
        let whole = at_once.advance(a + b);
        prop_assert_eq!(apart, at_once);
        prop_assert_eq!(total(&steps, |step| step.keys), whole.keys);
        prop_assert_eq!(total(&steps, |step| step.loops), whole.loops);
        prop_assert_eq!(steps[0].ended || steps[1].ended, whole.ended);
    }

    #[test]
    fn changes_of_rate_speed_and_mode_keep_the_pose(start in playbacks(), mode in modes(), fps in 0.0..1000.0_f32) {
        let mut playback = start.clone();
        let before = playback.pose();
        playback.set_fps(fps);
        prop_assert!(distance(before, playback.pose()) < 1e-5);
        playback.set_speed(3.0);
        playback.set_mode(mode);
        let last_key = start.key_count() - 1;
        let holds = mode != LoopMode::Loop || (start.lead() > 0 && start.lead() >= last_key);
        if start.position_in_keys() > last_key as f32 && holds {
            prop_assert_eq!(playback.pose(), Pose::still(before.frame_a));
        } else {
            prop_assert!(distance(before, playback.pose()) < 1e-5);
        }
    }

    #[test]
    fn never_panics(
        range in (any::<u32>(), any::<u32>()),
        numbers in (floats(), floats(), floats(), floats(), any::<f64>()),
        modes in (modes(), modes()),
        easing in easings(),
        keys in any::<i64>(),
        frames in (any::<u32>(), any::<u32>()),
        times in (times(), any::<(u64, u32)>()),
    ) {
        let mut playback = Playback::new(range.0, range.1, numbers.0, modes.0);
        playback.set_easing(easing);
        playback.set_speed(numbers.1);
        assert_valid(&playback);
        let step = playback.advance(times.0);
        let _ = step.frames().take(5).count();
        assert_valid(&playback);
        playback.set_reversed(true);
        playback.seek(numbers.2);
        assert_valid(&playback);
        playback.step(keys);
        assert_valid(&playback);
        playback.set_mode(modes.1);
        playback.advance(Duration::new(times.1.0, times.1.1 % 1_000_000_000));
        playback.seek_seconds(numbers.4);
        assert_valid(&playback);
        playback.seek_seconds(times.0.as_secs_f64());
        playback.set_fps(numbers.3);
        let sequence = Sequence { lead: frames.1, ..Sequence::new("x", range.0, range.1) };
        playback = Playback::for_sequence(&sequence);
        playback.seek_seconds(numbers.4);
        assert_valid(&playback);
        playback.set_rate_from(&sequence.with_times(KeyTimes::even(frames.0 % 99, times.0)));
        assert!(playback.step(keys).is_finite());
        playback.seek_seconds(-f64::from(numbers.2));
        let _ = playback.period();
        assert_valid(&playback);
    }
}

#[test]
fn sequence_frames_are_ascending_indices() {
    let sequence = |first, last| Sequence::new("run", first, last);
    assert_eq!(sequence(40, 45).frames(), 40..=45);
    assert_eq!(Sequence { backward: true, ..sequence(40, 45) }.frames(), 40..=45);
    assert_eq!(sequence(40, 3).frames(), 40..=40, "the last frame is before the first");
    assert!(sequence(40, 45).repeats_whole());
    assert!(!Sequence { lead: 2, ..sequence(40, 45) }.repeats_whole(), "it repeats from its third key");
    assert!(!Sequence { mode: LoopMode::Once, ..sequence(40, 45) }.repeats_whole());
    assert_eq!(sequence(40, 45).frame_at(99), 45, "the last key");
}

#[test]
fn easing_curves_pass_through_their_points() {
    for (easing, expected) in [
        (Easing::Linear, [0.25, 0.5, 0.75]),
        (Easing::In, [0.0625, 0.25, 0.5625]),
        (Easing::Out, [0.4375, 0.75, 0.9375]),
        (Easing::InOut, [0.125, 0.5, 0.875]),
        (Easing::Step, [0.0, 0.0, 0.0]),
    ] {
        assert_eq!([0.25, 0.5, 0.75].map(|t| easing.apply(t)), expected, "{easing:?}");
        assert_eq!(
            [f32::NAN, -1.0, 0.0, 1.0, 2.0].map(|t| easing.apply(t)),
            [0.0, 0.0, 0.0, 1.0, 1.0],
            "{easing:?}"
        );
    }
}
