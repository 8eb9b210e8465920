//! Functions that read or change the position of a playback.

use core::time::Duration;

use crate::sequence::LoopMode;
use crate::time::playback::Playback;
use crate::time::rate::ONE;
use crate::time::track::Place;

impl Playback {
    /// Returns to the start. If the playback runs forward, the start is the first keyframe. If it runs in reverse, the start is the last
    /// keyframe of a sequence that plays once, and the first repeated keyframe of a loop with a lead.
    pub(crate) const fn restart(&mut self) {
        self.place = Place::START;
    }

    /// Goes to the keyframe with index `key`. Indices begin at 0; 2.5 is halfway between the third and the fourth keyframe.
    ///
    /// NaN and negative numbers go to the first keyframe, numbers past the last keyframe to the last. In a loop, numbers from the last
    /// index up to the number of keyframes are positions between the last keyframe and the first repeated keyframe.
    pub fn seek(&mut self, key: f32) {
        let last = f64::from(self.track.count - 1);
        let key = f64::from(key.max(0.0));
        let is_loop = self.track.mode == LoopMode::Loop && self.track.repeats_from().is_some();
        let key = if is_loop && key < last + 1.0 { key } else { key.min(last) };
        self.take_forward_keys(key);
    }

    /// Returns the position in keyframes, counted as for [`seek`](Self::seek) even if the playback is reversed. On the way back of a
    /// ping-pong, the position decreases.
    pub fn position_in_keys(&self) -> f32 {
        let place = self.unfolded_place();
        #[expect(clippy::cast_possible_truncation, reason = "rounded to the precision of a position")]
        let key = (f64::from(place.key) + place.units as f64 / self.key_units() as f64) as f32;
        // If there are very many keyframes, rounding may have gone past the last one.
        key.min(self.track.count as f32)
    }

    /// Goes to the position at `seconds` after the start, at the current speed, rounded to a nanosecond. NaN goes to the start.
    ///
    /// If the sequence repeats, a negative time is a position in the repetition before the start; otherwise it counts as 0. With a
    /// different negative time for each of several torches, the torches flicker differently.
    pub fn seek_seconds(&mut self, seconds: f64) {
        self.restart();
        if seconds < 0.0 {
            let reversed = self.is_reversed();
            self.set_reversed(!reversed);
            self.advance(duration(-seconds));
            self.set_reversed(reversed);
        } else {
            self.advance(duration(seconds));
        }
    }

    /// Moves by `keys` whole keyframes, backward if `keys` is negative. From a position between two keyframes, the first step goes to the
    /// next keyframe in that direction.
    ///
    /// Steps follow the order of the sequence, even if it is reversed. In a loop they wrap around. They stop at both ends of a sequence
    /// that plays once, and at the first keyframe of a loop with a lead. In a ping-pong they go to the last keyframe and back.
    ///
    /// Returns the time that the movement takes at normal speed, in seconds, negative for a backward movement. A viewer can use this time
    /// to move the floor below a walking model.
    pub fn step(&mut self, keys: i64) -> f64 {
        let length = self.track.length();
        if length == 0 {
            return 0.0;
        }
        let place = self.track.forward(self.place, self.key_units());
        let before = self.elapsed_seconds();
        let between = i128::from(place.units > 0 && keys < 0);
        let key = i128::from(place.key) + between + i128::from(keys);
        let end = i128::from(length);
        let (key, rounds) = match self.track.repeats_from().map(i128::from) {
            None => (key.clamp(0, end), 0),
            Some(0) => (key.rem_euclid(end), key.div_euclid(end)),
            Some(from) if key >= end => (from + (key - end) % (end - from), 1 + (key - end) / (end - from)),
            Some(_) => (key.max(0), 0),
        };
        self.take_forward(Place { key: u32::try_from(key).unwrap_or(0), units: 0 });
        let circle = self.seconds_to(length) - self.seconds_to(self.track.repeats_from().unwrap_or(length));
        self.elapsed_seconds() - before + rounds as f64 * circle
    }

    /// Seconds at normal speed from the first keyframe to the current position, counted forward. 0 if the rate is 0.
    pub fn elapsed_seconds(&self) -> f64 {
        let place = self.track.forward(self.place, self.key_units());
        let unit = match self.times {
            None => self.rate.key_seconds() / self.rate.key_units() as f64,
            Some(_) => 1e-9 / ONE as f64,
        };
        self.seconds_to(place.key) + place.units as f64 * unit
    }

    fn seconds_to(&self, key: u32) -> f64 {
        match &self.times {
            None => f64::from(key) * self.rate.key_seconds(),
            Some(times) => self.track.with_times(times).forward_ns(key) as f64 * 1e-9,
        }
    }

    /// Returns the duration of a sequence that plays once, or the duration of one repetition of a sequence that repeats, at the current
    /// speed, rounded to a nanosecond. `None` at speed 0, at rate 0, for a single frame, or if the time is longer than five centuries.
    pub fn period(&self) -> Option<Duration> {
        let length = self.track.length();
        let from = self.track.repeats_from().unwrap_or(0);
        let keys = match &self.times {
            None => u64::from(length - from),
            // With key times the rate counts nanoseconds.
            Some(times) => {
                let track = self.track.with_times(times);
                track.forward_ns(length) - track.forward_ns(from)
            }
        };
        if keys == 0 { None } else { self.rate.time_for(keys) }
    }

    /// Goes to a position that is `keys` keyframes (at most the length of the track) after the first keyframe, counted forward.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the number is in 0..=length, and casts of floats saturate"
    )]
    fn take_forward_keys(&mut self, keys: f64) {
        let key = keys as u32;
        let units = ((keys - f64::from(key)) * self.forward_key_units(key) as f64) as u64;
        self.take_forward(Place { key, units });
    }
}

/// Converts seconds to a duration, rounded to a nanosecond. Times that are too long become the longest duration, NaN and negative numbers
/// zero.
fn duration(seconds: f64) -> Duration {
    let longest = if seconds > 0.0 { Duration::MAX } else { Duration::ZERO };
    Duration::try_from_secs_f64(seconds).unwrap_or(longest)
}
