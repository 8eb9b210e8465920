//! Time to pose: where a playing sequence stands, and how it moves.

use core::time::Duration;

use crate::pose::share;
use crate::rate::{Rate, Travel};
use crate::track::{Place, Track};
use crate::{Easing, LoopMode, Pose, Sequence, Step};

/// A sequence being played: range, speed, direction and position, in 48 bytes without a reference to anything.
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
/// # Odd values
/// Nothing here panics or yields NaN. Rates and speeds that are NaN or negative count as 0 and stand still; beyond
/// [`MAX_FPS`](crate::MAX_FPS) and [`MAX_SPEED`](crate::MAX_SPEED) they are clamped. Positions that are NaN or negative are the start, those past the
/// end are the end. A range whose last frame lies before its first is the first frame alone, and a single
/// frame never moves and has no events. Rates are held in steps of 2⁻²⁴ frames a second, so that every `f32` from
/// 0.5 up is exact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Playback {
    // The two halves of a `Place`, apart so that they leave no gap.
    units: u64,
    key: u32,
    track: Track,
    rate: Rate,
}

impl Playback {
    /// Plays frames `first..=last` at `fps` frames a second, from the first.
    #[must_use]
    pub fn new(first: u32, last: u32, fps: f32, mode: LoopMode) -> Self {
        Self { units: 0, key: 0, track: Track::new(first, last, mode), rate: Rate::from_fps(fps, 1.0) }
    }

    /// Plays `sequence` as it asks to be played.
    #[must_use]
    pub fn for_sequence(sequence: &Sequence) -> Self {
        Self::new(sequence.first, sequence.last, sequence.fps, sequence.mode)
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
    pub fn advance(&mut self, time: Duration) -> Step {
        let track = self.track;
        let length = u64::from(track.length());
        let mut step = Step { track, start: self.key, keys: 0, loops: 0, ended: false };
        // Nowhere to go, or nowhere to go on to.
        if length == 0 || u64::from(self.key) == length {
            return step;
        }
        let Some(Travel { keys, units }) = self.rate.short_travel(time) else {
            return self.advance_far(time);
        };
        let (carry, units) = self.add_units(units);
        step.keys = keys + carry;
        let arrived = u64::from(self.key) + step.keys;
        if arrived < length {
            self.set_place(arrived, units);
        } else if track.is_circular() {
            step.loops = arrived / length;
            self.set_place(arrived % length, units);
        } else {
            step.keys = length - u64::from(self.key);
            step.ended = true;
            self.set_place(length, 0);
        }
        step
    }

    /// [`advance`](Self::advance) by more than 64 bits can count.
    #[cold]
    fn advance_far(&mut self, time: Duration) -> Step {
        let saturated = |count: u128| u64::try_from(count).unwrap_or(u64::MAX);
        let track = self.track;
        let mut step = Step { track, start: self.key, keys: 0, loops: 0, ended: false };
        let length = u128::from(track.length());
        let Travel { keys, units } = self.rate.long_travel(time);
        let (carry, units) = self.add_units(units);
        let keys = keys + u128::from(carry);
        let arrived = u128::from(self.key) + keys;
        step.keys = saturated(keys);
        if track.is_circular() {
            step.loops = saturated(arrived / length);
            self.set_place(saturated(arrived % length), units);
        } else if arrived < length {
            self.set_place(saturated(arrived), units);
        } else {
            step.keys = u64::from(track.length() - self.key);
            step.ended = true;
            self.set_place(saturated(length), 0);
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

    const fn place(&self) -> Place {
        Place { key: self.key, units: self.units }
    }

    /// [`advance`](Self::advance) by seconds as a number: rounded to a nanosecond; NaN and negative numbers are no time at
    /// all, and more than a [`Duration`] can hold is [`Duration::MAX`].
    pub fn advance_seconds(&mut self, seconds: f64) -> Step {
        let longest = if seconds > 0.0 { Duration::MAX } else { Duration::ZERO };
        self.advance(Duration::try_from_secs_f64(seconds).unwrap_or(longest))
    }

    /// The picture at this moment.
    #[inline]
    #[must_use]
    pub fn pose(&self) -> Pose {
        self.track.pose(self.place(), self.rate.key_units())
    }

    /// Whether a sequence that plays once has arrived at its end.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        !self.track.is_circular() && self.key == self.track.length()
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

    /// What happens at the end.
    #[must_use]
    pub const fn mode(&self) -> LoopMode {
        self.track.mode
    }

    /// Frames a second at normal speed.
    #[must_use]
    pub const fn fps(&self) -> f32 {
        self.rate.fps()
    }

    /// Factor on the rate, 0..=100.
    #[must_use]
    pub const fn speed(&self) -> f32 {
        self.rate.speed()
    }

    /// Whether it runs backwards.
    #[must_use]
    pub const fn is_reversed(&self) -> bool {
        self.track.reversed
    }

    /// How the picture moves between two keys.
    #[must_use]
    pub const fn easing(&self) -> Easing {
        self.track.easing
    }

    /// Sets the speed, a factor in 0..=[`MAX_SPEED`](crate::MAX_SPEED); 0 pauses. The position stays exactly where it is.
    pub fn set_speed(&mut self, speed: f32) {
        self.rate = self.rate.at_speed(speed);
    }

    /// Sets the rate at normal speed, in frames a second.
    pub fn set_fps(&mut self, fps: f32) {
        self.set_rate(Rate::from_fps(fps, self.rate.speed()));
    }

    /// Sets the rate by the time from one key to the next, exact to the nanosecond,
    /// from 1 ns to [`MAX_KEY_DURATION`](crate::MAX_KEY_DURATION).
    pub fn set_key_duration(&mut self, duration: Duration) {
        self.set_rate(Rate::from_key_duration(duration, self.rate.speed()));
    }

    fn set_rate(&mut self, rate: Rate) {
        let scaled =
            u128::from(self.units) * u128::from(rate.key_units()) / u128::from(self.rate.key_units());
        // Rounded down, a part of a key stays less than a key.
        self.units = u64::try_from(scaled).unwrap_or(0);
        self.rate = rate;
    }

    /// Sets what happens at the end. The picture stays as it is, except between the last frame and the first, where only a
    /// loop can be: other modes take the last frame.
    pub fn set_mode(&mut self, mode: LoopMode) {
        let mut place = self.track.unfolded(self.place(), self.rate.key_units());
        if mode != LoopMode::Loop && place.key == self.track.count - 1 {
            place.units = 0;
        }
        self.track.mode = mode;
        self.set_forward(place);
    }

    /// Turns around on the spot if `reversed` differs from the present direction. A finished sequence can run back.
    pub fn set_reversed(&mut self, reversed: bool) {
        if reversed != self.track.reversed {
            let place = self.track.mirrored(self.place(), self.rate.key_units());
            (self.key, self.units) = (place.key, place.units);
            self.track.reversed = reversed;
        }
    }

    /// Sets how the picture moves between two keys.
    pub fn set_easing(&mut self, easing: Easing) {
        self.track.easing = easing;
    }

    /// Moves the end of the range and keeps the position, or takes the new last frame if it lay beyond.
    ///
    /// This is how a jump waits in the air: its range ends at the second frame until the player has landed.
    pub fn set_last(&mut self, last: u32) {
        let mut place = self.track.unfolded(self.place(), self.rate.key_units());
        self.track.count = Track::new(self.track.first, last, self.track.mode).count;
        let end = self.track.count - 1;
        if place.key > end || (place.key == end && self.track.mode != LoopMode::Loop) {
            place = Place { key: end, units: 0 };
        }
        self.set_forward(place);
    }

    /// Back to where it begins: the first frame, but the last for a sequence that plays once in reverse.
    pub fn restart(&mut self) {
        (self.key, self.units) = (0, 0);
    }

    /// Goes to `key`, counted from the first frame of the range: 2.5 is halfway between the third and the fourth.
    ///
    /// NaN and negative numbers go to the first frame. Numbers past the last frame go to it; in a loop those below the
    /// number of frames lie between the last frame and the first.
    pub fn seek(&mut self, key: f32) {
        let last = f64::from(self.track.count - 1);
        let key = f64::from(key.max(0.0));
        let looped = self.track.mode == LoopMode::Loop && key < last + 1.0;
        self.set_forward_keys(if looped { key } else { key.min(last) });
    }

    /// Goes to frame `frame`, or to the nearest one of the range.
    pub fn seek_frame(&mut self, frame: u32) {
        let key = frame.clamp(self.track.first, self.track.last()) - self.track.first;
        self.set_forward(Place { key, units: 0 });
    }

    /// Goes to where the playback stands `time` after its start, at its present speed.
    pub fn seek_time(&mut self, time: Duration) {
        self.restart();
        self.advance(time);
    }

    /// Moves `keys` whole keys, back if negative: from between two keys, one step goes to the nearer end in that direction.
    ///
    /// Counts in the order of the frames whatever the direction of play; wraps around in a loop, stops at the ends of a
    /// sequence that plays once, and follows a ping-pong there and back.
    pub fn step(&mut self, keys: i64) {
        let length = i128::from(self.track.length());
        if length == 0 {
            return;
        }
        let place = self.track.forward(self.place(), self.rate.key_units());
        let between = i128::from(place.units > 0 && keys < 0);
        let key = i128::from(place.key) + between + i128::from(keys);
        let key = if self.track.is_circular() { key.rem_euclid(length) } else { key.clamp(0, length) };
        self.set_forward(Place { key: u32::try_from(key).unwrap_or(0), units: 0 });
    }

    /// Position over the whole way, 0..=1, counted from the first frame whatever the direction.
    ///
    /// A loop's way includes the interval from the last frame back to the first, and a ping-pong's the way back.
    #[must_use]
    pub fn position(&self) -> f32 {
        let place = self.track.forward(self.place(), self.rate.key_units());
        let keys = f64::from(place.key) + place.units as f64 / self.rate.key_units() as f64;
        #[expect(clippy::cast_possible_truncation, reason = "a share in 0..=1, wanted in single precision")]
        let position = (keys / f64::from(self.track.length().max(1))) as f32;
        position
    }

    /// Goes to a position over the whole way, as [`position`](Self::position) tells it. NaN and negative numbers are the start, numbers from 1 up
    /// the end, which on a circle is the start again.
    pub fn set_position(&mut self, position: f32) {
        let position = f64::from(share(position));
        self.set_forward_keys(position * f64::from(self.track.length()));
    }

    /// Time from the start to the end, or once around, at the present speed; rounded to a nanosecond.
    /// `None` if that never happens: at speed 0, at rate 0, with a single frame, or not within five centuries.
    #[must_use]
    pub fn period(&self) -> Option<Duration> {
        match self.track.length() {
            0 => None,
            length => self.rate.time_for(u64::from(length)),
        }
    }

    /// Goes to `keys` along the way counted forward, 0..=length.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the number is in 0..=length, and casts of floats saturate"
    )]
    fn set_forward_keys(&mut self, keys: f64) {
        let key = keys as u32;
        let key_units = self.rate.key_units();
        let units = ((keys - f64::from(key)) * key_units as f64) as u64;
        self.set_forward(Place { key, units: units.min(key_units - 1) });
    }

    /// Takes a place counted forward, 0..=length.
    fn set_forward(&mut self, mut place: Place) {
        let length = self.track.length();
        if place.key >= length {
            place = Place { key: if self.track.is_circular() { 0 } else { length }, units: 0 };
        }
        let place = self.track.forward(place, self.rate.key_units());
        (self.key, self.units) = (place.key, place.units);
    }
}
