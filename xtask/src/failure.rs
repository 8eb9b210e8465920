//! The error of every command.

/// The reason why a command failed, ready to be shown.
pub(crate) type Failure = String;
