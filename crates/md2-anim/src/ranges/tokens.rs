//! Tokens of Quake III's text files: words separated by white space, with comments and quotes.

use alloc::format;
use alloc::string::String;
use core::str::FromStr;

use crate::ranges::script_error::ScriptError;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) is_quoted: bool,
}

impl Token<'_> {
    pub(crate) fn number<T: FromStr>(&self, expected: &'static str) -> Result<T, ScriptError> {
        self.text.parse().map_err(|_| self.unreadable(expected))
    }

    pub(crate) fn rate(&self) -> Result<f32, ScriptError> {
        const EXPECTED: &str = "frames per second, 0 or more";
        let rate: f32 = self.number(EXPECTED)?;
        let is_rate = rate.is_finite() && rate >= 0.0;
        if is_rate { Ok(rate) } else { Err(self.unreadable(EXPECTED)) }
    }

    /// Returns the index of the last of `count` frames that begin at `first`. This token must be the text of the count,
    /// which error messages quote.
    pub(crate) fn last_frame(&self, first: u32, count: u32) -> Result<u32, ScriptError> {
        let last = count.checked_sub(1).and_then(|more| first.checked_add(more));
        last.ok_or_else(|| self.unreadable("a frame count of 1 or more"))
    }

    fn unreadable(&self, expected: &'static str) -> ScriptError {
        self.error(format!("expected {expected}, found \"{}\"", self.text))
    }

    pub(crate) fn missing(&self, expected: &'static str) -> ScriptError {
        self.error(format!("the row is missing {expected}"))
    }

    pub(crate) const fn error(&self, reason: String) -> ScriptError {
        ScriptError { line: self.line, column: self.column, reason }
    }
}

/// Iterates over the tokens of a text. Comments are `// …` up to the end of the line and `/* … */`. A token in quotes may contain white
/// space.
#[derive(Debug, Clone)]
pub(crate) struct Tokens<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Tokens<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { rest: text, line: 1, column: 1 }
    }

    pub(crate) const fn place(&self) -> (usize, usize) {
        (self.line, self.column)
    }

    /// Skips and returns the next `bytes` bytes, which must end at a character boundary.
    fn skip_bytes(&mut self, bytes: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at(bytes);
        for c in skipped.chars() {
            (self.line, self.column) =
                if c == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        }
        self.rest = rest;
        skipped
    }

    fn skip_gap(&mut self) {
        loop {
            let gap = self.rest.len() - self.rest.trim_start_matches(is_space).len();
            self.skip_bytes(gap);
            let hidden = if self.rest.starts_with("//") {
                self.rest.find('\n')
            } else if self.rest.starts_with("/*") {
                self.rest[2..].find("*/").map(|at| at + 4)
            } else {
                return;
            };
            self.skip_bytes(hidden.unwrap_or(self.rest.len()));
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.skip_gap();
        let (line, column) = self.place();
        let is_quoted = self.rest.starts_with('"');
        let text = if let Some(quoted) = self.rest.strip_prefix('"') {
            let length = quoted.find('"').unwrap_or(quoted.len());
            self.skip_bytes(self.rest.len().min(length + 2));
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
            self.skip_bytes(length)
        };
        Some(Token { text, line, column, is_quoted })
    }
}

/// Whether the game treats a character as white space. This includes control characters.
fn is_space(c: char) -> bool {
    c <= ' '
}
