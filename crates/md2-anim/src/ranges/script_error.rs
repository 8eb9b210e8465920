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
    /// The value found and the value expected, as a text for users.
    pub reason: String,
}

impl ScriptError {
    pub(crate) fn no_rows((line, column): (usize, usize)) -> Self {
        Self { line, column, reason: "no frame ranges found".into() }
    }
}

impl core::error::Error for ScriptError {}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.reason)
    }
}
