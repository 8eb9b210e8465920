//! Opening a file as a checked view.

use crate::damage;
use crate::error::ParseError;
use crate::options::ParseOptions;
use crate::parse::parse;
use crate::view::Md2;

impl<'a> Md2<'a> {
    /// Checks the bytes of a file and returns a view of it.
    ///
    /// Accepts every file whose skins, skin coordinates, triangles and frames are inside it, whose triangle indices
    /// are in range, and whose frames have finite scales and translations. Nothing else makes a file fail: not names,
    /// `ofs_end`, bytes after the last section, skin coordinates outside the skin, winding, normal indices, or OpenGL
    /// commands. [`check`](crate::check()) reports all of these.
    ///
    /// Takes about as long as copying the file, and allocates nothing. Only a refused file is also searched for signs
    /// of a text conversion.
    ///
    /// # Errors
    /// Returns the first fault in the file.
    pub fn parse(file: &'a [u8]) -> Result<Self, ParseError> {
        Self::parse_with(file, &ParseOptions::FORMAT)
    }

    /// Like [`parse`](Self::parse), with limits set by the caller.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), and if the file exceeds a limit of `options`.
    pub fn parse_with(file: &'a [u8], options: &ParseOptions) -> Result<Self, ParseError> {
        parse(file, options).map_err(|error| ParseError { damage: damage::text_damage(file), ..error })
    }
}
