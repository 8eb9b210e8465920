//! Exact speed: how many keys a duration is worth, in integers only.
//!
//! A key interval is divided into [`Rate::key_units`] equal units, and time passes at [`Rate::units_per_ns`] of them a
//! nanosecond. Both are integers, so a billion small steps land on the very unit that one large step lands on:
//! nothing is ever rounded after the rate has been set, and nothing can drift.

use core::time::Duration;

/// Fixed-point scale of rates: they are multiples of 2⁻²⁴.
pub(crate) const ONE: u64 = 1 << 24;
/// Units in a key interval when the speed is given in frames a second: a nanosecond at `n` frames a second is `n · ONE` units.
const FPS_KEY_UNITS: u64 = 1_000_000_000 * ONE;

/// Highest rate, in frames a second at normal speed; larger ones are clamped.
pub const MAX_FPS: f32 = 1_000_000.0;
/// Highest speed factor; larger ones are clamped.
pub const MAX_SPEED: f32 = 100.0;
/// Longest time a key may last, about nine minutes; longer ones are clamped.
pub const MAX_KEY_DURATION: Duration = Duration::from_nanos((1 << 39) - 1);

/// A way traveled along the keys: whole keys, and units of a further one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Travel<K> {
    pub(crate) keys: K,
    pub(crate) units: u64,
}

/// Speed along the keys.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rate {
    key_units: u64,
    units_per_ns: u64,
    /// At normal speed.
    fps: f32,
    /// Factor on it, 0..=`MAX_SPEED`.
    speed: f32,
}

impl Rate {
    pub(crate) fn from_fps(fps: f32, speed: f32) -> Self {
        Self { key_units: FPS_KEY_UNITS, units_per_ns: 0, fps: limit(fps, MAX_FPS), speed: 0.0 }
            .at_speed(speed)
    }

    /// One key in `duration`, which is clamped to 1 ns..=[`MAX_KEY_DURATION`].
    pub(crate) fn from_key_duration(duration: Duration, speed: f32) -> Self {
        let duration = duration.clamp(Duration::from_nanos(1), MAX_KEY_DURATION);
        let nanos = u64::from(duration.subsec_nanos()) + duration.as_secs() * 1_000_000_000;
        let fps = 1.0 / duration.as_secs_f32();
        Self { key_units: nanos * ONE, units_per_ns: 0, fps, speed: 0.0 }.at_speed(speed)
    }

    /// For keys with times of their own: what is counted as keys here are nanoseconds.
    pub(crate) fn of_nanoseconds(mean_fps: f32, speed: f32) -> Self {
        Self { key_units: ONE, units_per_ns: 0, fps: mean_fps, speed: 0.0 }.at_speed(speed)
    }

    #[must_use]
    pub(crate) fn at_speed(self, speed: f32) -> Self {
        let speed = limit(speed, MAX_SPEED);
        // A second a key is the one length both kinds share, and there both formulas agree.
        let base = if self.key_units == FPS_KEY_UNITS { f64::from(self.fps) } else { 1.0 };
        let units = base * f64::from(speed) * ONE as f64;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "rounds a number in 0..=1e8 · 2^24, far inside u64"
        )]
        let units_per_ns = (units + 0.5) as u64;
        Self { units_per_ns, speed, ..self }
    }

    #[inline]
    pub(crate) const fn key_units(&self) -> u64 {
        self.key_units
    }

    pub(crate) const fn fps(&self) -> f32 {
        self.fps
    }

    pub(crate) const fn speed(&self) -> f32 {
        self.speed
    }

    /// The way traveled in `time` if it is short: under a second, and few enough units for 64 bits.
    #[inline]
    pub(crate) fn short_travel(&self, time: Duration) -> Option<Travel<u64>> {
        if time.as_secs() != 0 {
            return None;
        }
        let units = u64::from(time.subsec_nanos()).checked_mul(self.units_per_ns)?;
        // Most steps are shorter than a key, and a comparison is cheaper than a division.
        if units < self.key_units {
            return Some(Travel { keys: 0, units });
        }
        Some(Travel { keys: units / self.key_units, units: units % self.key_units })
    }

    /// The way traveled in `time`, whatever it is.
    pub(crate) fn long_travel(&self, time: Duration) -> Travel<u128> {
        let key_units = u128::from(self.key_units);
        let rate = u128::from(self.units_per_ns);
        // `Duration::MAX` is 2^94 ns, too many to multiply by the rate (below 2^51) in 128 bits: multiply quotient and
        // remainder apart. With frames a second the divisor is over 2^53, with a key's duration the rate below 2^31.
        let (quotient, remainder) = (time.as_nanos() / key_units, time.as_nanos() % key_units);
        let rest = remainder * rate;
        let units = u64::try_from(rest % key_units).expect("a remainder is smaller than its 64-bit divisor");
        Travel { keys: quotient * rate + rest / key_units, units }
    }

    /// Units traveled in `time`, if that was [`of_nanoseconds`](Self::of_nanoseconds).
    pub(crate) const fn units_in(&self, time: Duration) -> u128 {
        // 2^94 ns at a rate below 2^31.
        time.as_nanos() * self.units_per_ns as u128
    }

    /// Seconds that a key lasts at normal speed; 0 where it lasts for ever.
    pub(crate) fn key_seconds(&self) -> f64 {
        if self.key_units != FPS_KEY_UNITS {
            self.key_units as f64 / ONE as f64 / 1e9
        } else if self.fps > 0.0 {
            1.0 / f64::from(self.fps)
        } else {
            0.0
        }
    }

    /// The time in which `keys` pass, rounded to a nanosecond; `None` where they never do, or not within `u64` nanoseconds.
    pub(crate) fn time_for(&self, keys: u64) -> Option<Duration> {
        let rate = u128::from(self.units_per_ns);
        let units = u128::from(self.key_units) * u128::from(keys);
        let nanos = (units + rate / 2).checked_div(rate)?;
        u64::try_from(nanos).ok().map(Duration::from_nanos)
    }
}

/// `value` in 0..=`most`; NaN and negative values are 0.
fn limit(value: f32, most: f32) -> f32 {
    // Not `clamp`, which passes NaN on; a comparison with NaN is false.
    if value > 0.0 { value.min(most) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_frames_a_second_is_exactly_a_tenth_of_a_second_a_key() {
        let rate = Rate::from_fps(10.0, 1.0);
        assert_eq!(rate.short_travel(Duration::from_millis(100)), Some(Travel { keys: 1, units: 0 }));
        assert_eq!(rate.time_for(40), Some(Duration::from_secs(4)));
    }

    #[test]
    fn short_and_long_travel_agree() {
        for fps in [0.0, 0.5, 7.0, 9.999, 29.97, 60.0, 1e6] {
            for nanos in [0, 1, 16_666_667, 99_999_999, 100_000_000, 999_999_999] {
                let (rate, time) = (Rate::from_fps(fps, 1.0), Duration::from_nanos(nanos));
                let Some(short) = rate.short_travel(time) else { continue };
                let long = Travel { keys: u128::from(short.keys), units: short.units };
                assert_eq!(rate.long_travel(time), long);
            }
        }
    }

    #[test]
    fn the_longest_duration_at_the_highest_rates_does_not_overflow() {
        let fast = Rate::from_fps(MAX_FPS, MAX_SPEED).long_travel(Duration::MAX);
        assert!(fast.keys > u128::from(u64::MAX));
        let fast = Rate::from_key_duration(Duration::ZERO, MAX_SPEED).long_travel(Duration::MAX);
        assert!(fast.keys > u128::from(u64::MAX));
        let slow = Rate::from_key_duration(Duration::MAX, MAX_SPEED).long_travel(Duration::MAX);
        assert!(slow.keys > 1 << 61);
    }

    #[test]
    fn odd_numbers_stand_still_or_are_clamped() {
        assert_eq!(Rate::from_fps(f32::NAN, 1.0), Rate::from_fps(0.0, 1.0));
        assert_eq!(Rate::from_fps(-3.0, 1.0), Rate::from_fps(0.0, 1.0));
        assert_eq!(Rate::from_fps(f32::INFINITY, 1.0), Rate::from_fps(MAX_FPS, 1.0));
        assert_eq!(Rate::from_fps(10.0, f32::NAN), Rate::from_fps(10.0, 0.0));
        assert_eq!(Rate::from_fps(10.0, 1e30), Rate::from_fps(10.0, MAX_SPEED));
        assert_eq!(Rate::from_fps(0.0, 1.0).time_for(1), None);
    }
}
