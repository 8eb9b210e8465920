//! From bytes to a checked view.

use crate::error::ParseError;
use crate::options::ParseOptions;
use crate::view::Md3;
use crate::walk;

impl<'a> Md3<'a> {
    /// Checks the bytes of a file and gives a view of it.
    ///
    /// Accepted is every file whose frames, tags and surfaces lie inside it, whose surfaces have the model's number
    /// of frames, whose triangles refer to existing vertices, and whose texture coordinates, tag origins and tag axes
    /// are finite. Lists may share bytes, but those of all surfaces must not claim more than twice the file. What the
    /// names hold, whether a surface starts with `IDP3`, where the file claims to end, what follows the last surface,
    /// the bounds of frames and the length of axes do not matter. [`check`](crate::check()) reports all of that.
    ///
    /// Takes no longer than copying the file: vertices of further frames need no look. Allocates for the surfaces'
    /// headers.
    ///
    /// # Errors
    /// The first thing in the file that violates the above.
    pub fn parse(file: &'a [u8]) -> Result<Self, ParseError> {
        Self::parse_with(file, &ParseOptions::FORMAT)
    }

    /// Like [`parse`](Self::parse), with limits of the caller's own.
    ///
    /// # Errors
    /// Also if the file holds more than `options` allow.
    pub fn parse_with(file: &'a [u8], options: &ParseOptions) -> Result<Self, ParseError> {
        walk::until_first_fault(file, options)
    }
}
