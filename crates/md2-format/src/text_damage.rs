//! Conversions of whole files as text.

use core::fmt;

/// A conversion of a binary file by a program that treats it as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum TextDamage {
    /// Bytes that are not UTF-8 were replaced by U+FFFD (`EF BF BD`). The original bytes are lost.
    Utf8,
    /// Each CR LF (`0D 0A`) became LF, so all bytes after the first are shifted. [`salvage`](crate::salvage()) undoes
    /// it where the surrounding records prove the place.
    CrLfToLf,
    /// Each LF (`0A`) became CR LF. [`salvage`](crate::salvage()) undoes it, and then lost CRs as above.
    LfToCrLf,
}

impl fmt::Display for TextDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Utf8 => "the file was converted to UTF-8 as if it were text and cannot be restored",
            Self::CrLfToLf => "CR LF in the file was probably converted to LF as if it were text",
            Self::LfToCrLf => "LF in the file was converted to CR LF as if it were text",
        })
    }
}
