//! The header fields of a model file.

use std::fmt;

use crate::format::Format;

/// A field of a header with its stored value. Values are not validated: a count may be negative, and an offset out of bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct HeaderField {
    /// Name in the source code of the game, such as `num_xyz`.
    pub name: &'static str,
    /// The stored value.
    pub value: HeaderValue,
}

/// The value of a header field.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum HeaderValue {
    /// An integer.
    Int(i32),
    /// A single floating-point number, or one number per axis.
    Floats(Vec<f32>),
    /// A name without the NUL that ends it. Its bytes may be invalid UTF-8.
    Name(Vec<u8>),
}

/// Formats the value for users. Invalid UTF-8 is replaced.
impl fmt::Display for HeaderValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => write!(f, "{value}"),
            Self::Floats(values) => {
                let values: Vec<_> = values.iter().map(ToString::to_string).collect();
                f.write_str(&values.join(" "))
            }
            Self::Name(name) => write!(f, "\"{}\"", String::from_utf8_lossy(name)),
        }
    }
}

/// Reads the header fields of a model file, even if [`load`](crate::load()) rejects the file. Omits fields past the end of the
/// file. The result is empty if the file is not a model.
///
/// ```
/// # let file = md2_testdata::one_triangle().build().into_bytes();
/// use md2_load::{HeaderValue, header};
///
/// let fields = header(&file);
/// assert_eq!((fields[9].name, &fields[9].value), ("num_glcmds", &HeaderValue::Int(11)));
/// ```
pub fn header(file: &[u8]) -> Vec<HeaderField> {
    let loader = Format::detect(file).and_then(|format| format.features().loader);
    loader.map_or_else(Vec::new, |loader| (loader.header)(file))
}

/// Returns the field `name` with the value that `read` returns for its bytes; `None` if the file ends before it does.
pub(crate) fn field<const N: usize>(
    file: &[u8],
    name: &'static str,
    offset: usize,
    read: impl Fn([u8; N]) -> HeaderValue,
) -> Option<HeaderField> {
    bytes_at(file, offset).map(|bytes| HeaderField { name, value: read(bytes) })
}

pub(crate) fn int(bytes: [u8; 4]) -> HeaderValue {
    HeaderValue::Int(i32::from_le_bytes(bytes))
}

pub(crate) fn bytes_at<const N: usize>(file: &[u8], offset: usize) -> Option<[u8; N]> {
    file.get(offset..)?.first_chunk().copied()
}
