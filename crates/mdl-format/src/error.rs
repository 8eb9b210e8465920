//! Errors of parsing a file.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use md2_common::FileKind;

use crate::location::Location;
use crate::raw::{Header, IDENT, VERSION};

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
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ParseError {
    /// Byte offset in the file of the faulty field, or of the block that the end of the file cuts off.
    pub offset: usize,
    /// The place of the fault in the model.
    pub location: Location,
    /// The kind of fault, with the value found.
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

/// A kind of fault and the value found, without the place in the model.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The file does not start with `IDPO`.
    NotMdl {
        /// The first four bytes of the file.
        found: [u8; 4],
        /// The format that the file seems to have; `None` if it is not a known format.
        kind: Option<FileKind>,
    },
    /// The file starts with `IDPO`, but the version is not 6.
    Version {
        /// The version in the header.
        found: i32,
    },
    /// The file ends inside the header, or is empty.
    HeaderTruncated {
        /// Length of the file in bytes.
        length: usize,
    },
    /// A count, or the width or height of the skins, is negative.
    Negative {
        /// The negative value in the header.
        found: i32,
    },
    /// A count is above the limit of [`ParseOptions`](crate::ParseOptions).
    Limit {
        /// The count in the file.
        found: usize,
        /// The greatest allowed count.
        allowed: usize,
    },
    /// The scale is infinite or not a number.
    Scale {
        /// The scale in the header, per axis.
        found: [f32; 3],
    },
    /// The origin is infinite or not a number.
    Origin {
        /// The origin in the header, per axis.
        found: [f32; 3],
    },
    /// The file ends before the end of a block.
    Truncated {
        /// The block that is cut off.
        block: Block,
        /// Size of the block in bytes.
        needed: u64,
        /// Bytes from the start of the block to the end of the file.
        left: usize,
    },
    /// The number of members of a group is not positive.
    GroupCount {
        /// The number of members in the file.
        found: i32,
    },
    /// A triangle refers to a vertex that does not exist.
    VertexIndex {
        /// The vertex index in the triangle.
        found: i32,
        /// Number of vertices in a pose.
        count: usize,
    },
    /// Many vertices of a frame are outside the bounds of the frame, while most frames have correct bounds. Only
    /// [`Mdl::damage`](crate::Mdl::damage) returns this error.
    ImplausibleFrame {
        /// Number of vertices outside the bounds.
        outside: usize,
        /// Number of tested vertices.
        count: usize,
    },
    /// The file contains further frames after the last frame that the header counts. Only
    /// [`Mdl::damage`](crate::Mdl::damage) returns this error.
    FramesLeftOut {
        /// Number of bytes after the last frame.
        bytes: usize,
    },
}

impl ParseErrorKind {
    /// Returns two texts: the value found, and the allowed values. The second text may be empty.
    pub(crate) fn found_and_expected(&self) -> (String, String) {
        match self {
            Self::NotMdl { kind: Some(kind), .. } => (format!("this is {kind}, not MDL"), String::new()),
            Self::NotMdl { found, kind: None } => (
                format!("not an MDL file: starts with \"{}\"", found.escape_ascii()),
                format!("\"{}\"", IDENT.escape_ascii()),
            ),
            Self::Version { found } => (format!("MDL version {found}"), VERSION.to_string()),
            Self::HeaderTruncated { length } => {
                (format!("{length} bytes"), format!("at least {}, the size of the header", Header::BYTES))
            }
            Self::Negative { found } => (found.to_string(), "0 or more".into()),
            Self::Limit { found, allowed } => (found.to_string(), format!("at most {allowed}")),
            Self::Scale { found } | Self::Origin { found } => (format!("{found:?}"), "finite numbers".into()),
            Self::Truncated { block, needed, left } => {
                (format!("the file ends after {left} bytes of {block}"), needed.to_string())
            }
            Self::GroupCount { found } => (format!("{found} members"), "1 or more".into()),
            Self::VertexIndex { found, count } => (format!("vertex {found}"), format!("below {count}")),
            Self::ImplausibleFrame { outside, count } => {
                (format!("{outside} of {count} tested vertices are outside the bounds"), "0".into())
            }
            Self::FramesLeftOut { bytes } => {
                (format!("{bytes} bytes with frames after the last frame"), "0".into())
            }
        }
    }
}

/// Writes the value found and the allowed values, for example `vertex 3, expected below 3`.
impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (found, expected) = self.found_and_expected();
        f.write_str(&found)?;
        if expected.is_empty() { Ok(()) } else { write!(f, ", expected {expected}") }
    }
}

/// A part of the file that the parser reads at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Block {
    /// The type of a skin or a frame: single or group.
    Type,
    /// The number of members of a group.
    Count,
    /// The times at which the members of a group end.
    Intervals,
    /// The texels of a skin. For a group, the texels of all images.
    Texels,
    /// The skin coordinates of all vertices.
    Coordinates,
    /// The triangles.
    Triangles,
    /// The bounds of a group of frames.
    Bounds,
    /// The poses of a frame.
    Poses,
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Type => "the type",
            Self::Count => "the member count",
            Self::Intervals => "the intervals",
            Self::Texels => "the texels",
            Self::Coordinates => "the skin coordinates",
            Self::Triangles => "the triangles",
            Self::Bounds => "the bounds",
            Self::Poses => "the poses",
        })
    }
}
