//! The `md3.cfg` of Cube, Sauerbraten and AssaultCube.

use alloc::string::String;
use alloc::vec::Vec;

use crate::ranges::script::Script;
use crate::ranges::script_error::ScriptError;
use crate::ranges::tokens::{Token, Tokens};
use crate::sequence::Sequence;

impl Script {
    /// Reads the rows `md3anim "names" first count [fps]` of an `md3.cfg` and ignores all other commands. If the rate is missing or 0, it
    /// is ten frames per second.
    ///
    /// # Errors
    /// Fails if a `md3anim` row is invalid. Most of these files contain no such row; the script is then empty.
    pub fn parse_cube(text: &[u8]) -> Result<Self, ScriptError> {
        let text = String::from_utf8_lossy(text);
        let mut tokens = Tokens::new(text.trim_start_matches('\u{feff}')).peekable();
        let mut sequences = Vec::new();
        while let Some(command) = tokens.next() {
            // The arguments of a command are on the same line.
            let mut arguments = Vec::new();
            while let Some(token) = tokens.next_if(|token| token.line == command.line) {
                arguments.push(token);
            }
            if command.text.eq_ignore_ascii_case("md3anim") {
                sequences.push(sequence(command, &arguments)?);
            }
        }
        Ok(Self { sequences })
    }
}

fn sequence(command: Token<'_>, arguments: &[Token<'_>]) -> Result<Sequence, ScriptError> {
    let argument = |i: usize, expected| arguments.get(i).copied().ok_or_else(|| command.missing(expected));
    let name = argument(0, "a name")?.text;
    let first: u32 = argument(1, "the first frame")?.number("the first frame")?;
    let count = argument(2, "a frame count")?;
    let last = count.last_frame(first, count.number("a frame count")?)?;
    let sequence = Sequence::new(name, first, last);
    let Some(fps) = arguments.get(3) else { return Ok(sequence) };
    let fps = fps.rate()?;
    Ok(if fps == 0.0 { sequence } else { Sequence { fps, ..sequence } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn reads_only_animations() {
        let text = "md3skin * skin.jpg\r\n  MD3ANIM \"shoot\" 3 1 0 5 // fast\n/* md3anim x 0 1 */\nmd3anim \"a|b\" 4 40 20";
        let script = Script::parse_cube(text.as_bytes()).expect("two rows");
        let fast = Sequence { fps: 20.0, ..Sequence::new("a|b", 4, 43) };
        assert_eq!(script.sequences, [Sequence::new("shoot", 3, 3), fast]);
    }

    #[test]
    fn reports_line_and_column_of_errors() {
        let error = |text: &str| Script::parse_cube(text.as_bytes()).expect_err(text).to_string();
        assert_eq!(Script::parse_cube(b"mdlspec 300\n"), Ok(Script { sequences: Vec::new() }));
        assert_eq!(error("\n md3anim idle 4\n7"), "line 2, column 2: the row is missing a frame count");
        assert_eq!(
            error("md3anim idle 4 0"),
            "line 1, column 16: expected a frame count of 1 or more, found \"0\""
        );
        assert_eq!(
            error("md3anim idle 4 9 -1"),
            "line 1, column 18: expected frames per second, 0 or more, found \"-1\""
        );
    }
}
