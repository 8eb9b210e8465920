//! Bytes as text, three in four letters. Source: RFC 4648, sections 4 and 5.

/// Bytes of a text in base64; the number of the letter that is none.
pub(super) fn decode(text: &str) -> Result<Vec<u8>, usize> {
    let text = text.trim_end_matches('=');
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    let (mut bits, mut count) = (0_u32, 0);
    for (at, letter) in text.bytes().enumerate() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return Err(at),
        };
        bits = (bits << 6) | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            #[expect(clippy::cast_possible_truncation, reason = "the byte is cut out")]
            bytes.push((bits >> count) as u8);
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read() {
        for (text, bytes) in
            [("", &b""[..]), ("TQ==", b"M"), ("TWE=", b"Ma"), ("TWFu", b"Man"), ("TWFuTQ", b"ManM")]
        {
            assert_eq!(decode(text).as_deref(), Ok(bytes), "{text}");
        }
        assert_eq!(decode("TW n"), Err(2));
        assert_eq!(decode("////"), Ok(vec![255; 3]));
    }
}
