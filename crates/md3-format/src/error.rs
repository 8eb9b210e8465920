//! Errors of parsing a file.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use md2_common::FileKind;

use crate::location::{List, Location};
use crate::raw::{Header, IDENT, SurfaceHeader, VERSION};

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
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ParseError {
    /// Byte offset of the faulty field in the file.
    pub offset: usize,
    /// The place of the fault in the model.
    pub location: Box<Location>,
    /// The kind of fault, with the value found.
    pub kind: ParseErrorKind,
}

impl ParseError {
    pub(crate) fn new(offset: usize, location: Location, kind: ParseErrorKind) -> Self {
        Self { offset, location: Box::new(location), kind }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} (byte {:#x})", self.location, self.kind, self.offset)
    }
}

impl core::error::Error for ParseError {}

/// A kind of fault and the value found, without the place in the model.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The file does not start with `IDP3`.
    NotMd3 {
        /// The first four bytes of the file.
        found: [u8; 4],
        /// The format that the file seems to have; `None` if it is not a known format.
        kind: Option<FileKind>,
    },
    /// The file starts with `IDP3`, but the version is not 15.
    Version {
        /// The version in the header.
        found: i32,
    },
    /// The file ends inside the header, or is empty.
    HeaderTruncated {
        /// Length of the file in bytes.
        length: usize,
    },
    /// A count, or the offset of a list that is not empty, is negative.
    Negative {
        /// The negative value in the header.
        found: i32,
    },
    /// A count is above the limit of [`ParseOptions`](crate::ParseOptions).
    Limit {
        /// The count in the header.
        found: usize,
        /// The greatest allowed count.
        allowed: usize,
    },
    /// A list extends beyond the end of the file.
    ListOutside {
        /// The kind of the list.
        list: List,
        /// Offset of the list in the file.
        offset: u64,
        /// Number of records in the list.
        count: u64,
        /// Length of the file in bytes.
        length: usize,
    },
    /// The header of a surface extends beyond the end of the file.
    SurfaceOutside {
        /// Index of the surface.
        surface: usize,
        /// Offset of the surface in the file.
        offset: u64,
        /// Length of the file in bytes.
        length: usize,
    },
    /// A surface ends inside its own header, so the next surface cannot be found.
    SurfaceEnd {
        /// The surface's `ofs_end`.
        found: i32,
    },
    /// A surface and the model have different numbers of frames.
    FrameCount {
        /// Number of frames of the surface.
        found: usize,
        /// Number of frames of the model.
        expected: usize,
    },
    /// The lists overlap so much that their sizes add up to more than twice the size of the file. Without this limit,
    /// reading the surfaces of a small file could take very long.
    Claim {
        /// Total size in bytes of the lists of this surface and of all surfaces before it.
        found: u64,
        /// Twice the size of the file in bytes.
        allowed: u64,
    },
    /// A triangle refers to a vertex that does not exist.
    VertexIndex {
        /// The vertex index in the triangle.
        found: i32,
        /// Number of vertices in a frame of the surface.
        count: usize,
    },
    /// A texture coordinate is infinite or not a number.
    St {
        /// The texture coordinate in the file.
        found: [f32; 2],
    },
    /// The origin of a tag is infinite or not a number.
    TagOrigin {
        /// The origin of the tag, per axis.
        found: [f32; 3],
    },
    /// An axis of a tag is infinite or not a number.
    TagAxis {
        /// The faulty axis of the tag.
        found: [f32; 3],
    },
    /// A sign of damage. Only [`Md3::damage`](crate::Md3::damage) returns this error.
    Damaged {
        /// A description of the sign of damage.
        sign: &'static str,
    },
}

impl ParseErrorKind {
    /// Returns two texts: the value found, and the allowed values. The second text may be empty.
    pub(crate) fn found_and_expected(&self) -> (String, String) {
        let end = |length: usize| format!("at most {length}, the end of the file");
        let finite = || "finite numbers".into();
        match *self {
            Self::NotMd3 { kind: Some(kind), .. } => (format!("this is {kind}, not MD3"), String::new()),
            Self::NotMd3 { found, kind: None } => (
                format!("not an MD3 file: starts with \"{}\"", found.escape_ascii()),
                format!("\"{}\"", IDENT.escape_ascii()),
            ),
            Self::Version { found } => (format!("version {found}"), VERSION.to_string()),
            Self::HeaderTruncated { length } => {
                (format!("{length} bytes"), format!("at least {}, the size of the header", Header::BYTES))
            }
            Self::Negative { found } => (found.to_string(), "0 or more".into()),
            Self::Limit { found, allowed } => (found.to_string(), format!("at most {allowed}")),
            Self::ListOutside { list, offset, count, length } => {
                let (bytes, list_end) = (list.record_bytes(), list.end(offset, count));
                (
                    format!("{count} {list} of {bytes} bytes at byte {offset} end at byte {list_end}"),
                    end(length),
                )
            }
            Self::SurfaceOutside { surface, offset, length } => {
                let header_end = offset.saturating_add(SurfaceHeader::BYTES as u64);
                let found =
                    format!("the header of surface {surface} at byte {offset} ends at byte {header_end}");
                (found, end(length))
            }
            Self::SurfaceEnd { found } => {
                let expected = format!("at least {}, since another surface follows", SurfaceHeader::BYTES);
                (found.to_string(), expected)
            }
            Self::FrameCount { found, expected } => {
                (format!("{found} frames"), format!("{expected} as in the model"))
            }
            Self::Claim { found, allowed } => (
                format!("the lists up to this surface take {found} bytes"),
                format!("at most {allowed}, twice the file size"),
            ),
            Self::VertexIndex { found, count } => (format!("vertex index {found}"), format!("below {count}")),
            Self::St { found } => (format!("st {found:?}"), finite()),
            Self::TagOrigin { found } => (format!("origin {found:?}"), finite()),
            Self::TagAxis { found } => (format!("axis {found:?}"), finite()),
            Self::Damaged { sign } => (sign.into(), String::new()),
        }
    }
}

/// Writes the value found and the allowed values, for example `vertex index 300, expected below 200`.
impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (found, expected) = self.found_and_expected();
        f.write_str(&found)?;
        if expected.is_empty() { Ok(()) } else { write!(f, ", expected {expected}") }
    }
}
