//! The list of OpenGL commands in a file.

use super::command::{GlCommand, GlVertex};
use crate::grammar;
use crate::raw::Word;

/// The OpenGL commands of a model, borrowed from its file.
///
/// Iteration yields all commands before the first defect, which [`defect`](Self::defect) reports. In these commands
/// every index is below the model's vertex count, and every coordinate is finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GlCommands<'a> {
    words: &'a [Word],
    /// Number of words before the end of the list or the first invalid command.
    valid: usize,
    vertex_count: u32,
}

impl<'a> GlCommands<'a> {
    /// Reads `words` as the commands of a model with `vertex_count` vertices.
    ///
    /// Checks every word once and allocates nothing.
    pub fn new(words: &'a [Word], vertex_count: usize) -> Self {
        let vertex_count = u32::try_from(vertex_count).unwrap_or(u32::MAX).min(1 << 31);
        let rest = skip_while(words.as_flattened(), |command| command.is_valid(vertex_count));
        Self { words, valid: words.len().saturating_sub(rest.len() / size_of::<Word>()), vertex_count }
    }

    /// All words of the section, including invalid ones.
    pub const fn words(&self) -> &'a [Word] {
        self.words
    }

    /// Whether the section is empty. An empty section is not a defect: a third of all files have no commands.
    pub const fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the valid commands, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = GlCommand<'a>> + Clone + use<'a> {
        let (mut rest, _) = self.split();
        core::iter::from_fn(move || {
            let (behind, command) = grammar::command(rest).ok()?;
            rest = behind;
            command.map(|(count, vertices)| GlCommand::new(count, vertices))
        })
    }

    /// Returns the triangles of the valid commands. Their winding is as in the file.
    pub fn triangles(&self) -> impl Iterator<Item = [GlVertex; 3]> + Clone + use<'a> {
        self.iter().flat_map(GlCommand::triangles)
    }

    pub(super) const fn vertex_count(&self) -> u32 {
        self.vertex_count
    }

    pub(super) fn split(&self) -> (&'a [u8], &'a [u8]) {
        let (valid, rest) = self.words.split_at_checked(self.valid).unwrap_or((self.words, &[]));
        (valid.as_flattened(), rest.as_flattened())
    }
}

/// Skips commands up to the first one that is not wanted, the end of the list, or a command that is cut off.
pub(super) fn skip_while<'a>(mut input: &'a [u8], is_wanted: impl Fn(&GlCommand<'a>) -> bool) -> &'a [u8] {
    while let Ok((rest, Some((count, vertices)))) = grammar::command(input)
        && is_wanted(&GlCommand::new(count, vertices))
    {
        input = rest;
    }
    input
}
