//! Errors of parsing a file.

use md2_common::report;

use crate::code::Code;

/// The first fault that prevents a file from being read.
///
/// The text gives the place in the model, the value found, the allowed values, and the byte offset in the file.
pub type ParseError = report::ParseError<Code>;
