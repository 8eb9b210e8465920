//! Sequences whose keys have times of their own, that repeat only in part, or run from their last frame to the first: against what one
//! finds by walking through them key by key.

use std::time::Duration;

use md2_anim::{KeyTimes, LoopMode, Playback, Pose, Sequence};
use proptest::prelude::*;

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// Three poses that last 0.2, 0.3 and 0.5 s, in frames 10..=12.
fn torch() -> Sequence {
    let times = KeyTimes::from_ends([0.2, 0.5, 1.0]).expect("they rise");
    Sequence::new("flame", 10, 12).with_times(times)
}

/// Ten frames of which the last three repeat.
fn part_loop() -> Sequence {
    Sequence { lead: 7, ..Sequence::new("turn", 0, 9) }
}

/// The frames at hand now and after each of `count` further tenths of a second.
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
fn a_key_lasts_until_its_end_and_blends_into_the_next() {
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
    assert_eq!((step.loops(), step.keys(), step.times_reached(12)), (3600, 10_802, 3601));
    assert_eq!(step.frames().collect::<Vec<_>>(), [10, 11, 12]);
}

#[test]
fn times_hold_in_every_mode_and_direction() {
    let at = |mode, reversed, time| {
        let mut playback = Playback::for_sequence(&Sequence { mode, ..torch() });
        playback.set_reversed(reversed);
        playback.seek_seconds(ms(time).as_secs_f64());
        (playback.pose().frame_a, playback.pose().frame_b, playback.pose().blend)
    };
    assert_eq!(at(LoopMode::Once, false, 350), (11, 12, 0.5));
    assert_eq!(at(LoopMode::Once, false, 500), (12, 12, 0.0), "the time of the last key is not waited for");
    assert_eq!(at(LoopMode::Once, true, 150), (11, 12, 0.5));
    assert_eq!(at(LoopMode::Once, true, 400), (10, 11, 0.5));
    assert_eq!(at(LoopMode::Loop, true, 250), (12, 10, 0.5));
    assert_eq!(at(LoopMode::PingPong, false, 650), (11, 12, 0.5), "back through the same times");
    assert_eq!(at(LoopMode::PingPong, false, 900), (10, 11, 0.5));
    assert_eq!(at(LoopMode::PingPong, false, 1200), (11, 12, 0.0));
}

#[test]
fn a_rate_makes_keys_alike_and_times_cut_a_longer_range() {
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
fn what_repeats_begins_behind_the_lead() {
    let mut playback = Playback::for_sequence(&part_loop());
    assert_eq!(frames(&mut playback, 14), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 7, 8, 9, 7, 8]);
    playback.seek(9.5);
    assert_eq!(playback.pose(), Pose { frame_a: 9, frame_b: 7, blend: 0.5 });
    assert_eq!(playback.period(), Some(ms(300)), "once around what repeats");

    playback.restart();
    let step = playback.advance(ms(1600));
    assert_eq!((step.keys(), step.loops(), step.ended()), (16, 3, false));
    assert_eq!([0, 3, 7, 9].map(|frame| step.times_reached(frame)), [0, 1, 4, 3]);
    assert_eq!(step.frames().collect::<Vec<_>>(), [7, 8, 9, 7, 8, 9, 7, 8, 9, 7]);
}

#[test]
fn in_reverse_what_repeats_is_repeated_and_a_lead_ends() {
    let mut playback = Playback::for_sequence(&part_loop());
    playback.seek_frame(8);
    playback.set_reversed(true);
    assert_eq!(frames(&mut playback, 5), [8, 7, 9, 8, 7, 9]);
    playback.seek_frame(2);
    assert_eq!(frames(&mut playback, 4), [2, 1, 0, 0, 0]);
    assert!(playback.is_finished());
    playback.set_reversed(false);
    assert_eq!(frames(&mut playback, 3), [0, 1, 2, 3]);
    // From between the lead and what repeats it runs back into the lead.
    playback.set_reversed(true);
    playback.seek(6.5);
    playback.advance(ms(50));
    assert_eq!(frames(&mut playback, 2), [6, 5, 4]);
    playback.restart();
    assert_eq!(frames(&mut playback, 3), [7, 9, 8, 7]);
}

#[test]
fn a_lead_that_leaves_one_frame_holds_it() {
    for lead in [9, 10, u32::MAX] {
        let mut playback = Playback::for_sequence(&Sequence { lead, ..part_loop() });
        let step = playback.advance(ms(5000));
        assert!(step.ended() && playback.is_finished());
        assert_eq!((playback.pose(), step.keys(), step.loops()), (Pose::still(9), 9, 0));
    }
}

#[test]
fn another_mode_and_back_keeps_the_lead() {
    let mut playback = Playback::for_sequence(&part_loop());
    playback.set_mode(LoopMode::PingPong);
    assert_eq!(playback.period(), Some(ms(1800)));
    playback.set_mode(LoopMode::Loop);
    assert_eq!((playback.period(), playback.lead()), (Some(ms(300)), 7));
    playback.set_lead(0);
    assert_eq!(playback.period(), Some(ms(1000)));
}

#[test]
fn a_backward_sequence_begins_with_its_last_frame() {
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
fn moments_before_the_start_are_those_of_the_round_before() {
    let mut playback = Playback::for_sequence(&torch());
    playback.seek_seconds(-0.25);
    assert_eq!(playback.pose(), Pose { frame_a: 12, frame_b: 10, blend: 0.5 });
    playback.seek_seconds(-1000.8);
    assert_eq!(playback.pose(), Pose { frame_a: 11, frame_b: 12, blend: 0.0 });
    for held in [Sequence { mode: LoopMode::Once, ..torch() }, part_loop()] {
        let mut playback = Playback::for_sequence(&held);
        playback.seek_seconds(-5.0);
        assert_eq!((playback.position_in_keys(), playback.is_reversed()), (0.0, false), "nothing before");
    }
}

#[test]
fn a_step_tells_what_time_it_is_worth() {
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

#[test]
fn legs_and_torso_stay_in_step_however_time_is_cut() {
    let legs = Sequence { fps: 18.0, ..part_loop() };
    let torso = torch();
    let (mut whole, mut cut) =
        ([&legs, &torso].map(Playback::for_sequence), [&legs, &torso].map(Playback::for_sequence));
    let hour = Duration::from_secs(3600);
    for playback in &mut whole {
        playback.advance(hour);
    }
    // Legs at fifty pictures a second, the torso at every seventh of them.
    for _ in 0..180_000 {
        cut[0].advance(ms(20));
    }
    for _ in 0..25_714 {
        cut[1].advance(ms(140));
    }
    cut[1].advance(ms(40));
    assert_eq!(cut, whole);
}

#[test]
fn a_follower_shows_the_same_pose_as_far_as_it_has_frames() {
    let body = Pose { frame_a: 172, frame_b: 173, blend: 0.5 };
    assert_eq!(body.clamped_to(198), body);
    assert_eq!(body.clamped_to(173), Pose { frame_a: 172, frame_b: 172, blend: 0.5 });
    assert_eq!(body.clamped_to(1).weight_of(0), 1.0);
    assert_eq!(body.clamped_to(0).frame_b, 0);
}

/// WinQuake's rule, as its authors wrote it down: the first but the last whose end lies after the time in the round, else the last.
fn winquake(ends_ms: &[u64], time_ms: u64) -> usize {
    let within = time_ms % ends_ms.last().expect("there is an end");
    ends_ms[..ends_ms.len() - 1].iter().position(|&end| end > within).unwrap_or(ends_ms.len() - 1)
}

proptest! {
    #[test]
    fn keys_are_those_of_winquakes_rule(lengths in prop::collection::vec(1..900_u64, 1..20), time in 0..1_000_000_u64) {
        let ends: Vec<u64> = lengths.iter().scan(0, |end, length| { *end += length; Some(*end) }).collect();
        let seconds = ends.iter().map(|&end| end as f32 / 1000.0);
        let times = KeyTimes::from_ends(seconds).expect("they rise");
        let expected = winquake(&ends, time);
        prop_assert_eq!(times.key_at(ms(time)) as usize, expected);

        // A playback shows the same key, and as much of the next as of its time is over.
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
    fn frames_in_order_are_those_one_counts(count in 2..12_u32, looping in 0..14_u32, backward: bool, keys in 0..60_u32) {
        // Quake III: k counts up to the end, then through the last `looping` again and again.
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
        // The frames reached, listed and counted.
        let listed: Vec<u32> = step.frames().collect();
        prop_assert_eq!(listed.last().copied().unwrap_or(sequence.frame_at(0)), expected);
        if keys > 0 && step.keys() <= listed.len() as u64 {
            for frame in 100..100 + count {
                prop_assert_eq!(step.times_reached(frame), listed.iter().filter(|&&f| f == frame).count() as u64);
            }
        }
    }

    #[test]
    fn places_in_keys_come_back_as_they_were_sought(
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
        let picture = playback.pose();
        playback.set_reversed(!reversed);
        prop_assert_eq!(playback.position_in_keys(), { playback.seek(key); playback.position_in_keys() });
        prop_assert!((playback.pose().blend - picture.blend).abs() < 1e-5);
    }
}
