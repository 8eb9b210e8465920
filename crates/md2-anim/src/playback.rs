//! Time to pose: where a playing sequence stands, and how it moves.

use core::time::Duration;

use md2_common::Pose;

use crate::easing::Easing;
use crate::key_times::KeyTimes;
use crate::rate::{Rate, Travel};
use crate::sequence::{LoopMode, Sequence};
use crate::step::PlaybackEvents;
use crate::track::{Place, Track};

/// A sequence being played: range, speed, direction and position, in 64 bytes.
///
/// Time is an argument and is counted in integers, so the position after a year is the same whether the year passed in one
/// step or in two billion, and a loop comes around exactly on time, every time. The cost of a step does not
/// depend on its size.
///
/// ```text
///  key       0         1         2         3         4         5         0
///            |---------|---------|---------|---------|---------|---------|--
///  10 fps    0        0.1       0.2       0.3       0.4       0.5       0.6 s
///                      ^    ^                                     ^
///             41, 42, 0.0   41, 42, 0.5                      45, 40, 0.25
/// ```
///
/// The picture shows the six frames 40..=45 of a run that loops: the last blends into the first during one more interval,
/// so that the period is six tenths of a second.
///
/// # Keys and frames
/// A key is a place in the sequence, counted from the one it begins with; which frame it shows is the sequence's
/// affair. In a [`backward`](Sequence::backward) sequence key 0 is the last frame. Playing in reverse is another
/// matter, and can be asked of any sequence.
///
/// # Keys with times of their own
/// A sequence that has [`times`](Sequence::times) blends from each key into the next over the time of the key it
/// leaves. All operations are the same and as exact; a step then costs a search among the keys, if it leaves the
/// one it is in. Giving such a playback a rate makes its keys last alike. The table of times is shared, so a clone
/// is cheap; without one it is a plain copy.
///
/// # Several in step
/// Legs and torso, or a body and the weapon it carries, are playbacks that are advanced by the same times. Since
/// nothing is rounded they stay in step for ever, however differently the time was cut up for each, and either may
/// be given another sequence at any moment without touching the other. What shows the very pose of another model,
/// as a carried weapon does, needs no playback of its own: see [`Pose::clamped_to`].
///
/// # Odd values
/// Nothing here panics or yields NaN. Rates and speeds that are NaN or negative count as 0 and stand still; beyond
/// [`MAX_FPS`](crate::MAX_FPS) and [`MAX_SPEED`](crate::MAX_SPEED) they are clamped. Positions that are NaN or
/// negative are the start, those past the end are the end. A range whose last frame lies before its first is the
/// first frame alone, and a single frame never moves and has no events. A range longer than its table of times ends
/// where the table does. Rates are held in steps of 2⁻²⁴ frames a second, so that every `f32` from 0.5 up is exact.
#[derive(Debug, Clone, PartialEq)]
pub struct Playback {
    // The two halves of a `Place`, apart so that they leave no gap.
    units: u64,
    key: u32,
    /// Where the stretch ahead ends, so that a step that does not get there need not ask the track. It is the same from any
    /// place a step leads to.
    end: u32,
    pub(crate) track: Track,
    pub(crate) rate: Rate,
    pub(crate) times: Option<KeyTimes>,
}

impl Playback {
    /// Plays frames `first..=last` at `fps` frames a second, from the first.
    #[must_use]
    pub fn new(first: u32, last: u32, fps: f32, mode: LoopMode) -> Self {
        let (track, rate) = (Track::new(first, last, mode), Rate::from_fps(fps, 1.0));
        Self { units: 0, key: 0, end: track.stretch(0).end, track, rate, times: None }
    }

    /// Plays `sequence` as it asks to be played.
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

    /// Shows one frame and never moves.
    #[must_use]
    pub fn still(frame: u32) -> Self {
        Self::new(frame, frame, 0.0, LoopMode::Once)
    }

    /// Goes back and forth between two frames, from `from`, with `one_way` for all keys on the way there.
    ///
    /// The time of a single key is rounded to a nanosecond.
    #[must_use]
    pub fn back_and_forth(from: u32, to: u32, one_way: Duration) -> Self {
        let mut playback = Self::new(from.min(to), from.max(to), 0.0, LoopMode::PingPong);
        playback.set_key_duration(one_way / (playback.track.count - 1).max(1));
        playback.seek_frame(from);
        playback
    }

    /// Lets `time` pass and tells what happened meanwhile.
    ///
    /// Advancing by `a` and then by `b` leaves the playback exactly where advancing by `a + b` does.
    #[inline]
    pub fn advance(&mut self, time: Duration) -> PlaybackEvents {
        let end = u64::from(self.end);
        let mut step = PlaybackEvents { track: self.track, start: self.key, keys: 0, loops: 0, ended: false };
        // Nowhere to go, or nowhere to go on to.
        if end == 0 || u64::from(self.key) == end {
            return step;
        }
        if self.times.is_some() {
            return self.advance_timed(time, step);
        }
        let Some(Travel { keys, units }) = self.rate.short_travel(time) else {
            return self.advance_far(time);
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

    /// [`advance`](Self::advance) by more than 64 bits can count.
    #[cold]
    fn advance_far(&mut self, time: Duration) -> PlaybackEvents {
        let mut step = PlaybackEvents { track: self.track, start: self.key, keys: 0, loops: 0, ended: false };
        let stretch = self.track.stretch(self.key);
        let end = u128::from(stretch.end);
        let Travel { keys, units } = self.rate.long_travel(time);
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

    /// Adds part of a key to the position's own part: the carry, and what remains.
    #[inline]
    fn add_units(&self, units: u64) -> (u64, u64) {
        // Both are below `key_units`, which is below 2^63: the sum fits.
        let sum = self.units + units;
        match sum.checked_sub(self.rate.key_units()) {
            Some(rest) => (1, rest),
            None => (0, sum),
        }
    }

    /// `key` is at most the length of the way.
    #[inline]
    fn set_place(&mut self, key: u64, units: u64) {
        self.key = u32::try_from(key).expect("a key on the way is at most its 32-bit length");
        self.units = units;
    }

    #[inline]
    pub(crate) const fn place(&self) -> Place {
        Place { key: self.key, units: self.units }
    }

    /// Takes a place counted in the present direction.
    pub(crate) const fn take_place(&mut self, place: Place) {
        (self.key, self.units) = (place.key, place.units);
        self.end = self.track.stretch(place.key).end;
    }

    /// Units between the key passed last and the next.
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

    /// The pose at this moment: the frames of the key that was passed last and of the one after it, and the eased share of
    /// the time between them.
    #[inline]
    #[must_use]
    pub fn pose(&self) -> Pose {
        let key_units = self.key_units();
        let Place { key, units } = self.track.unfolded(self.place(), key_units);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a share in 0..=1, rounded to the precision of a pose"
        )]
        let part = (units as f64 / key_units as f64) as f32;
        let blend = if self.track.easing == Easing::Linear { part } else { self.track.easing.apply(part) };
        let frame_b = self.track.frame_of(self.track.next_key(key));
        Pose { frame_a: self.track.frame_of(key), frame_b, blend }
    }

    /// Whether it has arrived at an end that it holds.
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

    /// Number of keys, which is that of the frames in the range.
    #[must_use]
    pub const fn key_count(&self) -> u32 {
        self.track.count
    }

    /// What happens at the end.
    #[must_use]
    pub const fn mode(&self) -> LoopMode {
        self.track.mode
    }

    /// Keys that a loop plays only once, before those that it repeats.
    #[must_use]
    pub const fn lead(&self) -> u32 {
        self.track.lead
    }

    /// Whether the sequence is one that begins with its last frame.
    #[must_use]
    pub const fn is_backward(&self) -> bool {
        self.track.backward
    }

    /// Frames a second at normal speed; the mean of them where keys have times of their own.
    #[must_use]
    pub const fn fps(&self) -> f32 {
        self.rate.fps()
    }

    /// The times of the keys, where they have their own.
    #[must_use]
    pub const fn times(&self) -> Option<&KeyTimes> {
        self.times.as_ref()
    }

    /// Factor on the rate, 0..=100.
    #[must_use]
    pub const fn speed(&self) -> f32 {
        self.rate.speed()
    }

    /// Whether it runs in reverse.
    #[must_use]
    pub const fn is_reversed(&self) -> bool {
        self.track.reversed
    }

    /// How the picture moves between two keys.
    #[must_use]
    pub const fn easing(&self) -> Easing {
        self.track.easing
    }
}

/// Seconds as a duration: rounded to a nanosecond; none for NaN and negative numbers, and the longest for what is too long.
pub(crate) fn duration(seconds: f64) -> Duration {
    let longest = if seconds > 0.0 { Duration::MAX } else { Duration::ZERO };
    Duration::try_from_secs_f64(seconds).unwrap_or(longest)
}

/// How often `way` goes around a circle of `length`, saturated, and what remains.
fn rounds(way: u128, length: u64) -> (u64, u64) {
    // A year has few enough keys for 64 bits, and dividing these takes half the time.
    match u64::try_from(way) {
        Ok(way) => (way / length, way % length),
        Err(_) => (saturated(way / u128::from(length)), saturated(way % u128::from(length))),
    }
}

fn saturated(count: u128) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}
