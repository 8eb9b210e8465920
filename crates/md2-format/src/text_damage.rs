//! Text conversions that damage files.

use core::fmt;

/// A conversion of a binary file by a program that treats it as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum TextDamage {
    /// Bytes that are not UTF-8 were replaced by U+FFFD (`EF BF BD`). The original bytes are lost.
    Utf8,
    /// Each CR LF (`0D 0A`) was converted to LF, so all later bytes are shifted. [`salvage`](crate::salvage())
    /// restores the CRs whose places can be determined.
    CrLfToLf,
    /// Each LF (`0A`) was converted to CR LF. [`salvage`](crate::salvage()) undoes this conversion, and then restores
    /// CRs that were lost before.
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
