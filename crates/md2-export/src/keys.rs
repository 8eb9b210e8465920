//! Conversion of sequences to keyframes on a timeline, for formats that play a timeline from start to end.

use md2_anim::{LoopMode, MAX_FPS, Sequence};

/// The duration of a still frame in seconds, which is one tick of the game.
const STILL_S: f64 = 0.1;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Key {
    pub(crate) time_s: f32,
    pub(crate) frame: u32,
}

/// Returns the keyframes of a sequence. There are at least two; their times begin at 0 and increase.
///
/// Readers interpolate between keyframes. The last keyframe is added so that the timeline can be repeated:
///
/// - a loop ends with its first frame, or with the first frame after its lead (the frames that are not repeated);
/// - a sequence that plays once repeats its last frame, so that this frame is shown for its duration;
/// - ping-pong plays forward and backward;
/// - a single frame or a still sequence gives two equal keyframes.
pub(crate) fn keys(sequence: &Sequence) -> Vec<Key> {
    let frames = sequence.last.saturating_sub(sequence.first);
    let last = sequence.times.as_ref().map_or(frames, |times| frames.min(times.key_count() - 1));
    let fps = if sequence.fps > 0.0 { f64::from(sequence.fps.min(MAX_FPS)) } else { 0.0 };
    // Returns the start time of a keyframe.
    let start = |key: u32| match &sequence.times {
        Some(times) => times.start(key).as_secs_f64(),
        None => f64::from(key) / fps,
    };
    if last == 0 || (sequence.times.is_none() && fps == 0.0) {
        let duration = if last == 0 && (fps > 0.0 || sequence.times.is_some()) { start(1) } else { STILL_S };
        return line([(0.0, 0), (duration, 0)].into_iter(), sequence);
    }
    let forth = (0..=last).map(|key| (start(key), key));
    match sequence.mode {
        LoopMode::PingPong => {
            let turn = start(last);
            let back = (0..last).rev().map(|key| (2.0 * turn - start(key), key));
            line(forth.chain(back), sequence)
        }
        LoopMode::Loop => {
            // If the lead covers the whole sequence, nothing is repeated, and the last keyframe is held.
            let back_to = if sequence.lead < last { sequence.lead } else { last };
            line(forth.chain([(start(last + 1), back_to)]), sequence)
        }
        LoopMode::Once => line(forth.chain([(start(last + 1), last)]), sequence),
    }
}

/// Converts times to single precision, and drops each keyframe that is not later than the previous one.
fn line(keys: impl Iterator<Item = (f64, u32)>, sequence: &Sequence) -> Vec<Key> {
    let mut line: Vec<Key> = Vec::new();
    for (time_s, key) in keys {
        #[expect(clippy::cast_possible_truncation, reason = "formats have times of single precision")]
        let time_s = time_s as f32;
        if line.last().is_none_or(|before| before.time_s < time_s) {
            line.push(Key { time_s, frame: sequence.frame_at(key) });
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use md2_anim::{KeyTimes, Playback};

    use super::*;

    fn sequence(first: u32, last: u32, mode: LoopMode) -> Sequence {
        Sequence { mode, ..Sequence::new("a", first, last) }
    }

    fn frames(sequence: &Sequence) -> Vec<u32> {
        keys(sequence).iter().map(|key| key.frame).collect()
    }

    #[test]
    fn closes_the_timeline_of_every_loop_mode() {
        assert_eq!(frames(&sequence(4, 6, LoopMode::Loop)), [4, 5, 6, 4]);
        assert_eq!(frames(&sequence(4, 6, LoopMode::Once)), [4, 5, 6, 6]);
        assert_eq!(frames(&sequence(4, 6, LoopMode::PingPong)), [4, 5, 6, 5, 4]);
        assert_eq!(frames(&Sequence { lead: 1, ..sequence(4, 6, LoopMode::Loop) }), [4, 5, 6, 5]);
        assert_eq!(frames(&Sequence { lead: 2, ..sequence(4, 6, LoopMode::Loop) }), [4, 5, 6, 6]);
        assert_eq!(frames(&Sequence { backward: true, ..sequence(4, 6, LoopMode::Loop) }), [6, 5, 4, 6]);
    }

    #[test]
    fn still_frames_have_two_keys() {
        let check = |sequence: Sequence, end_s: f32| {
            let first = sequence.first;
            let expected = [(0.0, first), (end_s, first)].map(|(time_s, frame)| Key { time_s, frame });
            assert_eq!(keys(&sequence), expected, "{sequence:?}");
        };
        for mode in [LoopMode::Loop, LoopMode::Once, LoopMode::PingPong] {
            check(Sequence { fps: 4.0, ..sequence(3, 3, mode) }, 0.25);
            check(Sequence { fps: 0.0, ..sequence(3, 3, mode) }, 0.1);
            check(Sequence { fps: 0.0, ..sequence(3, 9, mode) }, 0.1);
            check(Sequence { fps: f32::NAN, ..sequence(3, 9, mode) }, 0.1);
        }
        let one = KeyTimes::from_ends([0.5]).unwrap();
        check(sequence(3, 9, LoopMode::Loop).with_times(one), 0.5);
    }

    #[test]
    fn keys_agree_with_playback() {
        let times = KeyTimes::from_ends([0.1, 0.4, 0.5, 1.25]).unwrap();
        for mode in [LoopMode::Loop, LoopMode::Once, LoopMode::PingPong] {
            for (fps, backward) in [(10.0, false), (7.0, true), (24.0, false)] {
                let plain = Sequence { fps, backward, ..sequence(2, 5, mode) };
                for sequence in [plain.clone(), plain.with_times(times.clone())] {
                    for key in keys(&sequence) {
                        let mut playback = Playback::for_sequence(&sequence);
                        playback.advance(Duration::from_secs_f32(key.time_s));
                        let pose = playback.pose();
                        // In single precision, the time may be slightly before the keyframe.
                        let shown = if pose.blend > 0.5 { pose.frame_b } else { pose.frame_a };
                        let apart = pose.blend.min(1.0 - pose.blend);
                        assert!(shown == key.frame && apart < 1e-5, "{sequence:?} {key:?} {pose:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn times_increase_at_any_rate() {
        for fps in [1e-30, 0.1, 60.0, 1e6, f32::INFINITY] {
            let keys = keys(&Sequence { fps, ..sequence(0, 5000, LoopMode::PingPong) });
            assert!(keys.len() >= 2 && keys[0].time_s == 0.0);
            assert!(keys.windows(2).all(|pair| pair[0].time_s < pair[1].time_s), "{fps}");
            assert!(keys.iter().all(|key| key.time_s.is_finite()), "{fps}");
        }
    }
}
