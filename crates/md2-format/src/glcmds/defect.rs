//! What can be wrong with a list of commands.

use core::fmt;

use nom::number::complete::le_i32;
use zerocopy::IntoBytes;

use super::command::{GlCommand, GlVertex};
use super::grammar;
use super::list::GlCommands;
use crate::raw::Word;

/// The first thing wrong with a list of commands.
///
/// Displayed as in `command 12, vertex 3: index 500, expected 0..474 (word 214)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GlDefect {
    /// Index of the command, counted from 0; the number of sound commands.
    pub command: usize,
    /// Index of the offending word in the section.
    pub word: usize,
    /// What is wrong.
    pub kind: GlDefectKind,
}

/// What is wrong with a list of commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum GlDefectKind {
    /// A command announces more vertices than there are words left.
    CountPastEnd {
        /// The count, negative for a fan.
        count: i32,
        /// Words after the count.
        words_left: usize,
    },
    /// A vertex refers to a position the model does not have.
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
    /// Every vertex of the list makes sense as (index, s, t), and not in the order of the format, (s, t, index).
    IndexFirst,
    /// The words end where the zero that closes the list should be. All commands are sound.
    Unterminated,
    /// Words follow the zero that closes the list. All commands are sound.
    WordsAfterEnd {
        /// Number of words after the zero.
        words: usize,
    },
}

impl GlDefectKind {
    /// Whether commands are lost to the defect: the offending one and all after it.
    #[must_use]
    pub(crate) const fn is_fatal(&self) -> bool {
        !matches!(self, Self::Unterminated | Self::WordsAfterEnd { .. })
    }
}

impl fmt::Display for GlDefect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { command, word, kind } = self;
        match kind {
            GlDefectKind::CountPastEnd { count, words_left } => {
                write!(f, "command {command}: count {count}, but only {words_left} words follow")
            }
            GlDefectKind::IndexOutOfRange { vertex, index, vertex_count } => {
                write!(f, "command {command}, vertex {vertex}: index {index}, expected 0..{vertex_count}")
            }
            GlDefectKind::NotFinite { vertex } => {
                write!(f, "command {command}, vertex {vertex}: texture coordinate is not finite")
            }
            GlDefectKind::IndexFirst => {
                write!(f, "command {command}: vertices are (index, s, t), expected (s, t, index)")
            }
            GlDefectKind::Unterminated => write!(f, "no zero after the last of {command} commands"),
            GlDefectKind::WordsAfterEnd { words } => {
                write!(f, "{words} words after the zero that ends the {command} commands")
            }
        }?;
        write!(f, " (word {word})")
    }
}

impl GlCommands<'_> {
    /// What is wrong with the commands, and where; the first thing if there are several.
    #[must_use]
    pub fn defect(&self) -> Option<GlDefect> {
        if self.is_empty() {
            return None;
        }
        let (sound, rest) = self.split();
        let (offset, kind) = match grammar::command::<()>(rest) {
            Ok((after, None)) => (1, words_after_end(after)?),
            Ok((_, Some(command))) => {
                let vertex_count = self.vertex_count();
                let vertex = command.vertices.iter().position(|vertex| !vertex.is_sound(vertex_count))?;
                offending_vertex(self, vertex, command.vertices.get(vertex)?)
            }
            Err(_) if rest.is_empty() => (0, GlDefectKind::Unterminated),
            Err(_) => (0, count_past_end(rest)?),
        };
        let word = (sound.len() / size_of::<Word>()).saturating_add(offset);
        Some(GlDefect { command: self.iter().count(), word, kind })
    }

    /// Whether every command of the file can be iterated. A list that merely lacks its end, or goes on after it, is
    /// complete; so is an empty one.
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

/// The defect of a vertex, and the offset of its offending word from the command's count.
fn offending_vertex(commands: &GlCommands<'_>, vertex: usize, found: &GlVertex) -> (usize, GlDefectKind) {
    let first_word = vertex.saturating_mul(GlVertex::WORDS).saturating_add(1);
    let vertex_count = commands.vertex_count();
    if is_index_first(commands) {
        (0, GlDefectKind::IndexFirst)
    } else if found.xyz() >= vertex_count {
        let index = found.xyz().cast_signed();
        (first_word.saturating_add(2), GlDefectKind::IndexOutOfRange { vertex, index, vertex_count })
    } else {
        let word = if found.s().is_finite() { first_word.saturating_add(1) } else { first_word };
        (word, GlDefectKind::NotFinite { vertex })
    }
}

/// Whether the whole list makes sense with the index as the first word of each vertex.
fn is_index_first(commands: &GlCommands<'_>) -> bool {
    let makes_sense = |command: &GlCommand<'_>| {
        command.vertices.iter().all(|vertex| vertex.read_index_first().is_sound(commands.vertex_count()))
    };
    let rest = grammar::skip_while(commands.words().as_bytes(), makes_sense);
    rest.is_empty() || matches!(grammar::command::<()>(rest), Ok((_, None)))
}
