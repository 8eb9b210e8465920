//! A small random number generator with the same results on every machine.

/// A linear congruential generator with Knuth's constants for 64 bits. It uses the upper bits.
pub(super) struct Random(u64);

impl Random {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below `limit`, or 0 if `limit` is 0.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let [.., a, b, c, d] = self.0.to_le_bytes();
        (u32::from_le_bytes([a, b, c, d]) as usize).checked_rem(limit).unwrap_or(0)
    }

    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}
