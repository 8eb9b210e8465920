//! Errors of parsing a file.

use md2_common::report;

use crate::code::Code;

/// The first fault that prevents a file from being read.
///
/// The text gives the place in the model, the value found, the allowed values, and the byte offset in the file:
///
/// ```
/// # let mut file = md2_testdata::one_triangle().build();
/// # file.set_u16("tri[0].xyz[2]", 3);
/// # let file = file.into_bytes();
/// // A model with three vertices. One triangle refers to a fourth vertex.
/// let error = md2_format::Md2::parse(&file).unwrap_err();
/// assert_eq!(error.to_string(), "triangle 0, corner 2: position index 3, expected below 3 (byte 0x94)");
/// assert_eq!(error.code, md2_format::check::Code::PositionIndex);
/// ```
pub type ParseError = report::ParseError<Code>;
