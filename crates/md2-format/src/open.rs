//! The function that opens a file as a checked view.

use crate::damage;
use crate::error::ParseError;
use crate::options::ParseOptions;
use crate::parse::parse;
use crate::view::Md2;

impl<'a> Md2<'a> {
    /// Checks the bytes of a file and returns a view of the file.
    ///
    /// Accepts a file if it contains all skins, skin coordinates, triangles and frames completely, all triangle
    /// indices are in range, and all frames have finite scales and translations. Other faults are accepted: in names,
    /// `ofs_end`, bytes after the last section, skin coordinates outside the skin, winding, normal indices, and
    /// OpenGL commands. [`check`](crate::check()) reports these faults.
    ///
    /// Takes about as long as copying the file, and allocates no memory. Only a rejected file is also searched for
    /// signs of a text conversion.
    ///
    /// # Errors
    /// Returns the first fault in the file.
    pub fn parse(file: &'a [u8]) -> Result<Self, ParseError> {
        Self::parse_with(file, &ParseOptions::FORMAT)
    }

    /// Opens a file like [`parse`](Self::parse), but with the given limits.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), and if the file exceeds a limit of `options`.
    pub fn parse_with(file: &'a [u8], options: &ParseOptions) -> Result<Self, ParseError> {
        parse(file, options).map_err(|error| ParseError { damage: damage::text_damage(file), ..error })
    }
}
