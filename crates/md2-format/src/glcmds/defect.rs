//! Defects of a list of OpenGL commands.

use alloc::format;
use alloc::string::String;
use core::fmt;

use nom::number::complete::le_i32;

use super::command::{GlCommand, GlVertex};
use super::list::{GlCommands, skip_while};
use crate::code::Code;
use crate::grammar;
use crate::raw::Word;

/// The first defect of a list of OpenGL commands.
///
/// Its text is, for example, `command 12, vertex 3: index 500, expected 0..474 (word 214)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlDefect {
    /// The kind of defect, one of the codes that begin with `Gl`.
    pub code: Code,
    /// Index of the defective command, equal to the number of valid commands before it.
    pub command: usize,
    /// Index of the faulty vertex in its command; `None` if the defect is not about a single vertex.
    pub vertex: Option<usize>,
    /// Index of the faulty word in the section.
    pub word: usize,
    /// The value found, as text.
    pub found: String,
    /// The allowed values, as text; empty if they are obvious.
    pub expected: String,
}

impl GlDefect {
    /// Whether the defect makes a command and all commands after it unreadable.
    pub fn is_fatal(&self) -> bool {
        !matches!(self.code, Code::GlUnterminated | Code::GlWordsAfterEnd)
    }
}

impl fmt::Display for GlDefect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "command {}", self.command)?;
        if let Some(vertex) = self.vertex {
            write!(f, ", vertex {vertex}")?;
        }
        write!(f, ": {}", self.found)?;
        if !self.expected.is_empty() {
            write!(f, ", expected {}", self.expected)?;
        }
        write!(f, " (word {})", self.word)
    }
}

impl GlCommands<'_> {
    /// Returns the first defect of the commands.
    pub fn defect(&self) -> Option<GlDefect> {
        if self.is_empty() {
            return None;
        }
        let (valid, rest) = self.split();
        let command = self.iter().count();
        let start = valid.len() / size_of::<Word>();
        let defect = |code, vertex, word: usize, found: String, expected: &str| {
            let (word, expected) = (start.saturating_add(word), expected.into());
            Some(GlDefect { code, command, vertex, word, found, expected })
        };
        let (vertex_count, words) = (self.vertex_count(), |bytes: &[u8]| bytes.len() / size_of::<Word>());
        match grammar::command(rest) {
            Ok(([], None)) => None,
            Ok((after, None)) => {
                defect(Code::GlWordsAfterEnd, None, 1, format!("{} words after the zero", words(after)), "")
            }
            Ok((_, Some(_))) if is_index_first(self) => {
                let found = String::from("vertices are (index, s, t)");
                defect(Code::GlIndexFirst, None, 0, found, "(s, t, index)")
            }
            Ok((_, Some((count, vertices)))) => {
                let vertices = GlCommand::new(count, vertices).vertices;
                let (nth, vertex) =
                    vertices.iter().enumerate().find(|(_, vertex)| !vertex.is_valid(vertex_count))?;
                // The word 0 is the vertex count.
                let word = nth.saturating_mul(GlVertex::WORDS).saturating_add(1);
                if vertex.xyz >= vertex_count {
                    let found = format!("index {}", vertex.xyz.cast_signed());
                    let expected = format!("0..{vertex_count}");
                    return defect(Code::GlIndex, Some(nth), word.saturating_add(2), found, &expected);
                }
                let word = word.saturating_add(usize::from(vertex.s.is_finite()));
                let found = String::from("texture coordinate is not finite");
                defect(Code::GlNotFinite, Some(nth), word, found, "a finite number")
            }
            Err(_) => match le_i32::<_, ()>(rest) {
                Err(_) => defect(Code::GlUnterminated, None, 0, String::from("no zero at the end"), ""),
                Ok((after, count)) => {
                    let found = format!("count {count}, but only {} words follow", words(after));
                    defect(Code::GlCount, None, 0, found, "")
                }
            },
        }
    }

    /// Whether all commands are valid, so that iteration yields every command of the file. An empty list is complete. A
    /// missing zero at the end of the list, or words after this zero, make no difference.
    pub fn is_complete(&self) -> bool {
        self.defect().is_none_or(|defect| !defect.is_fatal())
    }
}

fn is_index_first(commands: &GlCommands<'_>) -> bool {
    let makes_sense = |command: &GlCommand<'_>| {
        command.vertices.iter().all(|vertex| vertex.read_index_first().is_valid(commands.vertex_count()))
    };
    let rest = skip_while(commands.words().as_flattened(), makes_sense);
    rest.is_empty() || matches!(grammar::command(rest), Ok((_, None)))
}
