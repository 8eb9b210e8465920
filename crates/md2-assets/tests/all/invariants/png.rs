//! The chunks of a PNG. A changed one is refused for its checksum before anything else is looked at, so that is mended.

/// A chunk with its length and checksum.
pub(crate) fn chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    let body = [&kind[..], data].concat();
    let length = u32::try_from(data.len()).expect("a small chunk");
    [&length.to_be_bytes()[..], &body, &checksum(&body).to_be_bytes()].concat()
}

/// The file with the checksum that each of its chunks should have.
pub(crate) fn mended(mut file: Vec<u8>) -> Vec<u8> {
    let mut at = 8;
    while let Some(length) = file.get(at..).and_then(|rest| rest.first_chunk()) {
        let length = u32::from_be_bytes(*length) as usize;
        let Some(body) = file.get(at + 4..).and_then(|rest| rest.get(..length.checked_add(4)?)) else {
            break;
        };
        let (sum, end) = (checksum(body).to_be_bytes(), at + 8 + length);
        file.iter_mut().skip(end).zip(sum).for_each(|(byte, sum)| *byte = sum);
        at = end + 4;
    }
    file
}

/// The CRC-32 of the specification's annex D, bit by bit.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _: u32| if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 };
    !bytes.iter().fold(u32::MAX, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), step))
}
