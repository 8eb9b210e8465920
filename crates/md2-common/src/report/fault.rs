//! Errors of reading and writing files.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::error::Error;
use core::fmt;

use super::code::Code;

/// The reason why a parser rejects a file. The text is, for example, `triangle 0, corner 2: vertex 3, expected below 3 (byte 0xc8)`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ParseError<C: Code> {
    /// The kind of fault.
    pub code: C,
    /// The place of the fault in the model.
    pub location: Box<C::Location>,
    /// Byte offset in the file of the faulty field, or of the block that the end of the file cuts off.
    pub offset: usize,
    /// The value found, as text.
    pub found: String,
    /// The allowed values, as text; empty if they are obvious.
    pub expected: String,
}

impl<C: Code> ParseError<C> {
    /// Creates an error from its place and its texts.
    pub fn new(
        code: C,
        location: C::Location,
        offset: usize,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> Self {
        let (found, expected) = (found.to_string(), expected.to_string());
        Self { code, location: Box::new(location), offset, found, expected }
    }
}

impl<C: Code> fmt::Display for ParseError<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_place(f, &*self.location, &self.found, &self.expected)?;
        write!(f, " (byte {:#x})", self.offset)
    }
}

impl<C: Code> Error for ParseError<C> {}

/// The reason why a format cannot represent a model. `L` is the type of a place in the model. The text is, for example, `triangle 0, corner
/// 1: vertex 1, expected below 1`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WriteError<L> {
    /// The place of the fault in the model.
    pub location: Box<L>,
    /// The value in the model, as text.
    pub found: String,
    /// The values that the format can represent, as text; empty if they are obvious.
    pub expected: String,
}

impl<L> WriteError<L> {
    /// Creates an error from its place and its texts.
    pub fn new(location: L, found: impl fmt::Display, expected: impl fmt::Display) -> Self {
        Self { location: Box::new(location), found: found.to_string(), expected: expected.to_string() }
    }
}

impl<L: fmt::Display> fmt::Display for WriteError<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_place(f, &*self.location, &self.found, &self.expected)
    }
}

impl<L: fmt::Debug + fmt::Display> Error for WriteError<L> {}

pub(crate) fn write_place(
    f: &mut fmt::Formatter<'_>,
    location: &dyn fmt::Display,
    found: &str,
    expected: &str,
) -> fmt::Result {
    write!(f, "{location}: {found}")?;
    if expected.is_empty() { Ok(()) } else { write!(f, ", expected {expected}") }
}
