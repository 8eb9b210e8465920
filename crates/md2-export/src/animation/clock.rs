//! Durations of pictures in the time unit of a file format.

use std::time::Duration;

/// Converts the durations of successive pictures to whole time units, without accumulating rounding errors.
#[derive(Debug)]
pub(super) struct Clock {
    /// Units per second, as a fraction.
    rate: [u128; 2],
    passed: Duration,
    returned: u128,
}

impl Clock {
    pub(super) const fn new(units_per_second: u32) -> Self {
        Self::with_rate([units_per_second, 1])
    }

    /// Creates a clock with `rate[0] / rate[1]` units per second. Both numbers must be above 0.
    pub(super) const fn with_rate(rate: [u32; 2]) -> Self {
        Self { rate: [rate[0] as u128, rate[1] as u128], passed: Duration::ZERO, returned: 0 }
    }

    /// Returns the duration of the next picture in units. The end time of each picture is at most half a unit off.
    pub(super) fn units(&mut self, lasts: Duration) -> u32 {
        let nanos = 1_000_000_000 * self.rate[1];
        self.passed = self.passed.saturating_add(lasts);
        let ends = (self.passed.as_nanos() * self.rate[0] + nanos / 2) / nanos;
        let units = ends - self.returned;
        self.returned = ends;
        u32::try_from(units).unwrap_or(u32::MAX)
    }
}
