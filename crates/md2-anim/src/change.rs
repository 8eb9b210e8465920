//! Changing how a sequence plays while it does, without a jump in the picture.

use core::time::Duration;

use crate::easing::Easing;
use crate::key_times::KeyTimes;
use crate::playback::Playback;
use crate::rate::Rate;
use crate::sequence::{LoopMode, Sequence};
use crate::track::Place;

impl Playback {
    /// Sets the speed, a factor in 0..=[`MAX_SPEED`](crate::MAX_SPEED); 0 pauses. The position stays exactly where it is.
    pub fn set_speed(&mut self, speed: f32) {
        self.rate = self.rate.at_speed(speed);
    }

    /// Sets the rate at normal speed, in frames a second. Keys that had times of their own last alike from now on.
    pub fn set_fps(&mut self, fps: f32) {
        self.set_pace(Rate::from_fps(fps, self.rate.speed()), None);
    }

    /// Sets the rate by the time from one key to the next, exact to the nanosecond,
    /// from 1 ns to [`MAX_KEY_DURATION`](crate::MAX_KEY_DURATION). Keys that had times of their own last alike from now on.
    pub fn set_key_duration(&mut self, duration: Duration) {
        self.set_pace(Rate::from_key_duration(duration, self.rate.speed()), None);
    }

    /// Gives each key a time of its own, in the order they are played. A range of more keys ends with the last that has
    /// a time, which also is the key a position beyond it goes to.
    pub fn set_times(&mut self, times: &KeyTimes) {
        let most = times.key_count();
        if self.track.count > most {
            self.set_key_count(most);
        }
        self.set_pace(Rate::of_nanoseconds(times.mean_fps(), self.rate.speed()), Some(times.clone()));
    }

    /// Sets the rate, or the times, that `sequence` asks for, and leaves everything else as it is.
    pub fn set_rate_from(&mut self, sequence: &Sequence) {
        match &sequence.times {
            Some(times) => self.set_times(times),
            None => self.set_fps(sequence.fps),
        }
    }

    fn set_pace(&mut self, rate: Rate, times: Option<KeyTimes>) {
        let (place, before) = (self.place(), self.key_units());
        (self.rate, self.times) = (rate, times);
        let scaled = u128::from(place.units) * u128::from(self.key_units()) / u128::from(before);
        // Rounded down, a part of a key stays less than a key.
        self.take_place(Place { units: u64::try_from(scaled).unwrap_or(0), ..place });
    }

    /// Sets what happens at the end. The picture stays as it is, except between the last frame and the first, where only a
    /// loop can be: other modes take the last frame.
    pub fn set_mode(&mut self, mode: LoopMode) {
        let place = self.unfolded_place();
        self.track.mode = mode;
        self.take_unfolded(place);
    }

    /// Sets how many keys a loop plays only once, before those that it repeats. The picture stays as it is, except between
    /// the last frame and the one that comes after it.
    pub fn set_lead(&mut self, keys: u32) {
        let place = self.unfolded_place();
        self.track.lead = keys;
        self.take_unfolded(place);
    }

    /// Turns around on the spot if `reversed` differs from the present direction. A finished sequence can run back.
    ///
    /// What repeats is repeated in reverse too. Back in a lead it runs down to the first key, and holds that.
    pub fn set_reversed(&mut self, reversed: bool) {
        let key_units = self.key_units();
        let place = self.track.forward(self.place(), key_units);
        self.track.reversed = reversed;
        self.take_place(self.track.along(place, key_units));
    }

    /// Sets how the picture moves between two keys.
    pub fn set_easing(&mut self, easing: Easing) {
        self.track.easing = easing;
    }

    /// Moves the last frame.
    fn set_key_count(&mut self, count: u32) {
        let mut place = self.unfolded_place();
        if self.track.backward {
            // Its keys are counted from the frame that moves.
            let frames_before_end = i64::from(self.track.count) - i64::from(place.key);
            let key = i64::from(count) - frames_before_end;
            place = u32::try_from(key).map_or(Place { key: 0, units: 0 }, |key| Place { key, ..place });
        }
        self.track.count = count;
        self.take_unfolded(place);
    }

    /// The place, counted from the first key, on the way out of a ping-pong too.
    pub(crate) fn unfolded_place(&self) -> Place {
        self.track.unfolded(self.place(), self.key_units())
    }

    /// Takes a place from before the way was changed, or the end if it is no longer on the way.
    fn take_unfolded(&mut self, mut place: Place) {
        let last = self.track.count - 1;
        let is_loop = self.track.mode == LoopMode::Loop && self.track.repeats_from().is_some();
        if place.key > last || (place.key == last && !is_loop) {
            place = Place { key: last, units: 0 };
        }
        self.take_forward(place);
    }

    /// Takes a place counted forward, 0..=length.
    pub(crate) fn take_forward(&mut self, mut place: Place) {
        let length = self.track.length();
        if place.key >= length {
            place = Place { key: self.track.repeats_from().unwrap_or(length), units: 0 };
        }
        let key_units = self.forward_key_units(place.key);
        // A part of a key that was counted when the key lasted longer.
        place.units = place.units.min(key_units - 1);
        self.take_place(self.track.along(place, key_units));
    }

    /// The units of `key`, counted forward.
    pub(crate) fn forward_key_units(&self, key: u32) -> u64 {
        let timed = |times: &KeyTimes| times.key_units(self.track.forward_interval(key));
        self.times.as_ref().map_or(self.rate.key_units(), timed)
    }
}
