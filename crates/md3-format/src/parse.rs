//! Opening a file as a checked view.

use crate::error::ParseError;
use crate::options::ParseOptions;
use crate::view::Md3;
use crate::walk;

impl<'a> Md3<'a> {
    /// Checks the bytes of a file and returns a view of it.
    ///
    /// Accepts every file whose frames, tags and surfaces are inside it, whose surfaces have the model's number of
    /// frames, whose triangles use existing vertices, and whose texture coordinates, tag origins and tag axes are
    /// finite. Lists may overlap, but the lists of all surfaces must not add up to more than twice the file. Nothing
    /// else makes a file fail: not names, idents of surfaces, `ofs_end`, bytes after the last surface, bounds of
    /// frames, or the length of axes. [`check`](crate::check()) reports all of these.
    ///
    /// Takes no longer than copying the file, since vertices need no check. Allocates memory for the surfaces'
    /// headers.
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
        walk::until_first_fault(file, options)
    }
}
