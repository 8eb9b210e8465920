//! Changes to a running playback (rate, speed, mode, direction) that keep the current pose.

use crate::sequence::key_times::KeyTimes;
use crate::sequence::{LoopMode, Sequence};
use crate::time::easing::Easing;
use crate::time::playback::Playback;
use crate::time::rate::Rate;
use crate::time::track::Place;

impl Playback {
    /// Sets the speed, a factor in 0..=[`MAX_SPEED`](crate::MAX_SPEED). 0 pauses the playback. The position does not change.
    pub fn set_speed(&mut self, speed: f32) {
        self.rate = self.rate.at_speed(speed);
    }

    /// Sets the frame rate at normal speed, in frames per second, and removes the individual durations of the keyframes.
    pub fn set_fps(&mut self, fps: f32) {
        self.set_pace(Rate::from_fps(fps, self.rate.speed()), None);
    }

    /// Sets the duration of each keyframe, in playing order. If the playback has more keyframes than `times`, it ends at the last keyframe
    /// with a duration.
    pub(crate) fn set_times(&mut self, times: &KeyTimes) {
        let most = times.key_count();
        if self.track.count > most {
            self.set_key_count(most);
        }
        self.set_pace(Rate::from_nanoseconds(times.mean_fps(), self.rate.speed()), Some(times.clone()));
    }

    /// Applies the rate or the key times of `sequence` to this playback. All other fields of `sequence` are ignored.
    pub fn set_rate_from(&mut self, sequence: &Sequence) {
        match &sequence.times {
            Some(times) => self.set_times(times),
            None => self.set_fps(sequence.fps),
        }
    }

    fn set_pace(&mut self, rate: Rate, times: Option<KeyTimes>) {
        let (place, before) = (self.place, self.key_units());
        (self.rate, self.times) = (rate, times);
        let scaled = u128::from(place.units) * u128::from(self.key_units()) / u128::from(before);
        // Rounding down keeps the number below one whole keyframe.
        self.place = Place { units: u64::try_from(scaled).unwrap_or(0), ..place };
    }

    /// Sets the loop mode. The pose does not change, with one exception: if the position is between the last and the
    /// first frame of a loop and the new mode is not a loop, the playback goes to the last frame.
    pub fn set_mode(&mut self, mode: LoopMode) {
        let place = self.unfolded_place();
        self.track.mode = mode;
        self.take_unfolded(place);
    }

    /// Sets the direction without changing the pose. A finished sequence that is reversed runs back from its end.
    ///
    /// A reversed loop repeats the same keyframes as a forward loop. In the [lead](Playback::lead), the keyframes that
    /// play only once, a reversed playback runs back to the first keyframe and stays there.
    pub fn set_reversed(&mut self, reversed: bool) {
        let key_units = self.key_units();
        let place = self.track.forward(self.place, key_units);
        self.track.reversed = reversed;
        self.place = self.track.along(place, key_units);
    }

    /// Sets the easing between two keyframes.
    pub fn set_easing(&mut self, easing: Easing) {
        self.track.easing = easing;
    }

    fn set_key_count(&mut self, count: u32) {
        let mut place = self.unfolded_place();
        if self.track.backward {
            // A backward sequence counts its keyframes from the last frame, and the new count changes the last frame.
            let frames_before_end = i64::from(self.track.count) - i64::from(place.key);
            let key = i64::from(count) - frames_before_end;
            place = u32::try_from(key).map_or(Place { key: 0, units: 0 }, |key| Place { key, ..place });
        }
        self.track.count = count;
        self.take_unfolded(place);
    }

    /// Returns the position as a distance from the first keyframe. On the way back of a ping-pong, this distance decreases.
    pub(crate) fn unfolded_place(&self) -> Place {
        self.track.unfolded(self.place, self.key_units())
    }

    /// Goes to a position that [`unfolded_place`](Self::unfolded_place) returned before the track was changed. Goes to the last keyframe if
    /// the position is past the new end.
    fn take_unfolded(&mut self, mut place: Place) {
        let last = self.track.count - 1;
        let is_loop = self.track.mode == LoopMode::Loop && self.track.repeats_from().is_some();
        if place.key > last || (place.key == last && !is_loop) {
            place = Place { key: last, units: 0 };
        }
        self.take_forward(place);
    }

    /// Goes to a position from 0 to the length of the track, counted forward even if the playback is reversed.
    pub(crate) fn take_forward(&mut self, mut place: Place) {
        let length = self.track.length();
        if place.key >= length {
            place = Place { key: self.track.repeats_from().unwrap_or(length), units: 0 };
        }
        let key_units = self.forward_key_units(place.key);
        // `units` may have been measured when the keyframe had a longer duration.
        place.units = place.units.min(key_units - 1);
        self.place = self.track.along(place, key_units);
    }

    /// Number of `Rate` units from keyframe `key` to the next. The index `key` counts forward even if the playback is reversed.
    pub(crate) fn forward_key_units(&self, key: u32) -> u64 {
        let timed = |times: &KeyTimes| times.key_units(self.track.forward_interval(key));
        self.times.as_ref().map_or(self.rate.key_units(), timed)
    }
}
