//! Skin files (`.skin`): which picture each surface of a model wears.
//!
//! A line has the name of a surface and that of a shader, `h_head,models/players/sarge/skin.tga`. Players, their
//! heads and flags have such files beside their models, `head_default.skin`, `head_red.skin`; DarkPlaces looks for
//! `model.md3_0.skin`. A shader is a script's name or the path of an image, see [`shader_script`](crate::shader_script).

use crate::names::{surface_key, without_image_extension};
use crate::words::{Word, Words};

/// A skin file that borrows its bytes. Any bytes are one: what makes no sense is left out. Nothing is allocated.
///
/// ```
/// use md3_format::skin_file::{SkinAssignment, SkinFile};
///
/// let skin = SkinFile::new(b"
/// u_torso,models/players/test/red.tga
/// u_belt,models/players/test/nodraw   // not worn
/// tag_head,
/// ");
/// assert_eq!(skin.find(b"U_Torso_1"), Some(SkinAssignment::Shader(b"models/players/test/red.tga")));
/// assert_eq!(skin.find(b"u_belt"), Some(SkinAssignment::Hidden));
/// assert_eq!(skin.find(b"tag_head"), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SkinFile<'a> {
    text: &'a [u8],
}

/// A line of a [`SkinFile`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkinRow<'a> {
    /// Name of the surface as it stands in the file.
    pub surface: &'a [u8],
    /// Name of the shader; empty if there is none.
    pub shader: &'a [u8],
    /// Line, counted from 1.
    pub line: usize,
}

/// What a surface wears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkinAssignment<'a> {
    /// The shader of this name.
    Shader(&'a [u8]),
    /// Nothing: it is not drawn.
    Hidden,
}

impl<'a> SkinRow<'a> {
    /// The shader, unless it is empty, `null`, `nothing`, or `nodraw` in any folder: those are meant to hide the
    /// surface.
    #[must_use]
    pub fn assignment(&self) -> SkinAssignment<'a> {
        let path = without_image_extension(self.shader);
        let file = path.rsplit(|&byte| matches!(byte, b'/' | b'\\')).next().unwrap_or_default();
        let is = |name: &[u8], word: &str| name.eq_ignore_ascii_case(word.as_bytes());
        if path.is_empty() || is(path, "null") || is(path, "nothing") || is(file, "nodraw") {
            SkinAssignment::Hidden
        } else {
            SkinAssignment::Shader(self.shader)
        }
    }
}

impl<'a> SkinFile<'a> {
    /// The skin that `text` holds.
    #[must_use]
    pub const fn new(text: &'a [u8]) -> Self {
        Self { text }
    }

    /// The lines, without those of tags.
    ///
    /// A line has a surface, a comma and a shader, or DarkPlaces' `replace surface shader`. As in the game the comma
    /// may be missing, names may stand in quotes, and a surface whose name holds `tag_` is none. Unlike there, a line
    /// ends with its line, and the name of a surface may have spaces, as those in models do.
    pub fn rows(&self) -> impl Iterator<Item = SkinRow<'a>> + Clone + use<'a> {
        Rows { words: Words::new(self.text, b",") }.filter(|row| !is_tag(row.surface))
    }

    /// What the surface of this name wears; `None` if no line names it.
    ///
    /// The game gives such a surface its default picture, DarkPlaces does not draw it. Names are compared as the game
    /// does, by [`surface_key`]; only if no line has that is the whole name looked for.
    #[must_use]
    pub fn find(&self, surface: &[u8]) -> Option<SkinAssignment<'a>> {
        let find = |name: &[u8]| self.rows().find(|row| row.surface.eq_ignore_ascii_case(name));
        find(&surface_key(surface)).or_else(|| find(surface)).map(|row| row.assignment())
    }
}

/// Whether a surface is a tag to the game, which then has no picture.
fn is_tag(name: &[u8]) -> bool {
    name.windows(4).any(|part| part.eq_ignore_ascii_case(b"tag_"))
}

#[derive(Clone, Debug)]
struct Rows<'a> {
    words: Words<'a>,
}

impl<'a> Iterator for Rows<'a> {
    type Item = SkinRow<'a>;

    fn next(&mut self) -> Option<SkinRow<'a>> {
        loop {
            let first = self.words.next()?;
            let row = if first.is_mark(b',') {
                // A picture for nobody.
                self.words.next_on(first.line);
                None
            } else {
                self.before_comma(&first).or_else(|| self.without_comma(&first))
            };
            if row.is_some() {
                return row;
            }
        }
    }
}

impl<'a> Rows<'a> {
    /// The row of a line that goes on with a comma.
    fn before_comma(&mut self, first: &Word<'a>) -> Option<SkinRow<'a>> {
        let (mut ahead, mut last) = (self.words, *first);
        loop {
            let word = ahead.next_on(first.line)?;
            if word.is_mark(b',') {
                break;
            }
            last = word;
        }
        let is_one_word = first.start == last.start;
        let surface = if is_one_word { first.text } else { ahead.between(first.start, last.end) };
        self.words = ahead;
        let mut after = ahead;
        let shader = after.next_on(first.line).filter(|word| !word.is_mark(b',')).map(|word| word.text);
        if shader.is_some() {
            self.words = after;
        }
        Some(SkinRow { surface, shader: shader.unwrap_or_default(), line: first.line })
    }

    /// The row of a line that has no comma from `first` on, if it is one; the line is over then.
    fn without_comma(&mut self, first: &Word<'a>) -> Option<SkinRow<'a>> {
        let line = first.line;
        let mut words = [first.text; 3];
        let mut count = 1;
        while let Some(word) = self.words.next_on(line) {
            if let Some(place) = words.get_mut(count) {
                *place = word.text;
                count += 1;
            }
        }
        match (words, count) {
            ([_, surface, shader], 3) if first.is("replace") => Some(SkinRow { surface, shader, line }),
            ([surface, shader, _], 2 | 3) => Some(SkinRow { surface, shader, line }),
            _ => None,
        }
    }
}
