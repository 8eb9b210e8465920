//! Scripts: text files that list the sequences of a model.
//!
//! Two forms are common. The reader recognizes the form from the first row:
//!
//! ```text
//! // UFO: Alien Invasion, .anm         // many others, .cfg
//! // name   first  last  fps           // first count loop fps
//! walk0     0      32    50            0   33   33   15   // WALK
//! death1    56     83    22            56  28   0    22   // DEATH1
//! ```
//!
//! `loop` is the number of frames at the end that repeat, or 0.
//!
//! The `animation.cfg` of a Quake III player (next to `lower.md3` and `upper.md3`) looks like the second form, but its rows have fixed
//! meanings: see [`AnimationConfig`](crate::quake3::AnimationConfig).

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::ranges::evidence::{Evidence, EvidenceKind, SequenceList, counted, cut_note};
use crate::ranges::script_error::ScriptError;
use crate::ranges::tokens::Token;
use crate::sequence::{LoopMode, Sequence};

/// The sequences of a script. They may overlap, repeat, and exceed the frames of the model.
#[derive(Debug, Clone, PartialEq)]
pub struct Script {
    /// The sequences, one for each row.
    pub sequences: Vec<Sequence>,
}

impl Script {
    /// Reads a script of either form. Use [`parse_cube`](Self::parse_cube) for an `md3.cfg`. Names and comments may contain bytes that
    /// are not UTF-8.
    ///
    /// # Errors
    /// Fails if a row has neither form, or if its form differs from the form of the first row.
    pub fn parse(text: &[u8]) -> Result<Self, ScriptError> {
        let text = String::from_utf8_lossy(text);
        let text = text.trim_start_matches('\u{feff}');
        let rows =
            || text.lines().enumerate().map(|(i, line)| Row::new(i + 1, line)).filter(Row::is_significant);
        let first = rows().next().ok_or_else(|| ScriptError::no_rows((1, 1)))?;
        // In one form, rows begin with a name. In the other form, they begin with a number.
        let starts_with_number = first.tokens.first().is_some_and(|token| token.text.parse::<f32>().is_ok());
        let read = if starts_with_number { Row::read_count_row } else { Row::read_name_row };
        let sequences = rows().enumerate().map(|(i, row)| read(row, i)).collect::<Result<_, _>>()?;
        Ok(Self { sequences })
    }

    /// Returns the text of a script in the second form: a row `first count loop fps // name` for each sequence.
    ///
    /// Characters in names that are not allowed become `_`. The form has no ping-pong, no backward sequences and no individual times of
    /// keyframes: such sequences are written as loops or with their mean rate.
    pub fn to_text(&self) -> String {
        let row = |sequence: &Sequence| {
            let count = sequence.frame_count();
            let looping = match sequence.mode {
                LoopMode::Once => 0,
                LoopMode::PingPong => count,
                LoopMode::Loop => count.saturating_sub(sequence.lead.into()),
            };
            let fps = if sequence.fps.is_finite() { sequence.fps.max(0.0) } else { 0.0 };
            let name: String =
                sequence.name.chars().map(|c| if c <= ' ' || c.is_whitespace() { '_' } else { c }).collect();
            format_row([sequence.first.into(), count, looping], fps, &name)
        };
        let rows: String = self.sequences.iter().map(row).collect();
        format!("{ROW_TITLES}{rows}")
    }

    /// Returns the sequences for a model with `frame_count` frames. Ranges that end after the last frame are cut. Ranges that begin after
    /// it are omitted. The evidence states the number of cut and omitted ranges.
    pub fn sequences_for(&self, frame_count: u32) -> SequenceList {
        let cut = self.sequences.iter().filter(|s| s.last >= frame_count).count();
        let sequences = self.sequences.iter().cloned().filter_map(|s| s.clipped_to(frame_count)).collect();
        let text = format!("script: {}{}", counted(self.sequences.len(), "range"), cut_note(cut));
        SequenceList { sequences, evidence: Evidence::new(EvidenceKind::Script, text) }
    }
}

pub(crate) const ROW_TITLES: &str = "// first count loop fps\n";

pub(crate) fn format_row<T: fmt::Display>([first, count, looping]: [T; 3], fps: f32, name: &str) -> String {
    format!("{first} {count} {looping} {fps} // {name}\n")
}

struct Row<'a> {
    line: usize,
    tokens: Vec<Token<'a>>,
    comment: &'a str,
    /// Column of the character after the last token of the row, counted from 1.
    end: usize,
}

impl<'a> Row<'a> {
    fn new(line: usize, text: &'a str) -> Self {
        let (row, comment) = match text.split_once("//") {
            Some((row, comment)) => (row, comment),
            None => (text, ""),
        };
        let mut column = 1;
        let mut tokens = Vec::new();
        for text in row.split(char::is_whitespace) {
            if !text.is_empty() {
                tokens.push(Token { text, line, column, is_quoted: false });
            }
            column += text.chars().count() + 1;
        }
        Self { line, tokens, comment: comment.trim(), end: row.trim_end().chars().count() + 1 }
    }

    fn is_significant(&self) -> bool {
        const SETTINGS: [&str; 5] = ["sex", "headoffset", "footsteps", "fixedlegs", "fixedtorso"];
        let is_setting =
            |token: &Token<'_>| SETTINGS.iter().any(|setting| token.text.eq_ignore_ascii_case(setting));
        self.tokens.first().is_some_and(|token| !is_setting(token))
    }

    fn read_name_row(self, _: usize) -> Result<Sequence, ScriptError> {
        let name = self.token(0, "a name")?.text.trim_matches('"');
        let first = self.number(1, "the first frame")?;
        let last: u32 = self.number(2, "the last frame")?;
        let fps = self.rate(3)?;
        if last < first {
            let reason = format!("last frame {last} is before first frame {first}");
            return Err(self.tokens[2].error(reason));
        }
        self.expect_end(4)?;
        Ok(Sequence { fps, ..Sequence::new(name, first, last) })
    }

    /// Reads a row `first count loop fps`. The name is the first word of the comment, or `sequence 1` and so on by `index`.
    fn read_count_row(self, index: usize) -> Result<Sequence, ScriptError> {
        let first: u32 = self.number(0, "the first frame")?;
        let count: u32 = self.number(1, "a frame count")?;
        let looping: u32 = self.number(2, "the number of looping frames")?;
        let fps = self.rate(3)?;
        self.expect_end(4)?;
        let last = self.tokens[1].last_frame(first, count)?;
        let name = match self.comment.split_whitespace().next() {
            Some(name) => name.to_owned(),
            None => format!("sequence {}", index + 1),
        };
        Ok(Sequence { fps, ..Sequence::new(name, first, last) }.repeating_last(looping, count))
    }

    fn token(&self, i: usize, expected: &'static str) -> Result<Token<'a>, ScriptError> {
        let end = Token { text: "", line: self.line, column: self.end, is_quoted: false };
        self.tokens.get(i).copied().ok_or_else(|| end.missing(expected))
    }

    fn number<T: FromStr>(&self, i: usize, expected: &'static str) -> Result<T, ScriptError> {
        self.token(i, expected)?.number(expected)
    }

    fn rate(&self, i: usize) -> Result<f32, ScriptError> {
        self.token(i, "frames per second, 0 or more")?.rate()
    }

    fn expect_end(&self, count: usize) -> Result<(), ScriptError> {
        match self.tokens.get(count) {
            Some(token) => {
                Err(token.error(format!("unexpected \"{}\" after the end of the row", token.text)))
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn rows(text: &str) -> Vec<(String, u32, u32, f32, LoopMode)> {
        let script = Script::parse(text.as_bytes()).expect(text);
        script.sequences.into_iter().map(|s| (s.name, s.first, s.last, s.fps, s.mode)).collect()
    }

    fn error(text: &str) -> String {
        Script::parse(text.as_bytes()).expect_err(text).to_string()
    }

    #[test]
    fn reads_rows_that_begin_with_a_name() {
        let text = "// comment\r\n\r\nstand0\t\t33\t34\t1\r\n\"dead\" 83 83 0 // lies\r\n";
        let expected =
            [("stand0".into(), 33, 34, 1.0, LoopMode::Loop), ("dead".into(), 83, 83, 0.0, LoopMode::Once)];
        assert_eq!(rows(text), expected);
    }

    #[test]
    fn reads_rows_with_a_frame_count() {
        let text = "// by me\nsex m\n0 30 0 20\t// BOTH_DEATH1 (falls)\n30 10 10 12.5\n40 10 4 9\n";
        let expected = [
            ("BOTH_DEATH1".into(), 0, 29, 20.0, LoopMode::Once),
            ("sequence 2".into(), 30, 39, 12.5, LoopMode::Loop),
            ("sequence 3".into(), 40, 49, 9.0, LoopMode::Loop),
        ];
        assert_eq!(rows(text), expected);
        let leads: Vec<u32> =
            Script::parse(text.as_bytes()).expect(text).sequences.iter().map(|s| s.lead).collect();
        assert_eq!(leads, [0, 0, 6], "the last four repeat");
    }

    #[test]
    fn written_scripts_have_the_same_sequences() {
        let text = "0 30 0 20 // BOTH_DEATH1\n30 10 10 12.5 // a//b\n40 10 4 9 // x\n";
        let script = Script::parse(text.as_bytes()).expect(text);
        assert_eq!(script.to_text(), String::from("// first count loop fps\n") + text);
        let odd = Sequence { fps: f32::NAN, mode: LoopMode::PingPong, ..Sequence::new("a b\nc", 3, 1) };
        assert_eq!(
            rows(&Script { sequences: [odd].into() }.to_text()),
            [("a_b_c".into(), 3, 3, 0.0, LoopMode::Loop)]
        );
    }

    #[test]
    fn reports_line_column_and_expected_value_of_errors() {
        for (text, place, reason) in [
            ("", (1, 1), "no frame ranges found"),
            ("// only this", (1, 1), "no frame ranges found"),
            ("walk 0 32", (1, 10), "the row is missing frames per second, 0 or more"),
            ("a 0 1 9\n\twalk  -1 32 9", (2, 8), "expected the first frame, found \"-1\""),
            ("walk 5 3 9", (1, 8), "last frame 3 is before first frame 5"),
            ("walk 5 6 NaN", (1, 10), "expected frames per second, 0 or more, found \"NaN\""),
            ("walk 5 6 -2", (1, 10), "expected frames per second, 0 or more, found \"-2\""),
            ("wälk 5 6 7 8", (1, 12), "unexpected \"8\" after the end of the row"),
            ("0 0 0 9 // x", (1, 3), "expected a frame count of 1 or more, found \"0\""),
            ("9 4294967295 0 9", (1, 3), "expected a frame count of 1 or more, found \"4294967295\""),
            ("0 9 9 9\nwalk 0 1 9", (2, 1), "expected the first frame, found \"walk\""),
        ] {
            let (line, column) = place;
            assert_eq!(error(text), format!("line {line}, column {column}: {reason}"));
        }
    }

    #[test]
    fn cuts_or_omits_ranges_past_the_end_of_the_model() {
        let script = Script::parse(b"a 0 3 9\nb 2 9 9\nc 7 9 9").expect("three rows");
        let list = script.sequences_for(5);
        let ranges: Vec<_> = list.sequences.iter().map(|s| (s.name.as_str(), s.first, s.last)).collect();
        assert_eq!(ranges, [("a", 0, 3), ("b", 2, 4)]);
        assert_eq!(list.evidence.to_string(), "script: 3 ranges, 2 past the last frame");
        assert_eq!(script.sequences_for(0).sequences, []);
    }
}
