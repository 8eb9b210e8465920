//! Playback of keyframes with individual durations. A position is a time, and a binary search finds its keyframe.

use core::time::Duration;

use crate::sequence::LoopMode;
use crate::sequence::key_times::KeyTimes;
use crate::time::playback::Playback;
use crate::time::playback_events::PlaybackEvents;
use crate::time::rate::ONE;
use crate::time::track::{Place, Track};

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

    fn travel(
        &self,
        from: Place,
        units: u128,
        key_units: u64,
        mut step: PlaybackEvents,
    ) -> (Place, PlaybackEvents) {
        let within = u128::from(from.units) + units;
        // Most steps stay within the same keyframe.
        if let Ok(units) = u64::try_from(within)
            && units < key_units
        {
            return (Place { key: from.key, units }, step);
        }
        let stretch = self.track.stretch(from.key);
        let (arrived, end) = (self.units(from.key) + within, self.units(stretch.end));
        if arrived < end {
            let place = self.place_at(arrived);
            step.keys = u64::from(place.key - from.key);
            return (place, step);
        }
        let to_end = u64::from(stretch.end - from.key);
        let Some(back_to) = stretch.back_to else {
            (step.keys, step.ended) = (to_end, true);
            return (Place { key: stretch.end, units: 0 }, step);
        };
        let circle = end - self.units(back_to);
        let (rounds, rest) = ((arrived - end) / circle, (arrived - end) % circle);
        let place = self.place_at(self.units(back_to) + rest);
        let keys_around = u128::from(stretch.end - back_to) * rounds;
        let keys = u128::from(to_end) + keys_around + u128::from(place.key - back_to);
        step.keys = u64::try_from(keys).unwrap_or(u64::MAX);
        step.loops = u64::try_from(rounds + 1).unwrap_or(u64::MAX);
        (place, step)
    }
}

impl Playback {
    /// Does the same as [`advance`](Self::advance) for keyframes with individual durations. The position must be before the end.
    #[cold]
    pub(crate) fn advance_timed(&mut self, time: Duration, step: PlaybackEvents) -> PlaybackEvents {
        let Some(times) = &self.times else { return step };
        let track = self.track.with_times(times);
        let (place, step) = track.travel(self.place(), self.rate.units_in(time), self.key_units(), step);
        self.take_place(place);
        step
    }
}
