//! Base64. Source: RFC 4648, sections 4 and 5.

/// Encodes bytes, with `=` padding.
pub fn encode(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let at = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let word = at(0) << 16 | at(1) << 8 | at(2);
        for i in 0..4 {
            let is_there = i <= three.len();
            let letter = LETTERS[(word >> (18 - 6 * i) & 63) as usize];
            text.push(if is_there { char::from(letter) } else { '=' });
        }
    }
    text
}

/// Decodes text in the standard or the URL-safe alphabet, with or without padding.
pub(crate) fn decode(text: &str) -> Result<Vec<u8>, usize> {
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
            #[expect(clippy::cast_possible_truncation, reason = "only the low byte is used")]
            bytes.push((bits >> count) as u8);
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_the_examples_of_the_rfc() {
        // RFC 4648, section 10.
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encode(bytes.as_bytes()), text);
            for text in [text, text.trim_end_matches('=')] {
                assert_eq!(decode(text).as_deref(), Ok(bytes.as_bytes()), "{text}");
            }
        }
        assert_eq!(decode("TW n"), Err(2));
        assert_eq!(decode("//__"), Ok(vec![255; 3]));
    }
}
