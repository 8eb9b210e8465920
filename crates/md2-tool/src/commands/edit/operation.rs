//! An operation, and the row of a table that makes an option of it.

use std::fmt;
use std::sync::Arc;

use md2_edit::{EditError, Model};

use super::files::EditFiles;
use crate::failure::Failure;

/// Changes a model. Returns a text with the result.
type Change = Arc<dyn Fn(&mut Model, &mut EditFiles) -> Result<String, Failure> + Send + Sync>;

/// The change that the value of an option requests, or the reason why the value is wrong.
pub(super) type Parsed = Result<Change, String>;

pub(super) fn change(
    apply: impl Fn(&mut Model, &mut EditFiles) -> Result<String, Failure> + Send + Sync + 'static,
) -> Parsed {
    Ok(Arc::new(apply))
}

impl From<EditError> for Failure {
    fn from(error: EditError) -> Self {
        Self::Usage(error.to_string())
    }
}

#[derive(Clone)]
pub(super) struct Operation {
    /// The option as the user wrote it, such as `--rename run=walk`.
    pub(super) text: String,
    pub(super) apply: Change,
}

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[derive(Clone, Copy)]
pub(super) enum OptionValue {
    None,
    /// Given as `--option=VALUE`, or omitted.
    Optional(&'static str),
    Required(&'static str),
}

/// An option of the command line that is an operation: its name, its value, its help, and the function that reads the value.
pub(super) type Row = (&'static str, OptionValue, &'static str, fn(&str) -> Parsed);
