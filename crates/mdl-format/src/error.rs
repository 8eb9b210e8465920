//! Why a file was refused.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use md2_common::FileKind;

use crate::location::Location;
use crate::raw::{Header, IDENT, VERSION};

/// The first thing in a file that keeps it from being read.
///
/// The text says where in the model, what was found, what was allowed, and where in the file:
///
/// ```
/// # let mut file = md2_testdata::mdl::one_triangle().build();
/// # file.set_i32("tri[0].vertex[2]", 3);
/// # let file = file.into_bytes();
/// // A model of three vertices, a triangle of which refers to a fourth.
/// let error = mdl_format::Mdl::parse(&file).unwrap_err();
/// assert_eq!(error.to_string(), "triangle 0, corner 2: vertex 3, expected below 3 (byte 0xc8)");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ParseError {
    /// Byte offset in the file of the field at fault, or of the first byte of a block that the file cuts off.
    pub offset: usize,
    /// The place in the model.
    pub location: Location,
    /// What is wrong there.
    pub kind: ParseErrorKind,
}

impl ParseError {
    pub(crate) const fn new(offset: usize, location: Location, kind: ParseErrorKind) -> Self {
        Self { offset, location, kind }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} (byte {:#x})", self.location, self.kind, self.offset)
    }
}

impl core::error::Error for ParseError {}

/// What is wrong with a file, without the place.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The file does not start with `IDPO`.
    NotMdl {
        /// The first four bytes.
        found: [u8; 4],
        /// What the file does look like.
        kind: Option<FileKind>,
    },
    /// The file starts with `IDPO`, but the version is not 6.
    Version {
        /// The version in the header.
        found: i32,
    },
    /// The file ends inside the header, or is empty.
    HeaderTruncated {
        /// Bytes of the file.
        length: usize,
    },
    /// A count, or a side of the skins, is negative in the header.
    Negative {
        /// The value in the header.
        found: i32,
    },
    /// There is more of something than [`ParseOptions`](crate::ParseOptions) allow.
    Limit {
        /// How many there are.
        found: usize,
        /// The limit.
        allowed: usize,
    },
    /// The scale is infinite or not a number.
    Scale {
        /// The value, per axis.
        found: [f32; 3],
    },
    /// The origin is infinite or not a number.
    Origin {
        /// The value, per axis.
        found: [f32; 3],
    },
    /// The file ends where something should follow.
    Truncated {
        /// What should follow.
        block: Block,
        /// Bytes that it needs.
        needed: u64,
        /// Bytes from there to the end of the file.
        left: usize,
    },
    /// A group has a number of members that is not positive.
    GroupCount {
        /// The number in the file.
        found: i32,
    },
    /// A triangle refers to a vertex that does not exist.
    VertexIndex {
        /// The index in the triangle.
        found: i32,
        /// Number of vertices in a pose.
        count: usize,
    },
}

impl ParseErrorKind {
    /// What was found, and what was expected instead: nothing where that goes without saying.
    pub(crate) fn sides(&self) -> (String, String) {
        match self {
            Self::NotMdl { kind: Some(kind), .. } => (format!("this is {kind}, not MDL"), String::new()),
            Self::NotMdl { found, kind: None } => (
                format!("not an MDL file: starts with \"{}\"", found.escape_ascii()),
                format!("\"{}\"", IDENT.escape_ascii()),
            ),
            Self::Version { found } => (format!("MDL version {found}"), VERSION.to_string()),
            Self::HeaderTruncated { length } => {
                (format!("the file has {length} bytes"), format!("at least the header's {}", Header::BYTES))
            }
            Self::Negative { found } => (found.to_string(), "0 or more".into()),
            Self::Limit { found, allowed } => (found.to_string(), format!("at most {allowed}")),
            Self::Scale { found } | Self::Origin { found } => (format!("{found:?}"), "finite numbers".into()),
            Self::Truncated { block, needed, left } => {
                (format!("the file ends after {left} bytes of {block}"), needed.to_string())
            }
            Self::GroupCount { found } => (format!("a group of {found}"), "1 or more".into()),
            Self::VertexIndex { found, count } => (format!("vertex {found}"), format!("below {count}")),
        }
    }
}

/// As in `vertex 3, expected below 3`.
impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (found, expected) = self.sides();
        f.write_str(&found)?;
        if expected.is_empty() { Ok(()) } else { write!(f, ", expected {expected}") }
    }
}

/// A run of bytes whose length is known before it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Block {
    /// Whether a skin or a frame is a single one or a group.
    Type,
    /// How many members a group has.
    Count,
    /// The times at which the members of a group end.
    Intervals,
    /// The pixels of a skin, those of all pictures of a group.
    Texels,
    /// The skin coordinates of all vertices.
    Coordinates,
    /// The triangles.
    Triangles,
    /// The box of a group of frames.
    Bounds,
    /// The poses of a frame.
    Poses,
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Type => "its type",
            Self::Count => "its count",
            Self::Intervals => "its intervals",
            Self::Texels => "its texels",
            Self::Coordinates => "the coordinates",
            Self::Triangles => "the triangles",
            Self::Bounds => "its box",
            Self::Poses => "its poses",
        })
    }
}
