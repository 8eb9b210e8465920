//! Why a file was refused.

use alloc::boxed::Box;
use core::fmt;

use md2_common::FileKind;

use crate::location::{List, Location};
use crate::raw::{Header, SurfaceHeader};

/// The first thing in a file that keeps it from being read.
///
/// The text says where in the model, what was found, what was allowed, and where in the file:
///
/// ```
/// let mut file = md2_testdata::md3::one_triangle().build();
/// file.set_i32("surface[0].tri[0][2]", 3);
///
/// let error = md3_format::Md3::parse(file.bytes()).unwrap_err();
/// let text = r#"surface 0 ("blade"), triangle 0, corner 2: vertex index 3, expected below 3 (byte 0x230)"#;
/// assert_eq!(error.to_string(), text);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ParseError {
    /// Byte offset in the file of the field at fault.
    pub offset: usize,
    /// The place in the model.
    pub location: Box<Location>,
    /// What is wrong there.
    pub kind: ParseErrorKind,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} (byte {:#x})", self.location, self.kind, self.offset)
    }
}

impl core::error::Error for ParseError {}

/// What is wrong with a file, without the place.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The file does not start with `IDP3`.
    NotMd3 {
        /// The first four bytes.
        found: [u8; 4],
        /// What the file does look like.
        foreign: Option<FileKind>,
    },
    /// The file starts with `IDP3`, but the version is not 15.
    Version {
        /// The version in the header.
        found: i32,
    },
    /// The file ends inside the header, or is empty.
    HeaderTruncated {
        /// Bytes of the file.
        length: usize,
    },
    /// A count, or the offset of a list that is not empty, is negative.
    Negative {
        /// The value in the header.
        found: i32,
    },
    /// A count is above the limit of [`ParseOptions`](crate::ParseOptions).
    Limit {
        /// The count in the header.
        found: usize,
        /// The limit.
        allowed: usize,
    },
    /// A list does not lie inside the file.
    ListOutside {
        /// The list.
        list: List,
        /// Where in the file the list begins.
        offset: u64,
        /// Number of records in the list.
        count: u64,
        /// Bytes of the file.
        length: usize,
    },
    /// The header of a surface does not lie inside the file.
    SurfaceOutside {
        /// Index of the surface.
        surface: usize,
        /// Where in the file the surface begins.
        offset: u64,
        /// Bytes of the file.
        length: usize,
    },
    /// A surface ends inside its own header, so that there is no telling where the next one begins.
    SurfaceEnd {
        /// The surface's `ofs_end`.
        found: i32,
    },
    /// A surface has another number of frames than the model.
    FrameCount {
        /// Frames of the surface.
        found: usize,
        /// Frames of the model.
        expected: usize,
    },
    /// Lists share so many bytes that all together are longer than twice the file. Whoever reads such a model surface
    /// by surface could be kept busy for any time.
    Claim {
        /// Bytes of the lists of all surfaces up to this one.
        found: u64,
        /// Twice the bytes of the file.
        allowed: u64,
    },
    /// A triangle refers to a vertex that does not exist.
    VertexIndex {
        /// The index in the triangle.
        found: i32,
        /// Number of vertices in a frame of the surface.
        count: usize,
    },
    /// A texture coordinate is infinite or not a number.
    St {
        /// The coordinate.
        found: [f32; 2],
    },
    /// The origin of a tag is infinite or not a number.
    TagOrigin {
        /// The origin.
        found: [f32; 3],
    },
    /// An axis of a tag is infinite or not a number.
    TagAxis {
        /// The axis.
        found: [f32; 3],
    },
}

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotMd3 { foreign: Some(foreign), .. } => write!(f, "this is {foreign}, not MD3"),
            Self::NotMd3 { found, foreign: None } => {
                write!(f, "not an MD3 file: starts with \"{}\", expected \"IDP3\"", found.escape_ascii())
            }
            Self::Version { found } => write!(f, "version {found}, expected 15"),
            Self::HeaderTruncated { length } => {
                write!(f, "the file has {length} bytes, the header needs {}", Header::BYTES)
            }
            Self::Negative { found } => write!(f, "{found}, expected 0 or more"),
            Self::Limit { found, allowed } => write!(f, "{found}, above the limit of {allowed}"),
            Self::ListOutside { list, offset, count, length } => write!(
                f,
                "{count} {list} of {} bytes from byte {offset} on would end at byte {}, the file has {length}",
                list.record_bytes(),
                list.end(*offset, *count)
            ),
            Self::SurfaceOutside { surface, offset, length } => write!(
                f,
                "the header of surface {surface} from byte {offset} on would end at byte {}, the file has {length}",
                offset.saturating_add(SurfaceHeader::BYTES as u64)
            ),
            Self::SurfaceEnd { found } => {
                write!(
                    f,
                    "{found}, expected at least {}, since another surface follows",
                    SurfaceHeader::BYTES
                )
            }
            Self::FrameCount { found, expected } => {
                write!(f, "{found} frames, expected {expected} as in the model")
            }
            Self::Claim { found, allowed } => write!(
                f,
                "with this surface lists take {found} bytes, expected at most {allowed}, twice the file"
            ),
            Self::VertexIndex { found, count } => write!(f, "vertex index {found}, expected below {count}"),
            Self::St { found } => write!(f, "st {found:?}, expected finite numbers"),
            Self::TagOrigin { found } => write!(f, "origin {found:?}, expected finite numbers"),
            Self::TagAxis { found } => write!(f, "axis {found:?}, expected finite numbers"),
        }
    }
}

/// Something that keeps a file from being read: a [`ParseError`] in the making, one of possibly many.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    pub(crate) offset: usize,
    pub(crate) location: Location,
    pub(crate) kind: ParseErrorKind,
}

impl From<Fault> for ParseError {
    fn from(Fault { offset, location, kind }: Fault) -> Self {
        Self { offset, location: Box::new(location), kind }
    }
}
