//! What becomes of a whole file that a program treats as text.

use core::fmt;

/// What happens to a binary file that a program treats as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum TextDamage {
    /// Bytes that are not UTF-8 were replaced by U+FFFD (`EF BF BD`). What they were is lost.
    Utf8,
    /// Each CR LF (`0D 0A`) became LF, so that everything behind the first is shifted.
    /// [`salvage`](crate::salvage()) can undo it where the records around it prove the place.
    CrLfToLf,
    /// Each LF (`0A`) became CR LF. [`salvage`](crate::salvage()) can undo it, and then what it undoes of lost CRs.
    LfToCrLf,
}

impl fmt::Display for TextDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Utf8 => "the file was converted to UTF-8 as if it were text and cannot be restored",
            Self::CrLfToLf => "the file seems to have had its CR LF turned into LF as if it were text",
            Self::LfToCrLf => "the file had its LF turned into CR LF as if it were text",
        })
    }
}
