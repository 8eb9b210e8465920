//! Comparison of playbacks of all kinds with a slow simulation that visits each keyframe.

use std::time::Duration;

use md2_anim::{LoopMode, Playback, Pose, Sequence};
use proptest::prelude::*;

use crate::playback::{distance, sequences};

/// A simulated playback at normal speed. It implements the documentation of [`Sequence`] step by step, one keyframe
/// at a time.
struct Simulation {
    sequence: Sequence,
    /// Duration of each keyframe if the sequence has no key times.
    each: Duration,
    /// Whether the playback runs toward lower keyframe indices. A ping-pong sequence changes its direction at both ends.
    decreases: bool,
    key: u32,
    /// The keyframe that follows `key`, and the time until it is reached. `None` if the playback stays at `key`.
    next: Option<(u32, Duration)>,
    since: Duration,
    /// The frames of the keyframes reached in the last step. `loops` is the number of loops that the step completed.
    frames: Vec<u32>,
    loops: u64,
}

impl Simulation {
    fn new(mut sequence: Sequence, each: Duration, reversed: bool) -> Self {
        if let Some(times) = &sequence.times {
            sequence.last = sequence.last.min(sequence.first + times.key_count() - 1);
        }
        let (since, frames) = (Duration::ZERO, Vec::new());
        let mut new =
            Self { sequence, each, decreases: reversed, key: 0, next: None, since, frames, loops: 0 };
        new.arrive_at(match new.sequence.mode {
            LoopMode::Loop if reversed && new.wraps() => new.sequence.lead,
            LoopMode::Loop | LoopMode::Once if reversed => new.last(),
            _ => 0,
        });
        new
    }

    fn last(&self) -> u32 {
        self.sequence.last - self.sequence.first
    }

    fn wraps(&self) -> bool {
        self.sequence.mode == LoopMode::Loop && self.sequence.lead < self.last()
    }

    fn arrive_at(&mut self, key: u32) {
        (self.key, self.since) = (key, Duration::ZERO);
        let (last, lead) = (self.last(), self.sequence.lead);
        let (end, start) = if self.decreases { (lead, last) } else { (last, lead) };
        let wraps = self.wraps() && key == end;
        let next = match self.sequence.mode {
            _ if wraps => start,
            _ if self.decreases && key > 0 => key - 1,
            _ if !self.decreases && key < last => key + 1,
            LoopMode::PingPong if last > 0 => {
                self.decreases = !self.decreases;
                key.abs_diff(1)
            }
            _ => {
                self.next = None;
                return;
            }
        };
        // The duration of a keyframe is the time from this keyframe to the next higher one, also if the playback runs
        // backward.
        let timed = if wraps { last } else { key.min(next) };
        self.next =
            Some((next, self.sequence.times.as_ref().map_or(self.each, |times| times.duration(timed))));
    }

    fn advance(&mut self, mut time: Duration) {
        (self.frames, self.loops) = (Vec::new(), 0);
        while let Some((next, length)) = self.next {
            if self.since + time < length {
                self.since += time;
                return;
            }
            time -= length - self.since;
            let completes = match self.sequence.mode {
                LoopMode::Loop if self.decreases => {
                    self.wraps() && self.key > next && next == self.sequence.lead
                }
                LoopMode::Loop => self.key > next,
                LoopMode::Once => false,
                LoopMode::PingPong => next == 0,
            };
            self.loops += u64::from(completes);
            self.frames.push(self.sequence.frame_at(next));
            self.arrive_at(next);
        }
    }

    fn reverse(&mut self) {
        self.decreases = !self.decreases;
        match self.next {
            Some((next, length)) if !self.since.is_zero() => {
                (self.next, self.key, self.since) = (Some((self.key, length)), next, length - self.since);
            }
            _ => self.arrive_at(self.key),
        }
    }

    fn pose(&self) -> Pose {
        let frame_a = self.sequence.frame_at(self.key);
        let Some((next, length)) = self.next else { return Pose::still(frame_a) };
        Pose { frame_a, frame_b: self.sequence.frame_at(next), blend: self.since.div_duration_f32(length) }
    }
}

fn steps() -> impl Strategy<Value = Vec<(Duration, bool)>> {
    prop::collection::vec(((0..3_000_000_u64).prop_map(Duration::from_micros), any::<bool>()), 1..6)
}

proptest! {
    #[test]
    fn playbacks_follow_the_simulation(
        sequence in sequences(),
        each in prop::sample::select(&[100, 125][..]).prop_map(Duration::from_millis),
        reversed: bool,
        steps in steps(),
    ) {
        let sequence = Sequence { fps: 1.0 / each.as_secs_f32(), ..sequence };
        let mut playback = Playback::for_sequence(&sequence);
        playback.set_reversed(reversed);
        playback.seek_seconds(0.0);
        let mut expected = Simulation::new(sequence, each, reversed);
        for (time, turns) in steps {
            if turns {
                playback.set_reversed(!playback.is_reversed());
                expected.reverse();
            }
            let step = playback.advance(time);
            expected.advance(time);
            let (pose, simulated) = (playback.pose(), expected.pose());
            prop_assert!(distance(pose, simulated) < 1e-5, "{:?}, expected {:?}", pose, simulated);
            if !expected.decreases {
                prop_assert_eq!((pose.frame_a, pose.frame_b), (simulated.frame_a, simulated.frame_b));
            }
            let keys = expected.frames.len();
            prop_assert_eq!((step.keys, step.loops), (keys as u64, expected.loops));
            prop_assert_eq!(step.ended, keys > 0 && expected.next.is_none());
            // A sequence with a single frame has no end at which a step could stop.
            prop_assert!(playback.is_finished() == expected.next.is_none() || expected.last() == 0);
            // If a step is longer than the whole sequence, only the frames of its last repetition are listed.
            let listed: Vec<u32> = step.frames().collect();
            prop_assert!(listed.len() >= keys.min(expected.last().saturating_sub(expected.sequence.lead) as usize));
            prop_assert!(expected.frames.ends_with(&listed), "{:?} of {:?}", listed, expected.frames);
        }
    }
}
