//! Text from files, made safe to print.

use alloc::string::String;

/// Converts the bytes of a name to text. Bytes that are not UTF-8 and characters that are not [plain](is_plain) become
/// replacement characters.
///
/// ```
/// use md2_common::readable;
///
/// assert_eq!(readable(b"stand01"), "stand01");
/// assert_eq!(readable(b"a\x07\xffb"), "a\u{fffd}\u{fffd}b");
/// assert_eq!(readable("a\u{202e}b".as_bytes()), "a\u{fffd}b");
/// ```
pub fn readable(bytes: &[u8]) -> String {
    let printable = |c: char| if is_plain(c) { c } else { char::REPLACEMENT_CHARACTER };
    String::from_utf8_lossy(bytes).chars().map(printable).collect()
}

/// Whether all characters of a text are [plain](is_plain), or `except`.
pub fn is_plain_text(text: &str, except: Option<char>) -> bool {
    text.chars().all(|c| is_plain(c) || Some(c) == except)
}

/// Whether a character is safe to print: not a control character, which a terminal would execute, and not a character
/// that changes the reading direction, ends a line, or is invisible.
///
/// ```
/// use md2_common::is_plain;
///
/// assert!("größe 1–2 猫".chars().all(is_plain));
/// assert!(!['\x1b', '\n', '\u{9b}', '\u{202e}', '\u{2028}'].into_iter().any(is_plain));
/// ```
pub fn is_plain(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_control();
    }
    let is_special = c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || matches!(c, '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}');
    !is_special
}
