//! Text from files, made safe for display.
//!
//! Names and scripts may contain anything: escape sequences that change a terminal, characters that reverse the
//! reading direction, or 70,000 characters. These functions escape such characters and limit the length. The log
//! and standard output also pass through [`Sink`], in case other code does not escape them.

use std::fmt::Write as _;
use std::io;

use md2_common::{is_plain, is_plain_text};

use crate::command::{Outcome, Warning};
use crate::document::Document;
pub use crate::error_chain::chain;

const MAX_NAME: usize = 200;
const MAX_MESSAGE: usize = 4000;

pub fn shown(text: &str) -> String {
    shortened(text, MAX_NAME, false)
}

pub fn message(text: &str) -> String {
    shortened(text, MAX_MESSAGE, false)
}

pub fn lines(text: &str) -> String {
    shortened(text, MAX_MESSAGE, true)
}

fn shortened(text: &str, limit: usize, keeps_lines: bool) -> String {
    if text.len() <= limit && is_plain_text(text, keeps_lines.then_some('\n')) {
        return text.to_owned();
    }
    let count = text.chars().count();
    // The end of a path, and the reason at the end of a message, are the most important parts.
    let end = if count > limit { limit / 2 } else { 0 };
    let mut plain = String::with_capacity(text.len().min(2 * limit));
    text.chars().take(limit - end).for_each(|c| push_plain(&mut plain, c, keeps_lines));
    if count > limit {
        plain.push_str(&format!("… ({} more characters) …", count - limit));
    }
    text.chars().skip(count - end).for_each(|c| push_plain(&mut plain, c, keeps_lines));
    plain
}

pub fn brief(text: &str, most: usize) -> String {
    let whole = message(text);
    let count = whole.chars().count();
    if count <= most {
        return whole;
    }
    let end = most / 2;
    let beginning = whole.chars().take(most.saturating_sub(end + 1));
    beginning.chain(['…']).chain(whole.chars().skip(count - end)).collect()
}

pub fn document_name(document: &Document) -> String {
    document.path().map_or_else(|| document.name().to_owned(), |path| path.display().to_string())
}

pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

pub fn warnings(outcome: Outcome) -> Vec<String> {
    outcome.warnings.iter().map(|warning| message(&chain(warning))).collect()
}

/// Returns the warnings for a window, whose Check tab lists all repairs.
pub fn notices(outcome: Outcome) -> Vec<String> {
    let notice = |warning: &Warning| match warning {
        Warning::Repaired { document, repairs } => {
            format!("{document} is damaged: {}. The Check tab lists the repairs", repairs.summary)
        }
        other => chain(other),
    };
    outcome.warnings.iter().map(|warning| message(&notice(warning))).collect()
}

pub fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(shown).collect::<Vec<_>>().join(", ")
}

fn push_plain(plain: &mut String, c: char, keeps_lines: bool) {
    if is_plain(c) || (keeps_lines && c == '\n') {
        plain.push(c);
    } else {
        plain.extend(c.escape_default());
    }
}

/// Escapes unsafe characters in a text of any length, except line ends.
pub fn escaped(text: &str) -> String {
    if is_plain_text(text, Some('\n')) {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(text.len());
    text.chars().for_each(|c| push_plain(&mut plain, c, true));
    plain
}

pub fn escaped_json(json: &str) -> String {
    if is_plain_text(json, Some('\n')) {
        return json.to_owned();
    }
    let mut plain = String::with_capacity(json.len());
    for c in json.chars() {
        if c == '\n' || is_plain(c) {
            plain.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string never fails.
                let _ = write!(plain, "\\u{unit:04x}");
            }
        }
    }
    plain
}

#[derive(Debug)]
pub struct Sink<W>(pub W);

impl<W: io::Write> io::Write for Sink<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(escaped(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    const EVIL: &str = "a\u{1b}]0;b\u{7}\u{9b}31m\u{7f}\u{202e}c\r\nd\t\u{2066}";

    #[test]
    fn escapes_terminal_sequences() {
        let expected = r"a\u{1b}]0;b\u{7}\u{9b}31m\u{7f}\u{202e}c\r\nd\t\u{2066}";
        assert_eq!(shown(EVIL), expected);
        assert_eq!(message(EVIL), expected);
        assert_eq!(lines(EVIL), expected.replace(r"\n", "\n"));
        assert_eq!(escaped(EVIL), expected.replace(r"\n", "\n"));
        let mut written = Vec::new();
        Sink(&mut written).write_all(EVIL.as_bytes()).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), escaped(EVIL));
        for plain in ["stand01", "größe 1–2 · 猫", "\"quoted\" \\ 'path'"] {
            assert_eq!(shown(plain), plain);
        }
    }

    #[test]
    fn escaped_json_has_the_same_content() {
        let json = serde_json::to_string_pretty(&[EVIL, "\u{e0001}größe"]).unwrap();
        let plain = escaped_json(&json);
        assert!(plain.chars().all(|c| c == '\n' || is_plain(c)), "{plain}");
        let back: Vec<String> = serde_json::from_str(&plain).unwrap();
        assert_eq!(back, [EVIL, "\u{e0001}größe"]);
    }

    #[test]
    fn brief_texts_retain_both_ends() {
        assert_eq!(brief("models/a.pcx", 12), "models/a.pcx");
        assert_eq!(brief("models/a.pcx", 9), "mode….pcx");
        assert_eq!(brief("\u{1b}\u{1b}\u{1b}a.pcx", 20), r"\u{1b}\u{…u{1b}a.pcx");
        assert_eq!(brief("abc", 1), "…");
    }

    #[test]
    fn counts_are_grouped_by_three() {
        let counts = [0, 12, 999, 1000, 12_345, 1_234_567].map(grouped);
        assert_eq!(counts, ["0", "12", "999", "1,000", "12,345", "1,234,567"]);
    }

    #[test]
    fn long_names_and_messages_are_shortened() {
        let long = "ß".repeat(70_000);
        let half = "ß".repeat(100);
        assert_eq!(shown(&long), format!("{half}… (69800 more characters) …{half}"));
        let path = format!("{long}/tris.md2");
        assert!(shown(&path).ends_with("ß/tris.md2"));
        assert_eq!(shown(&long[..400]), long[..400], "this length is shown whole");
        assert_eq!(message(&long).chars().filter(|c| *c == 'ß').count(), 4000);
        assert_eq!(list(["a", "b\n"]), r"a, b\n");
    }
}
