//! Errors of parsing a file.

use md2_common::report;

use crate::code::Code;

/// The first fault that prevents a file from being read.
///
/// The text gives the place in the model, the value found, the allowed values, and the byte offset in the file:
///
/// ```
/// # let mut file = md2_testdata::md3::one_triangle().build();
/// # file.set_i32("surface[0].tri[0][2]", 3);
/// # let file = file.into_bytes();
/// // A surface with three vertices. One triangle refers to a fourth vertex.
/// let error = md3_format::Md3::parse(&file).unwrap_err();
/// let text = r#"surface 0 ("blade"), triangle 0, corner 2: vertex index 3, expected below 3 (byte 0x230)"#;
/// assert_eq!(error.to_string(), text);
/// assert_eq!(error.code, md3_format::check::Code::VertexIndex);
/// ```
pub type ParseError = report::ParseError<Code>;
