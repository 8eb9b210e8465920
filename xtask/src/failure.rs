//! The error of every command.

/// An error message for the user.
pub(crate) type Failure = String;
