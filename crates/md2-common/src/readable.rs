//! Bytes of files as text for people.

use alloc::string::String;

/// Bytes of a name as text: what is not UTF-8 or not printable becomes a replacement character.
///
/// ```
/// use md2_common::readable;
///
/// assert_eq!(readable(b"stand01"), "stand01");
/// assert_eq!(readable(b"a\x07\xffb"), "a\u{fffd}\u{fffd}b");
/// ```
#[must_use]
pub fn readable(bytes: &[u8]) -> String {
    let printable = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    String::from_utf8_lossy(bytes).chars().map(printable).collect()
}
