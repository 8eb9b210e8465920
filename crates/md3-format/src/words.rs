//! The words of the game's text files: scripts, skin files and configurations.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use nom::bytes::complete::{tag, take_till, take_until, take_while};
use nom::combinator::rest;
use nom::sequence::delimited;
use nom::{IResult, Parser};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) quoted: bool,
    /// Line, counted from 1.
    pub(crate) line: usize,
    /// Byte offsets of the start and the end of the word, including its quotes.
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Word<'_> {
    /// Whether this word is the unquoted character `mark`.
    pub(crate) fn is_mark(&self, mark: u8) -> bool {
        !self.quoted && self.text == [mark]
    }

    /// Whether this word is `keyword`, ignoring case.
    pub(crate) fn is(&self, keyword: &str) -> bool {
        self.text.eq_ignore_ascii_case(keyword.as_bytes())
    }
}

/// The words of a text, separated by white space. `//` and `/* */` are comments. A word in quotes may contain spaces.
///
/// As in the game, a comment can only begin where a word can begin: `a//b` is one word. The byte 32 and all lower bytes
/// are white space. A quote that is not closed extends to the end of the text. Unlike in the game, `marks` (single
/// characters such as braces) need no white space around them: each mark ends the word before it and is itself a word.
/// In `MODELDEF` scripts, comments can begin anywhere, also with `;`, and a quote ends a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words<'a> {
    all: &'a [u8],
    rest: &'a [u8],
    line: usize,
    marks: &'static [u8],
    is_modeldef: bool,
    /// The line of a comment or a quote that the text does not close.
    pub(crate) unclosed: Option<usize>,
}

impl<'a> Words<'a> {
    pub(crate) const fn new(all: &'a [u8], marks: &'static [u8]) -> Self {
        Self { all, rest: all, line: 1, marks, is_modeldef: false, unclosed: None }
    }

    pub(crate) const fn for_modeldef(all: &'a [u8]) -> Self {
        Self { is_modeldef: true, ..Self::new(all, b"{}") }
    }

    pub(crate) fn next_on(&mut self, line: usize) -> Option<Word<'a>> {
        let mut ahead = *self;
        let word = ahead.next().filter(|word| word.line == line)?;
        *self = ahead;
        Some(word)
    }

    pub(crate) fn between(&self, start: usize, end: usize) -> &'a [u8] {
        self.all.get(start..end).unwrap_or_default()
    }

    fn take(&mut self, parser: impl Parser<&'a [u8], Output = &'a [u8], Error = ()>) -> Option<&'a [u8]> {
        let before = self.rest;
        let taken = self.take_in_line(parser)?;
        let passed = before.len().saturating_sub(self.rest.len());
        let lines = before.get(..passed).map_or(0, line_ends);
        self.line = self.line.saturating_add(lines);
        Some(taken)
    }

    /// Skips and returns text like [`take`](Self::take). The text must not contain line ends.
    fn take_in_line(
        &mut self,
        mut parser: impl Parser<&'a [u8], Output = &'a [u8], Error = ()>,
    ) -> Option<&'a [u8]> {
        let (rest, taken) = parser.parse(self.rest).ok()?;
        self.rest = rest;
        Some(taken)
    }

    /// Returns the length of the unquoted word at the start of the rest.
    fn bare_length(&self) -> usize {
        let next = self.rest.iter().skip(1).chain(b" ");
        let is_end = |(byte, next): (&u8, &u8)| {
            let is_extra_end = || b"\";".contains(byte) || *byte == b'/' && b"/*".contains(next);
            is_space(*byte) || self.marks.contains(byte) || self.is_modeldef && is_extra_end()
        };
        self.rest.iter().zip(next).position(is_end).unwrap_or(self.rest.len())
    }

    fn skip_space(&mut self) {
        while let Some(&first) = self.rest.first() {
            if is_space(first) {
                self.take(take_while(is_space));
            } else if self.rest.starts_with(b"//") || self.is_modeldef && first == b';' {
                self.take_in_line(take_till(is_line_end));
            } else if self.rest.starts_with(b"/*") {
                let line = self.line;
                if self.take(block_comment).is_none() {
                    (self.unclosed, self.rest) = (Some(line), b"");
                }
            } else {
                return;
            }
        }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        self.skip_space();
        let (line, start) = (self.line, self.all.len().saturating_sub(self.rest.len()));
        let first = *self.rest.first()?;
        let (text, quoted) = if first == b'"' {
            let closed = self.take(quoted_word);
            self.unclosed = self.unclosed.or(closed.is_none().then_some(line));
            (closed.or_else(|| self.take(open_quote))?, true)
        } else if self.marks.contains(&first) {
            (self.take_in_line(nom::bytes::complete::take(1_usize))?, false)
        } else {
            let length = self.bare_length();
            (self.take_in_line(nom::bytes::complete::take(length))?, false)
        };
        let end = self.all.len().saturating_sub(self.rest.len());
        Some(Word { text, quoted, line, start, end })
    }
}

fn block_comment(input: &[u8]) -> IResult<&[u8], &[u8], ()> {
    delimited(tag("/*"), take_until("*/"), tag("*/")).parse(input)
}

fn quoted_word(input: &[u8]) -> IResult<&[u8], &[u8], ()> {
    delimited(tag("\""), take_until("\""), tag("\"")).parse(input)
}

fn open_quote(input: &[u8]) -> IResult<&[u8], &[u8], ()> {
    nom::sequence::preceded(tag("\""), rest).parse(input)
}

fn is_space(byte: u8) -> bool {
    byte <= b' '
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Counts the line ends in `text`: LF, CR or CR LF. `text` never ends inside CR LF, because both are white space.
fn line_ends(text: &[u8]) -> usize {
    let mut previous = 0;
    let ends = |&&byte: &&u8| {
        let ends = byte == b'\r' || byte == b'\n' && previous != b'\r';
        previous = byte;
        ends
    };
    text.iter().filter(ends).count()
}
