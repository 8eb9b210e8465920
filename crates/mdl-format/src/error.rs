//! Errors of parsing a file.

use md2_common::report;

use crate::code::Code;

/// The first fault that prevents a file from being read.
///
/// The text gives the place in the model, the value found, the allowed values, and the byte offset in the file:
///
/// ```
/// # let mut file = md2_testdata::mdl::one_triangle().build();
/// # file.set_i32("tri[0].vertex[2]", 3);
/// # let file = file.into_bytes();
/// // A model with three vertices. One triangle refers to a fourth vertex.
/// let error = mdl_format::Mdl::parse(&file).unwrap_err();
/// assert_eq!(error.to_string(), "triangle 0, corner 2: vertex 3, expected below 3 (byte 0xc8)");
/// assert_eq!(error.code, mdl_format::check::Code::VertexIndex);
/// ```
pub type ParseError = report::ParseError<Code>;
