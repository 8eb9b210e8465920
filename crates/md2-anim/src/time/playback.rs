//! Playback: the conversion of time to a pose.

use core::time::Duration;

use md2_common::Pose;

use crate::sequence::key_times::KeyTimes;
use crate::sequence::{LoopMode, Sequence};
use crate::time::easing::Easing;
use crate::time::playback_events::PlaybackEvents;
use crate::time::rate::{KeyDistance, Rate};
use crate::time::track::{Place, Track};

/// The state of a sequence that is playing: range, speed, direction and position, in 64 bytes.
///
/// The caller passes the time, which is counted in integers. The position after a year is the same after one step as after two billion
/// steps, and every repetition of a loop has exactly the same duration. The cost of a step does not depend on its length.
///
/// ```text
///  key       0         1         2         3         4         5         0
///            |---------|---------|---------|---------|---------|---------|--
///  10 fps    0        0.1       0.2       0.3       0.4       0.5       0.6 s
///                      ^    ^                                     ^
///             41, 42, 0.0   41, 42, 0.5                      45, 40, 0.25
/// ```
///
/// The diagram shows a loop of frames 40..=45. The last frame blends into the first during one more interval, so the loop takes 0.6
/// seconds.
///
/// # Keyframes
/// The keyframes of a sequence are its frames in playing order. A *key* is the index of a keyframe. In a [`backward`](Sequence::backward)
/// sequence, keyframe 0 is the last frame. Every sequence can also be played in reverse.
///
/// # Key times
/// In a sequence with [`times`](Sequence::times), each keyframe has its own duration: the time in which it blends into the next keyframe.
/// All operations are as exact as without key times. A step that reaches another keyframe searches the table of times for this keyframe.
/// Setting a rate removes the key times. Clones share the table of times.
///
/// # Synchronized playbacks
/// Legs and torso are two playbacks that advance by the same times. They stay synchronized for any choice of steps, because nothing is
/// rounded. A weapon that shows the pose of its player needs no playback: see [`Pose::clamped_to`].
///
/// # Invalid values
/// No function panics or returns NaN. Rates and speeds that are NaN or negative count as 0. Rates above
/// [`MAX_FPS`](crate::MAX_FPS) and speeds above [`MAX_SPEED`](crate::MAX_SPEED) are clamped. Positions that are NaN or negative
/// count as the start, positions past the end as the end. If the last frame is before the first, only the first frame is played.
/// A single frame never moves and has no events. If the range has more keyframes than key times, it ends at the last keyframe
/// that has a time. Rates are multiples of 2⁻²⁴ frames per second, so every `f32` of at least 0.5 is exact.
#[derive(Debug, Clone, PartialEq)]
pub struct Playback {
    // The fields of a `Place`. They are separate to avoid padding.
    units: u64,
    key: u32,
    /// The keyframe at which the playback next wraps around or stops, cached so that short steps are fast.
    end: u32,
    pub(crate) track: Track,
    pub(crate) rate: Rate,
    pub(crate) times: Option<KeyTimes>,
}

impl Playback {
    /// Creates a playback of frames `first..=last` at `fps` frames per second.
    #[must_use]
    pub fn new(first: u32, last: u32, fps: f32, mode: LoopMode) -> Self {
        let (track, rate) = (Track::new(first, last, mode), Rate::from_fps(fps, 1.0));
        Self { units: 0, key: 0, end: track.stretch(0).end, track, rate, times: None }
    }

    /// Creates a playback of `sequence` with its rate, mode and key times.
    #[must_use]
    pub fn for_sequence(sequence: &Sequence) -> Self {
        let mut playback = Self::new(sequence.first, sequence.last, sequence.fps, sequence.mode);
        playback.track.lead = sequence.lead;
        playback.track.backward = sequence.backward;
        if let Some(times) = &sequence.times {
            playback.set_times(times);
        }
        playback.restart();
        playback
    }

    /// Creates a playback that shows a single frame.
    #[must_use]
    pub fn still(frame: u32) -> Self {
        Self::new(frame, frame, 0.0, LoopMode::Once)
    }

    /// Advances by `time` and returns the events of this step.
    ///
    /// Advancing by `a` and then by `b` is exactly the same as advancing by `a + b`.
    #[inline]
    pub fn advance(&mut self, time: Duration) -> PlaybackEvents {
        let end = u64::from(self.end);
        let mut step = PlaybackEvents { track: self.track, start: self.key, keys: 0, loops: 0, ended: false };
        // The playback shows a single frame, or stays at an end.
        if end == 0 || u64::from(self.key) == end {
            return step;
        }
        if self.times.is_some() {
            return self.advance_timed(time, step);
        }
        let Some(KeyDistance { keys, units }) = self.rate.short_distance(time) else {
            return self.advance_far(time, step);
        };
        let (carry, units) = self.add_units(units);
        step.keys = keys + carry;
        let arrived = u64::from(self.key) + step.keys;
        if arrived < end {
            self.set_place(arrived, units);
        } else if let Some(from) = self.track.stretch(self.key).back_to {
            let (from, beyond) = (u64::from(from), arrived - end);
            let circle = end - from;
            step.loops = 1 + beyond / circle;
            self.set_place(from + beyond % circle, units);
        } else {
            step.keys = end - u64::from(self.key);
            step.ended = true;
            self.set_place(end, 0);
        }
        step
    }

    /// Does the same as [`advance`](Self::advance) for distances that need more than 64 bits. Adds the events to `step` and returns it.
    #[cold]
    fn advance_far(&mut self, time: Duration, mut step: PlaybackEvents) -> PlaybackEvents {
        let stretch = self.track.stretch(self.key);
        let end = u128::from(stretch.end);
        let KeyDistance { keys, units } = self.rate.long_distance(time);
        let (carry, units) = self.add_units(units);
        let keys = keys + u128::from(carry);
        let arrived = u128::from(self.key) + keys;
        step.keys = saturated(keys);
        if arrived < end {
            self.set_place(saturated(arrived), units);
        } else if let Some(from) = stretch.back_to {
            let (rounds, rest) = rounds(arrived - end, u64::from(stretch.end - from));
            step.loops = rounds.saturating_add(1);
            self.set_place(u64::from(from) + rest, units);
        } else {
            step.keys = u64::from(stretch.end - self.key);
            step.ended = true;
            self.set_place(u64::from(stretch.end), 0);
        }
        step
    }

    /// Adds `units`, less than one keyframe, to the units of the position. Returns the sum as keyframes (0 or 1) and remaining units.
    #[inline]
    fn add_units(&self, units: u64) -> (u64, u64) {
        // Both numbers are below `key_units`, which is below 2^63, so the sum does not overflow.
        let sum = self.units + units;
        match sum.checked_sub(self.rate.key_units()) {
            Some(rest) => (1, rest),
            None => (0, sum),
        }
    }

    /// Sets the position to `units` after keyframe `key`, which is at most the length of the track.
    #[inline]
    fn set_place(&mut self, key: u64, units: u64) {
        self.key = u32::try_from(key).expect("the length of a track has 32 bits");
        self.units = units;
    }

    #[inline]
    pub(crate) const fn place(&self) -> Place {
        Place { key: self.key, units: self.units }
    }

    pub(crate) const fn take_place(&mut self, place: Place) {
        (self.key, self.units) = (place.key, place.units);
        self.end = self.track.stretch(place.key).end;
    }

    /// Number of [`Rate`] units in the interval from the last keyframe passed to the next keyframe.
    #[inline]
    pub(crate) fn key_units(&self) -> u64 {
        match &self.times {
            None => self.rate.key_units(),
            Some(times) => self.timed_key_units(times),
        }
    }

    #[cold]
    fn timed_key_units(&self, times: &KeyTimes) -> u64 {
        times.key_units(self.track.interval(self.key))
    }

    /// Returns the current pose: the last keyframe passed, the next keyframe, and the eased fraction of the time between them.
    #[inline]
    #[must_use]
    pub fn pose(&self) -> Pose {
        let key_units = self.key_units();
        let Place { key, units } = self.track.unfolded(self.place(), key_units);
        #[expect(clippy::cast_possible_truncation, reason = "rounds to the precision of a pose")]
        let part = (units as f64 / key_units as f64) as f32;
        let blend = if self.track.easing == Easing::Linear { part } else { self.track.easing.apply(part) };
        let frame_b = self.track.frame_of(self.track.next_key(key));
        Pose { frame_a: self.track.frame_of(key), frame_b, blend }
    }

    /// Whether the playback has reached an end of its sequence and stays there.
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        let stretch = self.track.stretch(self.key);
        stretch.back_to.is_none() && self.key == stretch.end
    }

    /// First frame of the range.
    #[must_use]
    pub const fn first(&self) -> u32 {
        self.track.first
    }

    /// Last frame of the range.
    #[must_use]
    pub const fn last(&self) -> u32 {
        self.track.last()
    }

    /// Number of keyframes, which equals the number of frames in the range.
    #[must_use]
    pub const fn key_count(&self) -> u32 {
        self.track.count
    }

    /// The loop mode.
    #[must_use]
    pub const fn mode(&self) -> LoopMode {
        self.track.mode
    }

    /// Number of keyframes at the beginning of a loop that play only once.
    #[must_use]
    pub const fn lead(&self) -> u32 {
        self.track.lead
    }

    /// Frames per second at normal speed; the mean rate if the keyframes have individual times.
    #[must_use]
    pub const fn fps(&self) -> f32 {
        self.rate.fps()
    }

    /// The key times; `None` if all keyframes have the same duration.
    #[must_use]
    pub const fn times(&self) -> Option<&KeyTimes> {
        self.times.as_ref()
    }

    /// The speed factor, 0..=100.
    #[must_use]
    pub const fn speed(&self) -> f32 {
        self.rate.speed()
    }

    /// Whether the playback runs in reverse.
    #[must_use]
    pub const fn is_reversed(&self) -> bool {
        self.track.reversed
    }

    /// The easing between two keyframes.
    #[must_use]
    pub const fn easing(&self) -> Easing {
        self.track.easing
    }
}

/// Converts seconds to a duration, rounded to a nanosecond. Times that are too long become the longest duration, NaN and negative numbers
/// zero.
pub(crate) fn duration(seconds: f64) -> Duration {
    let longest = if seconds > 0.0 { Duration::MAX } else { Duration::ZERO };
    Duration::try_from_secs_f64(seconds).unwrap_or(longest)
}

/// Divides a distance by the length of one repetition. Returns the number of whole repetitions, at most `u64::MAX`, and the remainder.
fn rounds(distance: u128, length: u64) -> (u64, u64) {
    // A 64-bit division takes half of the time of a 128-bit division and is enough for a year.
    match u64::try_from(distance) {
        Ok(distance) => (distance / length, distance % length),
        Err(_) => (saturated(distance / u128::from(length)), saturated(distance % u128::from(length))),
    }
}

fn saturated(count: u128) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}
