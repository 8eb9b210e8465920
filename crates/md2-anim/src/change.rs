//! Changes of a running playback that do not make the pose jump.

use crate::easing::Easing;
use crate::key_times::KeyTimes;
use crate::playback::Playback;
use crate::rate::Rate;
use crate::sequence::{LoopMode, Sequence};
use crate::track::Place;

impl Playback {
    /// Sets the speed, a factor in 0..=[`MAX_SPEED`](crate::MAX_SPEED); 0 pauses. The position does not change.
    pub fn set_speed(&mut self, speed: f32) {
        self.rate = self.rate.at_speed(speed);
    }

    /// Sets the rate at normal speed, in frames per second. Individual key times are dropped.
    pub fn set_fps(&mut self, fps: f32) {
        self.set_pace(Rate::from_fps(fps, self.rate.speed()), None);
    }

    /// Sets the time of each key, in playing order. A range with more keys than times is cut.
    pub fn set_times(&mut self, times: &KeyTimes) {
        let most = times.key_count();
        if self.track.count > most {
            self.set_key_count(most);
        }
        self.set_pace(Rate::from_nanoseconds(times.mean_fps(), self.rate.speed()), Some(times.clone()));
    }

    /// Sets the rate or the key times of `sequence`, and changes nothing else.
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
        // Rounding down keeps it below a whole key.
        self.take_place(Place { units: u64::try_from(scaled).unwrap_or(0), ..place });
    }

    /// Sets the loop mode. The pose does not change, except between the last and the first frame, where only a loop can be:
    /// other modes go to the last frame.
    pub fn set_mode(&mut self, mode: LoopMode) {
        let place = self.unfolded_place();
        self.track.mode = mode;
        self.take_unfolded(place);
    }

    /// Sets the direction without changing the pose. A finished sequence can run back.
    ///
    /// In reverse a loop repeats the same keys. A playback in the lead runs back to the first key and holds it.
    pub fn set_reversed(&mut self, reversed: bool) {
        let key_units = self.key_units();
        let place = self.track.forward(self.place(), key_units);
        self.track.reversed = reversed;
        self.take_place(self.track.along(place, key_units));
    }

    /// Sets the easing between two keys.
    pub fn set_easing(&mut self, easing: Easing) {
        self.track.easing = easing;
    }

    /// Sets the number of keys.
    fn set_key_count(&mut self, count: u32) {
        let mut place = self.unfolded_place();
        if self.track.backward {
            // Keys of a backward sequence are counted from the last frame, which changes here.
            let frames_before_end = i64::from(self.track.count) - i64::from(place.key);
            let key = i64::from(count) - frames_before_end;
            place = u32::try_from(key).map_or(Place { key: 0, units: 0 }, |key| Place { key, ..place });
        }
        self.track.count = count;
        self.take_unfolded(place);
    }

    /// The place counted from the first key. On the way back of a ping-pong it is mirrored.
    pub(crate) fn unfolded_place(&self) -> Place {
        self.track.unfolded(self.place(), self.key_units())
    }

    /// Goes to an unfolded place, or to the end if the changed track does not contain it.
    fn take_unfolded(&mut self, mut place: Place) {
        let last = self.track.count - 1;
        let is_loop = self.track.mode == LoopMode::Loop && self.track.repeats_from().is_some();
        if place.key > last || (place.key == last && !is_loop) {
            place = Place { key: last, units: 0 };
        }
        self.take_forward(place);
    }

    /// Goes to a place counted forward, 0..=length.
    pub(crate) fn take_forward(&mut self, mut place: Place) {
        let length = self.track.length();
        if place.key >= length {
            place = Place { key: self.track.repeats_from().unwrap_or(length), units: 0 };
        }
        let key_units = self.forward_key_units(place.key);
        // The key may have lasted longer when the units were counted.
        place.units = place.units.min(key_units - 1);
        self.take_place(self.track.along(place, key_units));
    }

    /// Number of units of `key`, counted forward.
    pub(crate) fn forward_key_units(&self, key: u32) -> u64 {
        let timed = |times: &KeyTimes| times.key_units(self.track.forward_interval(key));
        self.times.as_ref().map_or(self.rate.key_units(), timed)
    }
}
