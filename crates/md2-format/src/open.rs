//! From bytes to a checked view, or the reason why there is none.

use crate::damage;
use crate::error::ParseError;
use crate::options::ParseOptions;
use crate::parse::parse;
use crate::view::Md2;

impl<'a> Md2<'a> {
    /// Checks the bytes of a file and gives a view of it.
    ///
    /// Accepted is every file whose skins, skin coordinates, triangles and frames lie inside it, whose triangles
    /// refer to existing positions and coordinates, and whose frames have finite scales and translations. What
    /// the names hold, where the file claims to end, what follows the last section, whether coordinates lie on the
    /// skin, how triangles wind, and which normals the vertices name does not matter; neither does anything about
    /// the OpenGL commands. [`check`](crate::check()) reports all of that.
    ///
    /// Takes about as long as copying the file, and allocates nothing. Only a file that is refused is looked at more
    /// closely, for signs that it went through a conversion as text.
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
        parse(file, options).map_err(|error| ParseError { damage: damage::text_damage(file), ..error })
    }
}
