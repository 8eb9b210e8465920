//! Positions and changes of playbacks of special sequences: with key times, with a lead, or played backward.

use std::time::Duration;

use md2_anim::{KeyTimes, LoopMode, Playback, Pose, Sequence};
use proptest::prelude::*;

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn torch() -> Sequence {
    let times = KeyTimes::from_ends([0.2, 0.5, 1.0]).expect("increasing ends");
    Sequence::new("flame", 10, 12).with_times(times)
}

fn part_loop() -> Sequence {
    Sequence { lead: 7, ..Sequence::new("turn", 0, 9) }
}

#[test]
fn a_rate_drops_key_times() {
    let mut playback = Playback::for_sequence(&torch());
    playback.seek(1.5);
    playback.set_fps(10.0);
    assert_eq!(playback.pose(), Pose { frame_a: 11, frame_b: 12, blend: 0.5 });
    assert_eq!(playback.period(), Some(ms(300)));
    playback.set_rate_from(&torch());
    assert_eq!(playback.pose(), Pose { frame_a: 11, frame_b: 12, blend: 0.5 });
    assert_eq!(playback.period(), Some(ms(1000)));
}

#[test]
fn seeks_negative_times_in_the_previous_round() {
    let mut playback = Playback::for_sequence(&torch());
    playback.seek_seconds(-0.25);
    assert_eq!(playback.pose(), Pose { frame_a: 12, frame_b: 10, blend: 0.5 });
    playback.seek_seconds(-1000.8);
    assert_eq!(playback.pose(), Pose { frame_a: 11, frame_b: 12, blend: 0.0 });
    for held in [Sequence { mode: LoopMode::Once, ..torch() }, part_loop()] {
        let mut playback = Playback::for_sequence(&held);
        playback.seek_seconds(-5.0);
        assert_eq!((playback.position_in_keys(), playback.is_reversed()), (0.0, false), "no earlier repeat");
    }
}

#[test]
fn step_returns_the_time_moved() {
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-6, "{a}, expected {b}");
    let mut playback = Playback::for_sequence(&torch());
    close(playback.step(1), 0.2);
    close(playback.step(1), 0.3);
    close(playback.step(1), 0.5);
    assert_eq!(playback.position_in_keys(), 0.0);
    close(playback.step(-1), -0.5);
    playback.seek(1.5);
    close(playback.elapsed_seconds(), 0.35);
    close(playback.step(-1), -0.15);
    close(playback.step(30), 10.0);

    let mut playback = Playback::for_sequence(&part_loop());
    close(playback.step(11), 1.1);
    assert_eq!(playback.pose().frame_a, 8);
    close(playback.step(-8), -0.8);
    close(playback.step(-8), 0.0);
    let mut still = Playback::new(0, 9, 0.0, LoopMode::Loop);
    close(still.step(3), 0.0);
}

/// Returns the keyframe by WinQuake's rule: the first keyframe that ends after the time, or the last keyframe if no keyframe ends later.
fn winquake(ends_ms: &[u64], time_ms: u64) -> usize {
    let within = time_ms % ends_ms.last().expect("there is an end");
    ends_ms[..ends_ms.len() - 1].iter().position(|&end| end > within).unwrap_or(ends_ms.len() - 1)
}

proptest! {
    #[test]
    fn follows_winquakes_rule(lengths in prop::collection::vec(1..900_u64, 1..20), time in 0..1_000_000_u64) {
        let ends: Vec<u64> = lengths.iter().scan(0, |end, length| { *end += length; Some(*end) }).collect();
        let seconds = ends.iter().map(|&end| end as f32 / 1000.0);
        let times = KeyTimes::from_ends(seconds).expect("increasing ends");
        prop_assert_eq!(times.key_at(ms(time)) as usize, winquake(&ends, time));
    }

    #[test]
    fn position_in_keys_equals_the_key_sought(
        lengths in prop::collection::vec(1..900_u32, 2..9),
        timed: bool, backward: bool, reversed: bool, lead in 0..4_u32,
        place in 0.0..0.999_f32,
    ) {
        let frames = u32::try_from(lengths.len()).expect("few");
        let mut sequence = Sequence { backward, lead, ..Sequence::new("x", 5, 5 + frames - 1) };
        if timed {
            let ends = lengths.iter().scan(0, |end, length| { *end += length; Some(*end as f32 / 1000.0) });
            sequence.times = KeyTimes::from_ends(ends);
        }
        let mut playback = Playback::for_sequence(&sequence);
        playback.set_reversed(reversed);
        let key = place * (frames - 1) as f32;
        playback.seek(key);
        prop_assert!((playback.position_in_keys() - key).abs() < 1e-4);
        let pose = playback.pose();
        playback.set_reversed(!reversed);
        prop_assert_eq!(playback.position_in_keys(), { playback.seek(key); playback.position_in_keys() });
        prop_assert!((playback.pose().blend - pose.blend).abs() < 1e-5);
    }
}
