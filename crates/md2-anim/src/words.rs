//! The words of Quake III's text files: apart by white space, with comments and quotes.

use core::str::FromStr;

use crate::script_error::{ScriptError, ScriptErrorKind};

/// A word and where it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    /// Counted from 1.
    pub(crate) line: usize,
    /// Character in the line, counted from 1.
    pub(crate) column: usize,
}

impl Word<'_> {
    /// The word as a number.
    pub(crate) fn number<T: FromStr>(&self, expected: &'static str) -> Result<T, ScriptError> {
        self.text.parse().map_err(|_| self.unreadable(expected))
    }

    /// The word as frames a second.
    pub(crate) fn rate(&self) -> Result<f32, ScriptError> {
        const EXPECTED: &str = "frames a second, 0 or more";
        let rate: f32 = self.number(EXPECTED)?;
        let is_rate = rate.is_finite() && rate >= 0.0;
        if is_rate { Ok(rate) } else { Err(self.unreadable(EXPECTED)) }
    }

    /// The last of `count` frames, a number that this word states.
    pub(crate) fn last_frame(&self, first: u32, count: u32) -> Result<u32, ScriptError> {
        let last = count.checked_sub(1).and_then(|more| first.checked_add(more));
        last.ok_or_else(|| self.unreadable("a number of frames, 1 or more"))
    }

    fn unreadable(&self, expected: &'static str) -> ScriptError {
        self.error(ScriptErrorKind::Unreadable { expected, found: self.text.into() })
    }

    /// What is wrong at this word.
    pub(crate) const fn error(&self, kind: ScriptErrorKind) -> ScriptError {
        ScriptError { line: self.line, column: self.column, kind }
    }
}

/// Reads word by word. `//` hides the rest of a line, `/*` all up to `*/` or the end, and quotes keep white space in a word.
#[derive(Debug, Clone)]
pub(crate) struct Words<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Words<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { rest: text, line: 1, column: 1 }
    }

    /// Where the next character stands, behind all that was read.
    pub(crate) const fn place(&self) -> (usize, usize) {
        (self.line, self.column)
    }

    /// Passes over `bytes` bytes, which end between characters.
    fn pass(&mut self, bytes: usize) -> &'a str {
        let (passed, rest) = self.rest.split_at(bytes);
        for c in passed.chars() {
            (self.line, self.column) =
                if c == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        }
        self.rest = rest;
        passed
    }

    /// Passes over white space and comments.
    fn pass_gap(&mut self) {
        loop {
            let gap = self.rest.len() - self.rest.trim_start_matches(is_space).len();
            self.pass(gap);
            let hidden = if self.rest.starts_with("//") {
                self.rest.find('\n')
            } else if self.rest.starts_with("/*") {
                self.rest[2..].find("*/").map(|at| at + 4)
            } else {
                return;
            };
            self.pass(hidden.unwrap_or(self.rest.len()));
        }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        self.pass_gap();
        let (line, column) = self.place();
        let text = if let Some(quoted) = self.rest.strip_prefix('"') {
            let length = quoted.find('"').unwrap_or(quoted.len());
            self.pass(self.rest.len().min(length + 2));
            &quoted[..length]
        } else {
            let end = |(at, c): (usize, char)| {
                let is_comment = self.rest[at..].starts_with("//") || self.rest[at..].starts_with("/*");
                (is_space(c) || is_comment).then_some(at)
            };
            let length = self.rest.char_indices().find_map(end).unwrap_or(self.rest.len());
            if length == 0 {
                return None;
            }
            self.pass(length)
        };
        Some(Word { text, line, column })
    }
}

/// Whether the game takes a character for white space: control characters are too.
fn is_space(c: char) -> bool {
    c <= ' '
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn words(text: &str) -> Vec<(&str, usize, usize)> {
        Words::new(text).map(|word| (word.text, word.line, word.column)).collect()
    }

    #[test]
    fn words_tell_where_they_begin() {
        assert_eq!(words("sex\tm\r\n\n  0 30"), [("sex", 1, 1), ("m", 1, 5), ("0", 3, 3), ("30", 3, 5)]);
        assert_eq!(words("ä é"), [("ä", 1, 1), ("é", 1, 3)]);
    }

    #[test]
    fn comments_are_gaps() {
        assert_eq!(
            words("a // b\nc /* d\ne */ f 7//g"),
            [("a", 1, 1), ("c", 2, 1), ("f", 3, 6), ("7", 3, 8)]
        );
        assert_eq!(words("a /* never ends"), [("a", 1, 1)]);
        assert_eq!(words("/*/ a */ b"), [("b", 1, 10)]);
        assert_eq!(words("// only"), []);
    }

    #[test]
    fn quotes_keep_a_word_together() {
        assert_eq!(words("\"two words\" x"), [("two words", 1, 1), ("x", 1, 13)]);
        assert_eq!(words("\"\" \"no end"), [("", 1, 1), ("no end", 1, 4)]);
    }
}
