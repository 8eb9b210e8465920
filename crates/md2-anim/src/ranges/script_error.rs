//! Errors in scripts.

use alloc::string::String;
use core::fmt;

/// An error in a script and its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptError {
    /// Line, counted from 1.
    pub line: usize,
    /// Position of the character in the line, counted from 1.
    pub column: usize,
    /// The kind of error.
    pub kind: ScriptErrorKind,
}

/// The kinds of errors in scripts.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScriptErrorKind {
    /// The file has no rows.
    NoRows,
    /// The row ends before a value.
    Missing {
        /// The missing value.
        expected: &'static str,
    },
    /// A value is invalid.
    Unreadable {
        /// The expected value.
        expected: &'static str,
        /// The text found.
        found: String,
    },
    /// The last frame is before the first.
    Backwards {
        /// First frame.
        first: u32,
        /// Last frame.
        last: u32,
    },
    /// The row has too many values.
    Surplus {
        /// The first extra value.
        found: String,
    },
}

impl core::error::Error for ScriptError {}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        match &self.kind {
            ScriptErrorKind::NoRows => f.write_str("no frame ranges found"),
            ScriptErrorKind::Missing { expected } => write!(f, "the row is missing {expected}"),
            ScriptErrorKind::Unreadable { expected, found } => {
                write!(f, "expected {expected}, found \"{found}\"")
            }
            ScriptErrorKind::Backwards { first, last } => {
                write!(f, "last frame {last} is before first frame {first}")
            }
            ScriptErrorKind::Surplus { found } => {
                write!(f, "unexpected \"{found}\" after the end of the row")
            }
        }
    }
}
