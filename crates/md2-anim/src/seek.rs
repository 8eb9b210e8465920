//! The position of a playback in its sequence: reading it and seeking to it.

use core::time::Duration;

use md2_common::saturate;

use crate::playback::{Playback, duration};
use crate::rate::ONE;
use crate::sequence::LoopMode;
use crate::track::Place;

impl Playback {
    /// Returns to the first key. In reverse that is the last one for a sequence that plays once, and for
    /// a loop with a lead the first that it repeats.
    pub const fn restart(&mut self) {
        self.take_place(Place { key: 0, units: 0 });
    }

    /// Goes to `key`, counted from the first of the sequence: 2.5 is halfway between the third and the fourth.
    ///
    /// NaN and negative numbers go to the first key. Numbers past the last key go to it; in a loop those below the
    /// number of keys lie between the last key and the one it goes on from.
    pub fn seek(&mut self, key: f32) {
        let last = f64::from(self.track.count - 1);
        let key = f64::from(key.max(0.0));
        let is_loop = self.track.mode == LoopMode::Loop && self.track.repeats_from().is_some();
        let key = if is_loop && key < last + 1.0 { key } else { key.min(last) };
        self.take_forward_keys(key);
    }

    /// The position as [`seek`](Self::seek) counts it, whatever the direction: less than the number of keys. A ping-pong counts down on its way back.
    #[must_use]
    pub fn position_in_keys(&self) -> f32 {
        let place = self.unfolded_place();
        #[expect(clippy::cast_possible_truncation, reason = "rounded to the precision of a position")]
        let key = (f64::from(place.key) + place.units as f64 / self.key_units() as f64) as f32;
        // A number of keys this large may be rounded up to one that is past them.
        key.min(self.track.count as f32)
    }

    /// Goes to frame `frame`, or to the nearest one of the range.
    pub fn seek_frame(&mut self, frame: u32) {
        let frame = frame.clamp(self.first(), self.last());
        let key = if self.track.backward { self.last() - frame } else { frame - self.first() };
        self.take_forward(Place { key, units: 0 });
    }

    /// Goes to where the playback stands `seconds` after its start, at its present speed. They may be negative: what comes around
    /// was somewhere before its start too, and the rest stood there. Rounded to a nanosecond; NaN is the start.
    ///
    /// Torches that flicker apart start so, each at a time of its own.
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

    /// Moves `keys` whole keys, back if negative: from between two keys, one step goes to the nearer end in that direction.
    ///
    /// Counts in the order of the sequence whatever the direction of play; wraps around in a loop, stops at the ends of a
    /// sequence that plays once and at the first key of one that has a lead, and follows a ping-pong there and back.
    ///
    /// Returns what time the way moved is worth at normal speed, in seconds, negative if it went back: a floor that
    /// passes below the model moves by that much.
    pub fn step(&mut self, keys: i64) -> f64 {
        let length = self.track.length();
        if length == 0 {
            return 0.0;
        }
        let place = self.track.forward(self.place(), self.key_units());
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

    /// Seconds of normal speed from the first key to where it stands, on the way counted forward: what
    /// [`step`](Self::step) adds to, as long as it does not come around. 0 at rate 0.
    #[must_use]
    pub fn elapsed_seconds(&self) -> f64 {
        let place = self.track.forward(self.place(), self.key_units());
        let unit = match self.times {
            None => self.rate.key_seconds() / self.rate.key_units() as f64,
            Some(_) => 1e-9 / ONE as f64,
        };
        self.seconds_to(place.key) + place.units as f64 * unit
    }

    /// Seconds of normal speed from the first key to `key` of the way, counted forward.
    fn seconds_to(&self, key: u32) -> f64 {
        match &self.times {
            None => f64::from(key) * self.rate.key_seconds(),
            Some(times) => self.track.timed(times).forward_ns(key) as f64 * 1e-9,
        }
    }

    /// Position over the whole way, a share of its time in 0..=1, counted from the first key whatever the direction.
    ///
    /// A loop's way includes the interval from the last key back to the first, and a ping-pong's the way back.
    #[must_use]
    pub fn position(&self) -> f32 {
        let place = self.track.forward(self.place(), self.key_units());
        let (there, whole) = match &self.times {
            None => {
                let keys = f64::from(place.key) + place.units as f64 / self.rate.key_units() as f64;
                (keys, f64::from(self.track.length()))
            }
            Some(_) => (self.elapsed_seconds(), self.seconds_to(self.track.length())),
        };
        #[expect(clippy::cast_possible_truncation, reason = "a share in 0..=1, wanted in single precision")]
        let position = if whole > 0.0 { (there / whole) as f32 } else { 0.0 };
        position.min(1.0)
    }

    /// Goes to a position over the whole way, as [`position`](Self::position) tells it. NaN and negative numbers are
    /// the start, numbers from 1 up the end, which on a circle is where it comes around to.
    pub fn set_position(&mut self, position: f32) {
        let position = f64::from(saturate(position));
        let length = self.track.length();
        match &self.times {
            None => self.take_forward_keys(position * f64::from(length)),
            Some(times) => {
                let way = self.track.timed(times);
                let place = way.forward_place_at(position * way.forward_ns(length) as f64);
                self.take_forward(place);
            }
        }
    }

    /// Time from the start to the end, or once around what repeats, at the present speed; rounded to a nanosecond.
    /// `None` if that never happens: at speed 0, at rate 0, with a single frame, or not within five centuries.
    #[must_use]
    pub fn period(&self) -> Option<Duration> {
        let length = self.track.length();
        let from = self.track.repeats_from().unwrap_or(0);
        let keys = match &self.times {
            None => u64::from(length - from),
            // For these the rate counts nanoseconds.
            Some(times) => {
                let way = self.track.timed(times);
                way.forward_ns(length) - way.forward_ns(from)
            }
        };
        if keys == 0 { None } else { self.rate.time_for(keys) }
    }

    /// Goes to `keys` along the way counted forward, 0..=length.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the number is in 0..=length, and casts of floats saturate"
    )]
    fn take_forward_keys(&mut self, keys: f64) {
        let key = keys as u32;
        let units = ((keys - f64::from(key)) * self.forward_key_units(key) as f64) as u64;
        self.take_forward(Place { key, units });
    }
}
