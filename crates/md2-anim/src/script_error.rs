//! Errors of the text files that list sequences.

use alloc::string::String;
use core::fmt;

/// What is wrong with a script, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptError {
    /// Line, counted from 1.
    pub line: usize,
    /// Character in the line, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: ScriptErrorKind,
}

/// What can be wrong with a script.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScriptErrorKind {
    /// No row in the file: it is empty, or all comments.
    NoRows,
    /// The row ends before `expected`.
    Missing {
        /// What should come next.
        expected: &'static str,
    },
    /// Another word than a row has at this place.
    Unreadable {
        /// What should stand here.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// The range ends before it begins.
    Backwards {
        /// First frame.
        first: u32,
        /// Last frame.
        last: u32,
    },
    /// Words after the end of a row.
    Surplus {
        /// The first of them.
        found: String,
    },
}

impl core::error::Error for ScriptError {}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        match &self.kind {
            ScriptErrorKind::NoRows => f.write_str("no row that tells a range of frames"),
            ScriptErrorKind::Missing { expected } => write!(f, "the row ends before {expected}"),
            ScriptErrorKind::Unreadable { expected, found } => {
                write!(f, "expected {expected}, found \"{found}\"")
            }
            ScriptErrorKind::Backwards { first, last } => {
                write!(f, "the last frame, {last}, lies before the first, {first}")
            }
            ScriptErrorKind::Surplus { found } => write!(f, "\"{found}\" after the end of the row"),
        }
    }
}
