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
/// # let mut file = md2_testdata::md3::one_triangle().build();
/// # file.set_i32("surface[0].tri[0][2]", 3);
/// # let file = file.into_bytes();
/// // A surface of three vertices, a triangle of which refers to a fourth.
/// let error = md3_format::Md3::parse(&file).unwrap_err();
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

/// What was found, and after a comma what was expected.
impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Found(self).fmt(f)?;
        match self {
            // The sentence is complete.
            Self::NotMd3 { foreign: Some(_), .. } => Ok(()),
            _ => write!(f, ", expected {}", Expected(self)),
        }
    }
}

/// What was found.
pub(crate) struct Found<'a>(pub(crate) &'a ParseErrorKind);

/// What was expected instead; nothing if that goes without saying.
pub(crate) struct Expected<'a>(pub(crate) &'a ParseErrorKind);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ParseErrorKind as Kind;
        match self.0 {
            Kind::NotMd3 { foreign: Some(foreign), .. } => write!(f, "this is {foreign}, not MD3"),
            Kind::NotMd3 { found, .. } => {
                write!(f, "not an MD3 file: starts with \"{}\"", found.escape_ascii())
            }
            Kind::Version { found } => write!(f, "version {found}"),
            Kind::HeaderTruncated { length } => write!(f, "the file has {length} bytes"),
            Kind::Negative { found } | Kind::SurfaceEnd { found } => write!(f, "{found}"),
            Kind::Limit { found, .. } => write!(f, "{found}"),
            Kind::ListOutside { list, offset, count, .. } => write!(
                f,
                "{count} {list} of {} bytes from byte {offset} on would end at byte {}",
                list.record_bytes(),
                list.end(*offset, *count)
            ),
            Kind::SurfaceOutside { surface, offset, .. } => write!(
                f,
                "the header of surface {surface} from byte {offset} on would end at byte {}",
                offset.saturating_add(SurfaceHeader::BYTES as u64)
            ),
            Kind::FrameCount { found, .. } => write!(f, "{found} frames"),
            Kind::Claim { found, .. } => write!(f, "with this surface lists take {found} bytes"),
            Kind::VertexIndex { found, .. } => write!(f, "vertex index {found}"),
            Kind::St { found } => write!(f, "st {found:?}"),
            Kind::TagOrigin { found } => write!(f, "origin {found:?}"),
            Kind::TagAxis { found } => write!(f, "axis {found:?}"),
        }
    }
}

impl fmt::Display for Expected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ParseErrorKind as Kind;
        match self.0 {
            Kind::NotMd3 { foreign: Some(_), .. } => Ok(()),
            Kind::NotMd3 { .. } => f.write_str("\"IDP3\""),
            Kind::Version { .. } => f.write_str("15"),
            Kind::HeaderTruncated { .. } => write!(f, "at least {} for the header", Header::BYTES),
            Kind::Negative { .. } => f.write_str("0 or more"),
            Kind::Limit { allowed, .. } => write!(f, "at most {allowed}"),
            Kind::ListOutside { length, .. } | Kind::SurfaceOutside { length, .. } => {
                write!(f, "at most {length}, the end of the file")
            }
            Kind::SurfaceEnd { .. } => {
                write!(f, "at least {}, since another surface follows", SurfaceHeader::BYTES)
            }
            Kind::FrameCount { expected, .. } => write!(f, "{expected} as in the model"),
            Kind::Claim { allowed, .. } => write!(f, "at most {allowed}, twice the file"),
            Kind::VertexIndex { count, .. } => write!(f, "below {count}"),
            Kind::St { .. } | Kind::TagOrigin { .. } | Kind::TagAxis { .. } => f.write_str("finite numbers"),
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
