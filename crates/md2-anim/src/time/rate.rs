//! The rate of a playback in exact integer arithmetic.
//!
//! The interval between two keyframes consists of [`Rate::key_units`] units, and a nanosecond of [`Rate::units_per_ns`] units. Both are
//! integers. Nothing is rounded after the rate has been set, so a billion small steps equal one large step exactly.

use core::time::Duration;

use crate::time::track::Place;

/// The number 1 in the fixed-point format of rates, which are multiples of 2⁻²⁴.
pub(crate) const ONE: u64 = 1 << 24;
/// Number of units between two keyframes for a rate in frames per second. At `n` frames per second, a nanosecond has `n · ONE` units.
const FPS_KEY_UNITS: u64 = 1_000_000_000 * ONE;

/// The highest rate in frames per second at normal speed; higher rates are clamped.
pub const MAX_FPS: f32 = 1_000_000.0;
/// The highest speed factor; higher factors are clamped.
pub const MAX_SPEED: f32 = 100.0;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rate {
    key_units: u64,
    units_per_ns: u64,
    fps: f32,
    speed: f32,
}

impl Rate {
    pub(crate) fn from_fps(fps: f32, speed: f32) -> Self {
        Self { key_units: FPS_KEY_UNITS, units_per_ns: 0, fps: limit(fps, MAX_FPS), speed: 0.0 }
            .at_speed(speed)
    }

    /// Creates a rate for keyframes with individual durations. Its unit is a fraction of a nanosecond instead of a fraction of a keyframe.
    pub(crate) fn from_nanoseconds(mean_fps: f32, speed: f32) -> Self {
        Self { key_units: ONE, units_per_ns: 0, fps: mean_fps, speed: 0.0 }.at_speed(speed)
    }

    #[must_use]
    pub(crate) fn at_speed(self, speed: f32) -> Self {
        let speed = limit(speed, MAX_SPEED);
        let base = if self.key_units == FPS_KEY_UNITS { f64::from(self.fps) } else { 1.0 };
        let units = base * f64::from(speed) * ONE as f64;
        #[expect(
            clippy::cast_possible_truncation,
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

    /// Returns the units of a position after `time` if they are less than one keyframe, as after most steps. `None` after longer steps.
    #[inline]
    pub(crate) fn units_within_key(&self, from: Place, time: Duration) -> Option<u64> {
        let nanos = if time.as_secs() == 0 { u64::from(time.subsec_nanos()) } else { return None };
        let units = nanos.checked_mul(self.units_per_ns)?.checked_add(from.units)?;
        (units < self.key_units).then_some(units)
    }

    /// Returns the distance from the start of the track after `time`: whole keyframes, and units that are less than one keyframe.
    pub(crate) fn distance(&self, from: Place, time: Duration) -> (u128, u64) {
        // `Duration::MAX` is 2^94 ns. Multiplying it by the rate (below 2^51) takes more than 128 bits. So the time is first divided by
        // the divisor (above 2^53), and the quotient and the remainder are multiplied separately.
        let (quotient, nanos) = divide(time.as_nanos(), self.key_units);
        let rate = u128::from(self.units_per_ns);
        let (keys, units) = divide(u128::from(nanos) * rate + u128::from(from.units), self.key_units);
        (u128::from(from.key) + quotient * rate + keys, units)
    }

    /// Number of units in `time`, for a rate from [`from_nanoseconds`](Self::from_nanoseconds).
    pub(crate) const fn units_in(&self, time: Duration) -> u128 {
        // At most 2^94 ns, and the factor is below 2^31.
        time.as_nanos() * self.units_per_ns as u128
    }

    /// Duration of a keyframe in seconds at normal speed; 0 if the rate is 0.
    pub(crate) fn key_seconds(&self) -> f64 {
        if self.fps > 0.0 { 1.0 / f64::from(self.fps) } else { 0.0 }
    }

    /// The duration of `keys` keyframes, rounded to a nanosecond. `None` if it is infinite or exceeds `u64::MAX` nanoseconds.
    pub(crate) fn time_for(&self, keys: u64) -> Option<Duration> {
        let rate = u128::from(self.units_per_ns);
        let units = u128::from(self.key_units) * u128::from(keys);
        let nanos = (units + rate / 2).checked_div(rate)?;
        u64::try_from(nanos).ok().map(Duration::from_nanos)
    }
}

fn divide(dividend: u128, divisor: u64) -> (u128, u64) {
    // Most numbers are small. A comparison is faster than a division, and 64 bits are faster than 128.
    match u64::try_from(dividend) {
        Ok(small) if small < divisor => return (0, small),
        Ok(small) => return (u128::from(small / divisor), small % divisor),
        Err(_) => {}
    }
    let wide = u128::from(divisor);
    (dividend / wide, u64::try_from(dividend % wide).expect("a remainder is less than the divisor"))
}

fn limit(value: f32, max: f32) -> f32 {
    // `f32::clamp` returns NaN for NaN; a comparison with NaN is false.
    if value > 0.0 { value.min(max) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clamps_invalid_rates_and_speeds() {
        assert_eq!(Rate::from_fps(f32::NAN, 1.0), Rate::from_fps(0.0, 1.0));
        assert_eq!(Rate::from_fps(-3.0, 1.0), Rate::from_fps(0.0, 1.0));
        assert_eq!(Rate::from_fps(f32::INFINITY, 1.0), Rate::from_fps(MAX_FPS, 1.0));
        assert_eq!(Rate::from_fps(10.0, f32::NAN), Rate::from_fps(10.0, 0.0));
        assert_eq!(Rate::from_fps(10.0, 1e30), Rate::from_fps(10.0, MAX_SPEED));
        assert_eq!(Rate::from_fps(0.0, 1.0).time_for(1), None);
    }
}
