//! Skin files (`.skin`), which assign shaders to the surfaces of a model.
//!
//! A line has the name of a surface and the name of a shader, for example `h_head,models/players/sarge/skin.tga`.
//! Skin files are in the folders of players, heads and flags, for example `head_default.skin` and `head_red.skin`;
//! DarkPlaces searches for `model.md3_0.skin`. The name of a shader is a name in a shader script or the path of an
//! image, see [`shader_script`](crate::shader_script). [`write()`] creates the text of a skin file.

use alloc::vec::Vec;
use core::fmt;

use crate::names::{surface_key, without_image_extension};
use crate::words::{Word, Words};

/// A skin file that borrows its bytes. All bytes are accepted as a skin file: invalid lines are skipped. No memory is
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

/// A shader in a [`SkinFile`], and the surface and the skin to which it is assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkinRow<'a> {
    /// Name of the surface, as the file stores it.
    pub surface: &'a [u8],
    /// Name of the shader; empty if there is none.
    pub shader: &'a [u8],
    /// Index of the skin, usually 0. In vkQuake's files, a line can contain shaders for several skins, in the order of
    /// their indices.
    pub skin: usize,
    /// Line, counted from 1.
    pub line: usize,
}

/// The shader that a skin file assigns to a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkinAssignment<'a> {
    /// The surface is drawn with the shader of this name.
    Shader(&'a [u8]),
    /// The surface is not drawn.
    Hidden,
}

impl<'a> SkinRow<'a> {
    /// Returns the shader, or `Hidden` if its name is empty, `null`, `nothing`, or `nodraw` in any folder.
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
    /// Creates a skin file from its text.
    pub const fn new(text: &'a [u8]) -> Self {
        Self { text }
    }

    /// Returns the shaders of all lines except the lines of tags.
    ///
    /// A line has the form `surface,shader`, with `,shader` for each further skin, or DarkPlaces' form `replace surface shader`. As
    /// in the game, the comma is optional, names may be in quotes, and lines of surfaces whose name contains `tag_`
    /// are skipped. Unlike in the game, a shader must be on the same line as its surface, and the name of a surface
    /// may contain spaces.
    pub fn rows(&self) -> impl Iterator<Item = SkinRow<'a>> + Clone + use<'a> {
        Rows { words: Words::new(self.text, b","), last: None }.filter(|row| !is_tag(row.surface))
    }

    /// Returns the assignment of a surface; `None` if no line contains its name.
    ///
    /// The game draws a surface without assignment with a default image; DarkPlaces does not draw it. As in the game,
    /// a line matches if it contains the [`surface_key`] of the surface. If no line matches, the full name of the
    /// surface is searched.
    pub fn find(&self, surface: &[u8]) -> Option<SkinAssignment<'a>> {
        let find = |name: &[u8]| self.rows().find(|row| row.surface.eq_ignore_ascii_case(name));
        find(&surface_key(surface)).or_else(|| find(surface)).map(|row| row.assignment())
    }
}

/// Whether the game treats a surface name as the name of a tag, which has no image.
fn is_tag(name: &[u8]) -> bool {
    name.windows(4).any(|part| part.eq_ignore_ascii_case(b"tag_"))
}

#[derive(Clone, Debug)]
struct Rows<'a> {
    words: Words<'a>,
    last: Option<SkinRow<'a>>,
}

impl<'a> Iterator for Rows<'a> {
    type Item = SkinRow<'a>;

    fn next(&mut self) -> Option<SkinRow<'a>> {
        loop {
            if let Some(row) = self.next_skin() {
                return Some(row);
            }
            let first = self.words.next()?;
            let row = if first.is_mark(b',') {
                // The line has a shader but no surface.
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
    /// Reads the next comma and shader on the line of the last row, and returns a row for the next skin. Skips skins without a shader.
    fn next_skin(&mut self) -> Option<SkinRow<'a>> {
        let mut row = self.last.take()?;
        let mut ahead = self.words;
        while ahead.next_on(row.line)?.is_mark(b',') {
            self.words = ahead;
            row.skin = row.skin.saturating_add(1);
            let Some(word) = ahead.next_on(row.line) else { break };
            if !word.is_mark(b',') {
                self.words = ahead;
                self.last = Some(SkinRow { shader: word.text, ..row });
                return self.last;
            }
            ahead = self.words;
        }
        None
    }

    /// Returns the row of a line of the form `surface,shader`, whose first word is `first`; `None` if the line contains no comma.
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
        self.last = Some(SkinRow { surface, shader: shader.unwrap_or_default(), skin: 0, line: first.line });
        self.last
    }

    /// Returns the row of a line without a comma, whose first word is `first`, and skips the line; `None` if the line
    /// is invalid.
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
            ([_, surface, shader], 3) if first.is("replace") => {
                Some(SkinRow { surface, shader, skin: 0, line })
            }
            ([surface, shader, _], 2 | 3) => Some(SkinRow { surface, shader, skin: 0, line }),
            _ => None,
        }
    }
}

/// Returns the text of a skin file that assigns one shader to each surface. Rows are pairs of surface and shader.
///
/// Two rows for the same surface form an animated skin in engines for Quake. An empty shader hides the surface. Names
/// with spaces, commas or comments are written in quotes.
///
/// # Errors
/// If a name contains a control character or a quote, or if the name of a surface is empty.
///
/// ```
/// use md3_format::skin_file::{self, SkinAssignment, SkinFile};
///
/// let text = skin_file::write([("u_torso", "models/red.tga"), ("my belt", "models/belt.tga")])?;
/// assert_eq!(text, b"u_torso,models/red.tga\n\"my belt\",models/belt.tga\n");
/// assert_eq!(SkinFile::new(&text).find(b"my belt"), Some(SkinAssignment::Shader(b"models/belt.tga")));
/// # Ok::<(), skin_file::SkinNameError>(())
/// ```
pub fn write<S: AsRef<[u8]>, T: AsRef<[u8]>>(
    rows: impl IntoIterator<Item = (S, T)>,
) -> Result<Vec<u8>, SkinNameError> {
    let mut text = Vec::new();
    for (row, (surface, shader)) in rows.into_iter().enumerate() {
        let (surface, shader) = (surface.as_ref(), shader.as_ref());
        if surface.is_empty() {
            return Err(SkinNameError { row, byte: None });
        }
        for (name, end) in [(surface, b','), (shader, b'\n')] {
            let byte = name.iter().copied().find(|&byte| byte < b' ' || byte == b'"');
            if byte.is_some() {
                return Err(SkinNameError { row, byte });
            }
            let has = |mark: &[u8]| name.windows(mark.len()).any(|part| part == mark);
            let quote: &[u8] = if has(b" ") || has(b",") || has(b"//") || has(b"/*") { b"\"" } else { b"" };
            text.extend([quote, name, quote].concat());
            text.push(end);
        }
    }
    Ok(text)
}

/// A name that a skin file cannot contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkinNameError {
    /// Index of the row.
    pub row: usize,
    /// The byte that is not allowed; `None` if the name of the surface is empty.
    pub byte: Option<u8>,
}

impl fmt::Display for SkinNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { row, byte } = self;
        match byte {
            Some(byte) => write!(
                f,
                "row {row}: the name contains the byte {byte:#04x}, expected no control characters and no quotes"
            ),
            None => write!(f, "row {row}: the surface has no name"),
        }
    }
}

impl core::error::Error for SkinNameError {}
