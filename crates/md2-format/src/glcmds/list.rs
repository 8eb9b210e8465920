//! The list of commands in a file.

use core::iter::FusedIterator;

use zerocopy::IntoBytes;

use super::command::{GlCommand, GlVertex};
use super::grammar;
use crate::raw::Word;

/// The OpenGL commands of a model, borrowed from its file.
///
/// Iteration yields all commands before the first defect, which [`defect`](Self::defect) reports. They are sound:
/// every index is below the model's vertex count, and every coordinate is finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GlCommands<'a> {
    words: &'a [Word],
    /// Number of words before the end of the list or the first command that is not sound.
    sound: usize,
    vertex_count: u32,
}

impl<'a> GlCommands<'a> {
    /// Reads `words` as the commands of a model with `vertex_count` vertices.
    ///
    /// Checks every word once and allocates nothing.
    #[must_use]
    pub fn new(words: &'a [Word], vertex_count: usize) -> Self {
        let vertex_count = u32::try_from(vertex_count).unwrap_or(u32::MAX).min(1 << 31);
        let rest = grammar::skip_while(words.as_bytes(), |command| command.is_sound(vertex_count));
        Self { words, sound: words.len().saturating_sub(rest.len() / size_of::<Word>()), vertex_count }
    }

    /// All words of the section, sound or not.
    #[must_use]
    pub const fn words(&self) -> &'a [Word] {
        self.words
    }

    /// Whether the section is empty. That is not a defect: a third of all files have no commands.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the sound commands, in the order of the file.
    #[must_use]
    pub fn iter(&self) -> Iter<'a> {
        let (sound, _) = self.split();
        Iter { rest: sound }
    }

    /// Returns the triangles of the sound commands, with the winding that the file gives them.
    pub fn triangles(&self) -> impl Iterator<Item = [GlVertex; 3]> + Clone + use<'a> {
        self.iter().flat_map(GlCommand::triangles)
    }

    pub(super) const fn vertex_count(&self) -> u32 {
        self.vertex_count
    }

    /// Returns the bytes of the sound commands and the bytes after them.
    pub(super) fn split(&self) -> (&'a [u8], &'a [u8]) {
        let (sound, rest) = self.words.split_at_checked(self.sound).unwrap_or((self.words, &[]));
        (sound.as_bytes(), rest.as_bytes())
    }
}

impl<'a> IntoIterator for GlCommands<'a> {
    type Item = GlCommand<'a>;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl<'a> IntoIterator for &GlCommands<'a> {
    type Item = GlCommand<'a>;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// Iterator over the sound commands of [`GlCommands`].
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Iter<'a> {
    type Item = GlCommand<'a>;

    fn next(&mut self) -> Option<GlCommand<'a>> {
        let (rest, command) = grammar::command::<()>(self.rest).ok()?;
        self.rest = rest;
        command
    }
}

impl FusedIterator for Iter<'_> {}
