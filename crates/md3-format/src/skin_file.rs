//! Skin files (`.skin`), which assign shaders to the surfaces of a model.
//!
//! A line has the name of a surface and the name of a shader, `h_head,models/players/sarge/skin.tga`. The models of
//! players, their heads and flags have such files in their folders, `head_default.skin`, `head_red.skin`; DarkPlaces
//! looks for `model.md3_0.skin`. A shader is the name of a shader script or the path of an image, see
//! [`shader_script`](crate::shader_script).

use crate::names::{surface_key, without_image_extension};
use crate::words::{Word, Words};

/// A skin file that borrows its bytes. Any bytes are a valid skin file: invalid lines are skipped. Nothing is
/// allocated.
///
/// ```
/// use md3_format::skin_file::{SkinAssignment, SkinFile};
///
/// let skin = SkinFile::new(b"
/// u_torso,models/players/test/red.tga
/// u_belt,models/players/test/nodraw   // hidden
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
    /// Name of the surface as the file has it.
    pub surface: &'a [u8],
    /// Name of the shader; empty if there is none.
    pub shader: &'a [u8],
    /// Line, counted from 1.
    pub line: usize,
}

/// The shader that a skin file assigns to a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkinAssignment<'a> {
    /// The shader of this name.
    Shader(&'a [u8]),
    /// None: the surface is not drawn.
    Hidden,
}

impl<'a> SkinRow<'a> {
    /// Returns the shader, or `Hidden` if it is empty, `null`, `nothing`, or `nodraw` in any folder.
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
    /// Returns the skin file of `text`.
    #[must_use]
    pub const fn new(text: &'a [u8]) -> Self {
        Self { text }
    }

    /// Returns the lines, without those of tags.
    ///
    /// A line has a surface, a comma and a shader, or DarkPlaces' `replace surface shader`. As in the game, the comma
    /// is optional, names may be in quotes, and a surface whose name contains `tag_` is skipped. Unlike in the game,
    /// a shader must be on the line of its surface, and the name of a surface may contain spaces.
    pub fn rows(&self) -> impl Iterator<Item = SkinRow<'a>> + Clone + use<'a> {
        Rows { words: Words::new(self.text, b",") }.filter(|row| !is_tag(row.surface))
    }

    /// Returns the assignment of a surface; `None` if no line names it.
    ///
    /// The game gives such a surface its default image; DarkPlaces does not draw it. Names are compared by
    /// [`surface_key`], as in the game; if that finds no line, the whole names are compared.
    #[must_use]
    pub fn find(&self, surface: &[u8]) -> Option<SkinAssignment<'a>> {
        let find = |name: &[u8]| self.rows().find(|row| row.surface.eq_ignore_ascii_case(name));
        find(&surface_key(surface)).or_else(|| find(surface)).map(|row| row.assignment())
    }
}

/// Whether the game treats a surface name as a tag, which has no image.
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
                // A shader without a surface.
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
    /// Returns the row of a line that has a comma after `first`.
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

    /// Returns the row of a line without a comma after `first`, if it is one, and skips the line.
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
