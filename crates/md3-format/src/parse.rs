//! The functions that open a file as a checked view.

use crate::error::ParseError;
use crate::options::ParseOptions;
use crate::view::Md3;
use crate::walk;

impl<'a> Md3<'a> {
    /// Checks the bytes of a file and returns a view of the file.
    ///
    /// Accepts a file if it contains all frames, tags and surfaces completely, all surfaces have the model's number
    /// of frames, all triangles use existing vertices, and all texture coordinates, tag origins and tag axes are
    /// finite. Lists may overlap, but the sizes of all surface lists must not add up to more than twice the size of
    /// the file. Other faults are accepted: in names, idents of surfaces, `ofs_end`, bytes after the last surface,
    /// bounds of frames, and the length of axes. [`check`](crate::check()) reports these faults.
    ///
    /// Takes no longer than copying the file, because vertices need no check. Allocates memory only for the headers
    /// of surfaces.
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
        walk::until_first_fault(file, options)
    }
}
