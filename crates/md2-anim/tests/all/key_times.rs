//! Sequences that have key times, have a lead, or play backward. The results are compared with a simulation that goes from keyframe to
//! keyframe.

use std::time::Duration;

use md2_anim::{KeyTimes, LoopMode, Playback, Pose, Sequence};
use proptest::prelude::*;

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// Returns a sequence of three keyframes of 0.2, 0.3 and 0.5 s, in frames 10..=12.
fn torch() -> Sequence {
    let times = KeyTimes::from_ends([0.2, 0.5, 1.0]).expect("increasing ends");
    Sequence::new("flame", 10, 12).with_times(times)
}

/// Returns a sequence of ten frames of which the last three repeat.
fn part_loop() -> Sequence {
    Sequence { lead: 7, ..Sequence::new("turn", 0, 9) }
}

/// Returns the current frame and the frame after each of the next `count` tenths of a second.
fn frames(playback: &mut Playback, count: usize) -> Vec<u32> {
    let mut shown = vec![playback.pose().frame_a];
    for _ in 0..count {
        playback.advance(ms(100));
        assert_eq!(playback.pose().blend, 0.0);
        shown.push(playback.pose().frame_a);
    }
    shown
}

#[test]
fn blends_each_key_into_the_next_within_its_time() {
    let mut playback = Playback::for_sequence(&torch());
    for (time, frame_a, frame_b, blend) in [
        (0, 10, 11, 0.0),
        (50, 10, 11, 0.25),
        (150, 11, 12, 0.0),
        (150, 11, 12, 0.5),
        (400, 12, 10, 0.5),
        (250, 10, 11, 0.0),
    ] {
        playback.advance(ms(time));
        assert_eq!(playback.pose(), Pose { frame_a, frame_b, blend });
    }
    assert_eq!((playback.period(), playback.fps()), (Some(ms(1000)), 3.0));
    let step = playback.advance(ms(60 * 60 * 1000 + 600));
    assert_eq!((step.loops(), step.keys()), (3600, 10_802));
    assert_eq!(step.frames().collect::<Vec<_>>(), [10, 11, 12]);
}

#[test]
fn uses_key_times_in_each_mode_and_direction() {
    let at = |mode, reversed, time| {
        let mut playback = Playback::for_sequence(&Sequence { mode, ..torch() });
        playback.set_reversed(reversed);
        playback.seek_seconds(ms(time).as_secs_f64());
        (playback.pose().frame_a, playback.pose().frame_b, playback.pose().blend)
    };
    assert_eq!(at(LoopMode::Once, false, 350), (11, 12, 0.5));
    assert_eq!(at(LoopMode::Once, false, 500), (12, 12, 0.0), "it ends at the last key");
    assert_eq!(at(LoopMode::Once, true, 150), (11, 12, 0.5));
    assert_eq!(at(LoopMode::Once, true, 400), (10, 11, 0.5));
    assert_eq!(at(LoopMode::Loop, true, 250), (12, 10, 0.5));
    assert_eq!(at(LoopMode::PingPong, false, 650), (11, 12, 0.5), "the same times on the way back");
    assert_eq!(at(LoopMode::PingPong, false, 900), (10, 11, 0.5));
    assert_eq!(at(LoopMode::PingPong, false, 1200), (11, 12, 0.0));
}

#[test]
fn a_rate_drops_key_times_and_times_cut_a_longer_range() {
    let mut playback = Playback::for_sequence(&torch());
    playback.seek(1.5);
    playback.set_fps(10.0);
    assert_eq!(playback.pose(), Pose { frame_a: 11, frame_b: 12, blend: 0.5 });
    assert_eq!((playback.times(), playback.period()), (None, Some(ms(300))));
    playback.set_rate_from(&torch());
    assert_eq!(playback.pose(), Pose { frame_a: 11, frame_b: 12, blend: 0.5 });
    assert_eq!(playback.period(), Some(ms(1000)));

    let long = Sequence { last: 19, ..torch() };
    let playback = Playback::for_sequence(&long);
    assert_eq!((playback.last(), playback.key_count()), (12, 3));
}

#[test]
fn repeats_the_keys_after_the_lead() {
    let mut playback = Playback::for_sequence(&part_loop());
    assert_eq!(frames(&mut playback, 14), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 7, 8, 9, 7, 8]);
    playback.seek(9.5);
    assert_eq!(playback.pose(), Pose { frame_a: 9, frame_b: 7, blend: 0.5 });
    assert_eq!(playback.period(), Some(ms(300)), "the duration of the repeated keyframes");

    playback.restart();
    let step = playback.advance(ms(1600));
    assert_eq!((step.keys(), step.loops(), step.ended()), (16, 3, false));
    assert_eq!(step.frames().collect::<Vec<_>>(), [7, 8, 9, 7, 8, 9, 7, 8, 9, 7]);
}

#[test]
fn in_reverse_repeats_the_same_keys_or_ends_in_the_lead() {
    let mut playback = Playback::for_sequence(&part_loop());
    playback.seek_frame(8);
    playback.set_reversed(true);
    assert_eq!(frames(&mut playback, 5), [8, 7, 9, 8, 7, 9]);
    playback.seek_frame(2);
    assert_eq!(frames(&mut playback, 4), [2, 1, 0, 0, 0]);
    assert!(playback.is_finished());
    playback.set_reversed(false);
    assert_eq!(frames(&mut playback, 3), [0, 1, 2, 3]);
    // Between the lead and the repeated keyframes, the playback runs back into the lead.
    playback.set_reversed(true);
    playback.seek(6.5);
    playback.advance(ms(50));
    assert_eq!(frames(&mut playback, 2), [6, 5, 4]);
    playback.restart();
    assert_eq!(frames(&mut playback, 3), [7, 9, 8, 7]);
}

#[test]
fn holds_the_last_frame_if_the_lead_leaves_only_one() {
    for lead in [9, 10, u32::MAX] {
        let mut playback = Playback::for_sequence(&Sequence { lead, ..part_loop() });
        let step = playback.advance(ms(5000));
        assert!(step.ended() && playback.is_finished());
        assert_eq!((playback.pose(), step.keys(), step.loops()), (Pose::still(9), 9, 0));
    }
}

#[test]
fn keeps_the_lead_in_other_modes() {
    let mut playback = Playback::for_sequence(&part_loop());
    playback.set_mode(LoopMode::PingPong);
    assert_eq!(playback.period(), Some(ms(1800)));
    playback.set_mode(LoopMode::Loop);
    assert_eq!((playback.period(), playback.lead()), (Some(ms(300)), 7));
}

#[test]
fn begins_a_backward_sequence_with_its_last_frame() {
    let sequence = Sequence { backward: true, ..part_loop() };
    let mut playback = Playback::for_sequence(&sequence);
    assert_eq!(frames(&mut playback, 12), [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 2, 1, 0]);
    assert_eq!((sequence.frame_at(0), sequence.frame_at(9), sequence.frame_at(99)), (9, 0, 0));
    playback.seek(0.25);
    assert_eq!(playback.pose(), Pose { frame_a: 9, frame_b: 8, blend: 0.25 });
    playback.seek_frame(3);
    assert_eq!((playback.pose().frame_a, playback.position_in_keys()), (3, 6.0));
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

/// Implements WinQuake's rule: the first keyframe, except the last, whose end is after the time; otherwise the last keyframe.
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
        let expected = winquake(&ends, time);
        prop_assert_eq!(times.key_at(ms(time)) as usize, expected);

        // A playback shows the same keyframe and blends into the next.
        let frames = u32::try_from(ends.len()).expect("few");
        let mut playback = Playback::for_sequence(&Sequence::new("x", 0, frames - 1).with_times(times));
        playback.seek_seconds(ms(time).as_secs_f64());
        let pose = playback.pose();
        if frames > 1 {
            let within = time % ends[ends.len() - 1];
            let start = if expected == 0 { 0 } else { ends[expected - 1] };
            let blend = (within - start) as f32 / lengths[expected] as f32;
            prop_assert_eq!((pose.frame_a as usize, pose.frame_b), (expected, (pose.frame_a + 1) % frames));
            prop_assert!((pose.blend - blend).abs() < 1e-6);
        }
    }

    #[test]
    fn follows_quake_3s_rule(count in 2..12_u32, looping in 0..14_u32, backward: bool, keys in 0..60_u32) {
        // Quake III: k counts up to the end, then repeats the last `looping` keys.
        let mode = if looping == 0 { LoopMode::Once } else { LoopMode::Loop };
        let lead = if looping == 0 { 0 } else { count.saturating_sub(looping) };
        let sequence = Sequence { mode, lead, backward, ..Sequence::new("x", 100, 100 + count - 1) };
        let mut k = keys;
        if k >= count {
            k = if looping == 0 { count - 1 } else { (k - count) % looping.min(count) + count - looping.min(count) };
        }
        let expected = if backward { 100 + count - 1 - k } else { 100 + k };

        let mut playback = Playback::for_sequence(&sequence);
        let step = playback.advance(ms(100) * keys);
        prop_assert_eq!(playback.pose().frame_a, expected);
        let listed: Vec<u32> = step.frames().collect();
        prop_assert_eq!(listed.last().copied().unwrap_or(sequence.frame_at(0)), expected);
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
