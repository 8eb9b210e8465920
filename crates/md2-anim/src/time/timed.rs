//! Playback of keyframes with individual durations. A position is a time, and a binary search finds its keyframe.

use crate::sequence::LoopMode;
use crate::sequence::key_times::KeyTimes;
use crate::time::rate::ONE;
use crate::time::track::{Arrival, Place, Track};

impl KeyTimes {
    /// Duration of a keyframe in [`Rate`](crate::time::rate::Rate) units of 2⁻²⁴ nanoseconds. All keyframes together have fewer than 2⁶³ units.
    pub(crate) fn key_units(&self, key: u32) -> u64 {
        self.key_ns(key) * ONE
    }
}

impl Track {
    pub(crate) const fn with_times(self, times: &KeyTimes) -> TimedTrack<'_> {
        TimedTrack { track: self, times }
    }
}

pub(crate) struct TimedTrack<'a> {
    pub(crate) track: Track,
    pub(crate) times: &'a KeyTimes,
}

impl TimedTrack<'_> {
    /// Nanoseconds from the start of the track to a keyframe, counted forward.
    pub(crate) fn forward_ns(&self, key: u32) -> u64 {
        let turn = self.track.count - 1;
        if self.track.mode == LoopMode::PingPong && key > turn {
            2 * self.times.start_ns(turn) - self.times.start_ns(self.track.length() - key)
        } else {
            self.times.start_ns(key)
        }
    }

    /// Nanoseconds from the start of the track to a keyframe, counted in the playing direction.
    fn key_ns(&self, key: u32) -> u64 {
        if !self.track.reversed {
            return self.forward_ns(key);
        }
        let length = self.track.length();
        self.forward_ns(length) - self.forward_ns(length - key)
    }

    fn units(&self, key: u32) -> u128 {
        u128::from(self.key_ns(key)) * u128::from(ONE)
    }

    /// Returns the position at a distance of `units` from the start. The distance must be less than the length of the track.
    fn place_at(&self, units: u128) -> Place {
        // The position is in the last keyframe that starts at or before this nanosecond.
        let ns = units / u128::from(ONE);
        let (mut key, mut beyond) = (0, self.track.length());
        while beyond - key > 1 {
            let middle = key + (beyond - key) / 2;
            if u128::from(self.key_ns(middle)) <= ns { key = middle } else { beyond = middle }
        }
        let units = u64::try_from(units - self.units(key)).expect("a key has less than 2^63 units");
        Place { key, units }
    }

    /// Returns the position after a distance of `units` from a position; `None` if the playback stops at the end of the stretch.
    #[cold]
    pub(crate) fn arrival(&self, from: Place, units: u128) -> Option<Arrival> {
        let stretch = self.track.stretch(from.key);
        let arrived = self.units(from.key) + u128::from(from.units) + units;
        let (distance, loops) = stretch.fold(arrived, |key| self.units(key))?;
        Some(Arrival { place: self.place_at(distance), loops })
    }
}
