//! Bytes, read as the numbers of something that is no file.

/// Numbers from the front of some bytes, and zeros once they are used up.
///
/// So any bytes stand for some input, and those alike for inputs alike, which is what a fuzzer lives on.
#[derive(Clone, Debug)]
pub struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    /// What `bytes` stand for.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The next bytes.
    pub fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let (now, rest) = self.0.split_at(N.min(self.0.len()));
        self.0 = rest;
        std::array::from_fn(|i| now.get(i).copied().unwrap_or(0))
    }

    /// Any byte.
    pub fn byte(&mut self) -> u8 {
        let [byte] = self.bytes();
        byte
    }

    /// A number from 0 on, at most 65,535.
    ///
    /// # Panics
    /// If `limit` is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let number: usize =
            if limit <= 256 { self.byte().into() } else { u16::from_le_bytes(self.bytes()).into() };
        number % limit
    }

    /// True now and then, and not once the bytes are used up.
    pub fn rarely(&mut self) -> bool {
        self.byte() >= 250
    }

    /// A small whole number; rarely any number, infinite ones and such that are none among them.
    pub fn float(&mut self) -> f32 {
        if self.rarely() {
            f32::from_le_bytes(self.bytes())
        } else {
            f32::from(i8::from_le_bytes(self.bytes()))
        }
    }

    /// As many as `count` says, or rarely one more.
    pub fn about<T>(&mut self, count: usize, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = count + usize::from(self.rarely());
        (0..count).map(|_| one(self)).collect()
    }

    /// What is left.
    #[must_use]
    pub fn rest(self) -> &'a [u8] {
        self.0
    }
}
