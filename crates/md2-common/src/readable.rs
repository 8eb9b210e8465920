//! Bytes of files as text for people.

use alloc::string::String;

/// Bytes of a name as text: what is not UTF-8 or not [plain](is_plain) becomes a replacement character.
///
/// ```
/// use md2_common::readable;
///
/// assert_eq!(readable(b"stand01"), "stand01");
/// assert_eq!(readable(b"a\x07\xffb"), "a\u{fffd}\u{fffd}b");
/// assert_eq!(readable("a\u{202e}b".as_bytes()), "a\u{fffd}b");
/// ```
#[must_use]
pub fn readable(bytes: &[u8]) -> String {
    let printable = |c: char| if is_plain(c) { c } else { char::REPLACEMENT_CHARACTER };
    String::from_utf8_lossy(bytes).chars().map(printable).collect()
}

/// Whether a character only shows itself. Control characters act on a terminal; others turn the direction of reading
/// around, end lines, or are not seen and yet part a name from its like.
///
/// ```
/// use md2_common::is_plain;
///
/// assert!("größe 1–2 猫".chars().all(is_plain));
/// assert!(!['\x1b', '\n', '\u{9b}', '\u{202e}', '\u{2028}'].into_iter().any(is_plain));
/// ```
#[must_use]
pub fn is_plain(c: char) -> bool {
    let acts = c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || matches!(c, '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}');
    !acts
}
