//! Playback: the conversion of time to a pose.

use core::time::Duration;

use md2_common::Pose;

use crate::sequence::key_times::KeyTimes;
use crate::sequence::{LoopMode, Sequence};
use crate::time::easing::Easing;
use crate::time::playback_events::PlaybackEvents;
use crate::time::rate::Rate;
use crate::time::track::{Arrival, Place, Stretch, Track};

/// The state of a sequence that is playing: range, speed, direction and position, in 64 bytes.
///
/// The caller passes the time, which is counted in integers. The position after a year is the same after one step as after two billion
/// steps, and every repetition of a loop has exactly the same duration. The cost of a step does not depend on its length.
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
    pub(crate) place: Place,
    pub(crate) track: Track,
    pub(crate) rate: Rate,
    pub(crate) times: Option<KeyTimes>,
}

impl Playback {
    /// Creates a playback of frames `first..=last` at `fps` frames per second.
    pub fn new(first: u32, last: u32, fps: f32, mode: LoopMode) -> Self {
        let (track, rate) = (Track::new(first, last, mode), Rate::from_fps(fps, 1.0));
        Self { place: Place::START, track, rate, times: None }
    }

    /// Creates a playback of `sequence` with its rate, mode and key times.
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

    /// Advances by `time` and returns the events of this step.
    ///
    /// Advancing by `a` and then by `b` is exactly the same as advancing by `a + b`.
    #[inline]
    pub fn advance(&mut self, time: Duration) -> PlaybackEvents {
        let stretch = self.track.stretch(self.place.key);
        let step =
            PlaybackEvents { keys: 0, loops: 0, ended: false, track: self.track, start: self.place.key };
        // The playback shows a single frame, or stays at an end.
        if self.place.key == stretch.end {
            return step;
        }
        // Most steps stay within a keyframe.
        if self.times.is_none()
            && let Some(units) = self.rate.units_within_key(self.place, time)
        {
            self.place.units = units;
            return step;
        }
        self.advance_past_key(time, stretch, step)
    }

    /// Advances by a time that may reach other keyframes and pass the end of `stretch`. Adds the events to `step`.
    fn advance_past_key(
        &mut self,
        time: Duration,
        stretch: Stretch,
        mut step: PlaybackEvents,
    ) -> PlaybackEvents {
        let from = self.place.key;
        let arrival = match &self.times {
            None => stretch.arrival(self.rate.distance(self.place, time)),
            Some(times) => self.track.with_times(times).arrival(self.place, self.rate.units_in(time)),
        };
        if let Some(Arrival { place, loops }) = arrival {
            self.place = place;
            step.loops = saturated(loops);
            step.keys = saturated(u128::from(place.key) + loops * stretch.circle() - u128::from(from));
        } else {
            self.place = Place { key: stretch.end, units: 0 };
            step.ended = true;
            step.keys = u64::from(stretch.end - from);
        }
        step
    }

    /// Number of [`Rate`] units in the interval from the last keyframe passed to the next keyframe.
    #[inline]
    pub(crate) fn key_units(&self) -> u64 {
        match &self.times {
            None => self.rate.key_units(),
            Some(times) => times.key_units(self.track.interval(self.place.key)),
        }
    }

    /// Returns the current pose: the last keyframe passed, the next keyframe, and the eased fraction of the time between them.
    #[inline]
    pub fn pose(&self) -> Pose {
        let key_units = self.key_units();
        let Place { key, units } = self.track.unfolded(self.place, key_units);
        #[expect(clippy::cast_possible_truncation, reason = "rounds to the precision of a pose")]
        let part = (units as f64 / key_units as f64) as f32;
        let blend = if self.track.easing == Easing::Linear { part } else { self.track.easing.apply(part) };
        let frame_b = self.track.frame_of(self.track.next_key(key));
        Pose { frame_a: self.track.frame_of(key), frame_b, blend }
    }

    /// Whether the playback has reached an end of its sequence and stays there.
    pub const fn is_finished(&self) -> bool {
        let stretch = self.track.stretch(self.place.key);
        stretch.back_to.is_none() && self.place.key == stretch.end
    }

    /// First frame of the range.
    pub const fn first(&self) -> u32 {
        self.track.first
    }

    /// Last frame of the range.
    pub const fn last(&self) -> u32 {
        self.track.last()
    }

    /// Number of keyframes, which equals the number of frames in the range.
    pub const fn key_count(&self) -> u32 {
        self.track.count
    }

    /// The loop mode.
    pub const fn mode(&self) -> LoopMode {
        self.track.mode
    }

    /// Number of keyframes at the beginning of a loop that play only once.
    pub const fn lead(&self) -> u32 {
        self.track.lead
    }

    /// Frames per second at normal speed; the mean rate if the keyframes have individual times.
    pub const fn fps(&self) -> f32 {
        self.rate.fps()
    }

    /// Whether the playback runs in reverse.
    pub const fn is_reversed(&self) -> bool {
        self.track.reversed
    }

    /// The easing between two keyframes.
    pub const fn easing(&self) -> Easing {
        self.track.easing
    }
}

fn saturated(count: u128) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}
