//! Random values, read from the bytes of a fuzzer.

/// A source of numbers that reads them from bytes. After the last byte it returns zeros.
///
/// All bytes are therefore a valid input, and similar bytes give similar values, as fuzzers need.
#[derive(Clone, Debug)]
pub struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Returns the next `N` bytes, with zeros after the last byte.
    pub fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let (now, rest) = self.0.split_at(N.min(self.0.len()));
        self.0 = rest;
        std::array::from_fn(|i| now.get(i).copied().unwrap_or(0))
    }

    /// Returns the next byte, or 0 after the last byte.
    pub fn byte(&mut self) -> u8 {
        let [byte] = self.bytes();
        byte
    }

    pub fn int(&mut self) -> i32 {
        i32::from_le_bytes(self.bytes())
    }

    /// Returns a number below `limit` and at most 65,535.
    pub fn below(&mut self, limit: usize) -> usize {
        let number: usize =
            if limit <= 256 { self.byte().into() } else { u16::from_le_bytes(self.bytes()).into() };
        number % limit
    }

    /// Returns true in a few cases, and never after the last byte.
    pub fn rarely(&mut self) -> bool {
        self.byte() >= 250
    }

    /// Returns a small whole number, or in a few cases an arbitrary number, which may be infinite or NaN.
    pub fn float(&mut self) -> f32 {
        if self.rarely() {
            f32::from_le_bytes(self.bytes())
        } else {
            f32::from(i8::from_le_bytes(self.bytes()))
        }
    }

    pub fn vector(&mut self) -> [f32; 3] {
        [self.float(), self.float(), self.float()]
    }

    /// Returns `count` values that `one` creates, or in a few cases `count + 1` values.
    pub fn about<T>(&mut self, count: usize, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = count + usize::from(self.rarely());
        (0..count).map(|_| one(self)).collect()
    }

    pub fn rest(self) -> &'a [u8] {
        self.0
    }
}
