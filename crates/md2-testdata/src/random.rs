//! Random numbers that are the same in every run.

/// The generator SplitMix by Steele, Lea and Flood, which works with any seed.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a random byte.
    pub fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[0]
    }

    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).expect("a remainder is below its divisor")
    }

    /// Returns a random number between `low` and `high`.
    pub fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (f32::from(self.byte()) / 256.0 + f32::from(self.byte()) / 65_536.0)
    }
}
