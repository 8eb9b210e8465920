//! Durations of pictures in the time unit of a file format.

use std::time::Duration;

/// Converts the durations of successive pictures to whole time units, without accumulating rounding errors. For raw video, the time unit is
/// the duration of one video frame, and the caller writes a picture of `n` units `n` times.
#[derive(Debug)]
pub struct Clock {
    rate: [u128; 2],
    passed: Duration,
    returned: u128,
}

impl Clock {
    /// Creates a clock with `rate[0] / rate[1]` units per second. Both numbers must be above 0.
    pub const fn new(rate: [u32; 2]) -> Self {
        Self { rate: [rate[0] as u128, rate[1] as u128], passed: Duration::ZERO, returned: 0 }
    }

    /// Returns the duration of the next picture in whole units, which may be 0. `lasts` is the exact duration of this picture. Rounding
    /// shifts the end of a picture by at most half a unit.
    pub fn units(&mut self, lasts: Duration) -> u32 {
        let nanos = 1_000_000_000 * self.rate[1];
        self.passed = self.passed.saturating_add(lasts);
        let ends = (self.passed.as_nanos() * self.rate[0] + nanos / 2) / nanos;
        let units = ends - self.returned;
        self.returned = ends;
        u32::try_from(units).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_pictures_for_their_duration() {
        let mut clock = Clock::new([25, 2]);
        let lasts = [80, 80, 1000, 40, 40, 40].map(Duration::from_millis);
        assert_eq!(
            lasts.map(|lasts| clock.units(lasts)),
            [1, 1, 13, 0, 1, 0],
            "80 ms each, halves rounded up"
        );
    }
}
