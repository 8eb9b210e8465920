//! Damage by programs that treat a file as text.

use alloc::string::String;

/// Whether bytes of a file were probably replaced by U+FFFD, because a program treated the file as UTF-8. The replaced
/// bytes cannot be restored.
///
/// ```
/// use md2_common::is_replaced_text;
///
/// let file: Vec<u8> = (0..=255).collect();
/// assert!(!is_replaced_text(&file));
/// assert!(is_replaced_text(String::from_utf8_lossy(&file).as_bytes()));
/// ```
pub fn is_replaced_text(file: &[u8]) -> bool {
    // One replacement character may occur by chance, but not eight of them.
    const SEVERAL: usize = 8;
    file.windows(3).filter(|bytes| bytes == b"\xef\xbf\xbd").take(SEVERAL).count() == SEVERAL
}

/// Adds to the reason why a file is refused that a program has converted the file to UTF-8, if it has.
pub fn name_replaced_text(reason: &mut String, file: &[u8]) {
    if is_replaced_text(file) {
        reason.push_str("; the file was converted to UTF-8 as if it were text and cannot be restored");
    }
}
