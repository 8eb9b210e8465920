//! Defects of a list of OpenGL commands.

use alloc::format;
use alloc::string::String;
use core::fmt;

use nom::number::complete::le_i32;

use super::command::{GlCommand, GlVertex};
use super::list::{GlCommands, skip_while};
use crate::grammar;
use crate::raw::Word;

/// The first defect of a list of OpenGL commands.
///
/// Its text is, for example, `command 12, vertex 3: index 500, expected 0..474 (word 214)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GlDefect {
    /// Index of the defective command, equal to the number of valid commands before it.
    pub command: usize,
    /// Index of the faulty word in the section.
    pub word: usize,
    /// The kind of defect.
    pub kind: GlDefectKind,
}

/// A kind of defect of a list of OpenGL commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum GlDefectKind {
    /// A command has more vertices than the remaining words can hold.
    CountPastEnd {
        /// Number of vertices, negative for a fan.
        count: i32,
        /// Number of words that follow the vertex count.
        words_left: usize,
    },
    /// A vertex refers to a position that does not exist.
    IndexOutOfRange {
        /// Index of the vertex in its command.
        vertex: usize,
        /// The index found.
        index: i32,
        /// Number of vertices of the model.
        vertex_count: u32,
    },
    /// A texture coordinate is infinite or not a number.
    NotFinite {
        /// Index of the vertex in its command.
        vertex: usize,
    },
    /// The words of the vertices are in the order (index, s, t). The format requires (s, t, index).
    IndexFirst,
    /// The zero at the end is missing. All commands are valid.
    Unterminated,
    /// Words follow the zero at the end. All commands are valid.
    WordsAfterEnd {
        /// Number of words after the zero.
        words: usize,
    },
}

impl GlDefectKind {
    /// Whether the defect makes a command and all commands after it unreadable.
    #[must_use]
    pub(crate) const fn is_fatal(&self) -> bool {
        !matches!(self, Self::Unterminated | Self::WordsAfterEnd { .. })
    }

    /// Returns two texts: the value found, and the allowed values. The second text may be empty.
    pub(crate) fn found_and_expected(&self) -> (String, String) {
        match self {
            Self::CountPastEnd { count, words_left } => {
                (format!("count {count}, but only {words_left} words follow"), String::new())
            }
            Self::IndexOutOfRange { index, vertex_count, .. } => {
                (format!("index {index}"), format!("0..{vertex_count}"))
            }
            Self::NotFinite { .. } => ("texture coordinate is not finite".into(), "a finite number".into()),
            Self::IndexFirst => ("vertices are (index, s, t)".into(), "(s, t, index)".into()),
            Self::Unterminated => ("no zero at the end".into(), String::new()),
            Self::WordsAfterEnd { words } => (format!("{words} words after the zero"), String::new()),
        }
    }
}

impl fmt::Display for GlDefect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "command {}", self.command)?;
        if let GlDefectKind::IndexOutOfRange { vertex, .. } | GlDefectKind::NotFinite { vertex } = self.kind {
            write!(f, ", vertex {vertex}")?;
        }
        let (found, expected) = self.kind.found_and_expected();
        write!(f, ": {found}")?;
        if !expected.is_empty() {
            write!(f, ", expected {expected}")?;
        }
        write!(f, " (word {})", self.word)
    }
}

impl GlCommands<'_> {
    /// Returns the first defect of the commands.
    #[must_use]
    pub fn defect(&self) -> Option<GlDefect> {
        if self.is_empty() {
            return None;
        }
        let (valid, rest) = self.split();
        let (offset, kind) = match grammar::command(rest) {
            Ok((after, None)) => (1, words_after_end(after)?),
            Ok((_, Some((count, vertices)))) => {
                let command = GlCommand::new(count, vertices);
                let vertex_count = self.vertex_count();
                let vertex = command.vertices.iter().position(|vertex| !vertex.is_valid(vertex_count))?;
                vertex_defect(self, vertex, &command.vertices.get(vertex)?)
            }
            Err(_) if rest.is_empty() => (0, GlDefectKind::Unterminated),
            Err(_) => (0, count_past_end(rest)?),
        };
        let word = (valid.len() / size_of::<Word>()).saturating_add(offset);
        Some(GlDefect { command: self.iter().count(), word, kind })
    }

    /// Whether all commands are valid, so that iteration yields every command of the file. An empty list is complete. A
    /// missing zero at the end of the list, or words after this zero, make no difference.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.defect().is_none_or(|defect| !defect.kind.is_fatal())
    }
}

fn words_after_end(after: &[u8]) -> Option<GlDefectKind> {
    let words = after.len() / size_of::<Word>();
    (words > 0).then_some(GlDefectKind::WordsAfterEnd { words })
}

fn count_past_end(rest: &[u8]) -> Option<GlDefectKind> {
    let (after, count) = le_i32::<_, ()>(rest).ok()?;
    Some(GlDefectKind::CountPastEnd { count, words_left: after.len() / size_of::<Word>() })
}

/// Returns the index of the faulty word in its command (0 is the vertex count), and the kind of defect.
fn vertex_defect(commands: &GlCommands<'_>, vertex: usize, found: &GlVertex) -> (usize, GlDefectKind) {
    let first_word = vertex.saturating_mul(GlVertex::WORDS).saturating_add(1);
    let vertex_count = commands.vertex_count();
    if is_index_first(commands) {
        (0, GlDefectKind::IndexFirst)
    } else if found.xyz >= vertex_count {
        let index = found.xyz.cast_signed();
        (first_word.saturating_add(2), GlDefectKind::IndexOutOfRange { vertex, index, vertex_count })
    } else {
        let word = if found.s.is_finite() { first_word.saturating_add(1) } else { first_word };
        (word, GlDefectKind::NotFinite { vertex })
    }
}

fn is_index_first(commands: &GlCommands<'_>) -> bool {
    let makes_sense = |command: &GlCommand<'_>| {
        command.vertices.iter().all(|vertex| vertex.read_index_first().is_valid(commands.vertex_count()))
    };
    let rest = skip_while(commands.words().as_flattened(), makes_sense);
    rest.is_empty() || matches!(grammar::command(rest), Ok((_, None)))
}
