//! Delays in the units of a format, rounded so that errors do not add up.

use std::time::Duration;

/// Tells how long each picture is shown, in whole units.
#[derive(Debug)]
pub(super) struct Clock {
    /// Units a second, as a fraction.
    rate: [u128; 2],
    passed: Duration,
    told: u128,
}

impl Clock {
    pub(super) const fn new(units_per_second: u32) -> Self {
        Self::with_rate([units_per_second, 1])
    }

    /// The same for units of which `rate[0]` are `rate[1]` seconds; neither is 0.
    pub(super) const fn with_rate(rate: [u32; 2]) -> Self {
        Self { rate: [rate[0] as u128, rate[1] as u128], passed: Duration::ZERO, told: 0 }
    }

    /// The units of the next picture, so that it ends within half a unit of where it should.
    pub(super) fn units(&mut self, lasts: Duration) -> u32 {
        let nanos = 1_000_000_000 * self.rate[1];
        self.passed = self.passed.saturating_add(lasts);
        let ends = (self.passed.as_nanos() * self.rate[0] + nanos / 2) / nanos;
        let units = ends - self.told;
        self.told = ends;
        u32::try_from(units).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirds_of_a_tenth_add_up_to_seconds() {
        let mut clock = Clock::new(100);
        let third = Duration::from_secs(1) / 30;
        let units: Vec<u32> = (0..30).map(|_| clock.units(third)).collect();
        assert_eq!(units[..4], [3, 4, 3, 3]);
        assert_eq!(units.iter().sum::<u32>(), 100);
    }
}
