//! Correction of the checksums in a PNG. Without this correction, the decoder rejects a changed chunk because of its checksum.

use md2_testdata::png::chunk;

pub(crate) fn with_valid_checksums(mut file: Vec<u8>) -> Vec<u8> {
    let mut at = 8;
    while let Some(length) = file.get(at..).and_then(|rest| rest.first_chunk()) {
        let length = u32::from_be_bytes(*length) as usize;
        let body = file.get(at + 4..).and_then(|rest| rest.get(..length.checked_add(4)?));
        let Some((kind, data)) = body.and_then(|body| body.split_first_chunk()) else { break };
        let mended = chunk(kind, data);
        file.iter_mut().skip(at).zip(mended).for_each(|(byte, mended)| *byte = mended);
        at += 12 + length;
    }
    file
}
