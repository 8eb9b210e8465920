//! Pictures that several tests need.

/// A PCX, built field by field.
#[derive(Clone)]
pub(crate) struct Pcx {
    pub(crate) size: [u16; 2],
    pub(crate) bits: u8,
    pub(crate) planes: u8,
    pub(crate) bytes_per_line: u16,
    /// What follows the header: pixels, mark, palette.
    pub(crate) body: Vec<u8>,
}

impl Pcx {
    pub(crate) fn build(&self) -> Vec<u8> {
        let mut file = vec![0x0a, 5, 1, self.bits];
        for value in [0, 0, self.size[0].wrapping_sub(1), self.size[1].wrapping_sub(1), 72, 72] {
            file.extend(value.to_le_bytes());
        }
        // Sixteen colors: red grows with the index.
        file.extend((0..16).flat_map(|index| [index * 10, 0, 0]));
        file.extend([0, self.planes]);
        file.extend(self.bytes_per_line.to_le_bytes());
        file.extend([1, 0]);
        file.resize(128, 0);
        file.extend(&self.body);
        file
    }
}

/// 256 colors: index `i` is (i, 255 - i, 7).
pub(crate) fn palette() -> Vec<u8> {
    (0..=u8::MAX).flat_map(|index| [index, u8::MAX - index, 7]).collect()
}

/// Bytes as runs of one, so that every value is allowed.
pub(crate) fn encode(pixels: &[u8]) -> Vec<u8> {
    pixels.iter().flat_map(|&pixel| [0xc1, pixel]).collect()
}
