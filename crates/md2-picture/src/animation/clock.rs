//! Durations of pictures in the time unit of a file format.

use std::time::Duration;

/// Converts the durations of successive pictures to whole time units, without accumulating rounding errors.
#[derive(Debug)]
pub(super) struct Clock {
    rate: u128,
    passed: Duration,
    returned: u128,
}

impl Clock {
    /// Creates a clock with `rate` units per second.
    pub(super) const fn new(rate: u32) -> Self {
        Self { rate: rate as u128, passed: Duration::ZERO, returned: 0 }
    }

    /// Returns the duration of the next picture in whole units, which may be 0. `lasts` is the exact duration of this picture. Rounding
    /// shifts the end of a picture by at most half a unit.
    pub(super) fn units(&mut self, lasts: Duration) -> u32 {
        const NANOS: u128 = 1_000_000_000;
        self.passed = self.passed.saturating_add(lasts);
        let ends = (self.passed.as_nanos() * self.rate + NANOS / 2) / NANOS;
        let units = ends - self.returned;
        self.returned = ends;
        u32::try_from(units).unwrap_or(u32::MAX)
    }
}
