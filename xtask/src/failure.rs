//! The error of every command.

pub(crate) type Failure = String;
