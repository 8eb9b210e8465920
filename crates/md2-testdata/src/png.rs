//! PNG files, including invalid files and small files that unpack to many bytes.

/// Returns zlib data that unpacks to `258 * matches + 1` zeros. A match takes 13 bits, and repeats the byte before it
/// 258 times.
pub fn zeros(matches: usize) -> Vec<u8> {
    let (mut bytes, mut bits, mut count) = (vec![0x78, 0x01], 0_u64, 0);
    let mut push = |value: u64, length: u32| {
        bits |= value << count;
        count += length;
        while count >= 8 {
            bytes.push((bits & 0xff).try_into().expect("one byte"));
            bits >>= 8;
            count -= 8;
        }
    };
    // The data is a single block with fixed codes: a literal 0, the matches at a distance of one byte, and the end.
    push(0b011, 3);
    push(u64::from(0b0011_0000_u8.reverse_bits()), 8);
    for _ in 0..matches {
        push(u64::from(0b1100_0101_u8.reverse_bits()), 8);
        push(0, 5);
    }
    push(0, 7 + 8);
    let sum = (258 * matches + 1) % 65521;
    bytes.extend(u32::try_from(sum << 16 | 1).expect("the sum is below 65521").to_be_bytes());
    bytes
}

pub fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let crc = crc(&[kind, data].concat());
    let length = u32::try_from(data.len()).expect("short chunks");
    [&length.to_be_bytes()[..], kind, data, &crc.to_be_bytes()].concat()
}

/// Returns an RGBA PNG with 8 bits per channel. The chunk `before` precedes the compressed `pixels`.
pub fn png([width, height]: [u32; 2], before: &[u8], pixels: &[u8]) -> Vec<u8> {
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    [b"\x89PNG\r\n\x1a\n", &*chunk(b"IHDR", &header), before, &chunk(b"IDAT", pixels), &chunk(b"IEND", &[])]
        .concat()
}

/// Returns the CRC-32 checksum that ZIP and PNG use.
pub fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 * (crc & 1)))
    })
}
