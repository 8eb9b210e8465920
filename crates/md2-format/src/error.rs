//! Errors of parsing a file.

use core::fmt;

use md2_common::FileKind;

use crate::location::Location;
use crate::raw::{Header, VERSION};
use crate::section::Section;
use crate::text_damage::TextDamage;

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
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ParseError {
    /// Byte offset of the faulty field in the file.
    pub offset: usize,
    /// The place of the fault in the model.
    pub location: Location,
    /// The kind of fault, with the value found.
    pub kind: ParseErrorKind,
    /// A text conversion of the whole file that probably caused the fault, if
    /// [`with_damage`](Self::with_damage) has found one.
    pub damage: Option<TextDamage>,
}

impl ParseError {
    pub(crate) const fn new(offset: usize, location: Location, kind: ParseErrorKind) -> Self {
        Self { offset, location, kind, damage: None }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} (byte {:#x})", self.location, self.kind, self.offset)?;
        if let Some(damage) = self.damage {
            write!(f, "; {damage}")?;
        }
        Ok(())
    }
}

impl core::error::Error for ParseError {}

/// A kind of fault and the value found, without the place in the model.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The file does not start with `IDP2`.
    NotMd2 {
        /// The first four bytes.
        found: [u8; 4],
        /// The format of the file, detected from its first bytes; `None` if it is unknown.
        kind: Option<FileKind>,
    },
    /// The file starts with `IDP2`, but the version is not 8.
    Version {
        /// The version in the header.
        found: i32,
    },
    /// The file ends inside the header, or is empty.
    HeaderTruncated {
        /// Length of the file in bytes.
        length: usize,
    },
    /// A count or an offset in the header is negative.
    Negative {
        /// The value in the header.
        found: i32,
    },
    /// A count in the header is above the limit of [`ParseOptions`](crate::ParseOptions).
    Limit {
        /// The count in the header.
        found: usize,
        /// The greatest allowed count.
        allowed: usize,
    },
    /// `framesize` is too small for the vertices of a frame.
    FrameSize {
        /// The value in the header.
        found: i32,
        /// Number of bytes that a frame needs: 40, plus 4 for each vertex.
        needed: u64,
    },
    /// A section extends beyond the end of the file.
    SectionOutside {
        /// The section that extends beyond the end.
        section: Section,
        /// Offset of the section in the file.
        offset: usize,
        /// Number of records in the section.
        count: usize,
        /// Size of a record in bytes: `framesize` for a frame, 4 for a word of the OpenGL commands.
        record_bytes: usize,
        /// Length of the file in bytes.
        length: usize,
    },
    /// A triangle refers to a position that does not exist.
    PositionIndex {
        /// The position index that the triangle contains.
        found: u16,
        /// Number of vertices in a frame.
        count: usize,
    },
    /// A triangle refers to a skin coordinate that does not exist.
    StIndex {
        /// The skin coordinate index that the triangle contains.
        found: u16,
        /// Number of skin coordinates.
        count: usize,
    },
    /// A frame's scale is infinite or not a number.
    Scale {
        /// The frame's scale, per axis.
        found: [f32; 3],
    },
    /// A frame's translation is infinite or not a number.
    Translate {
        /// The frame's translation, per axis.
        found: [f32; 3],
    },
    /// A section starts inside another section. Parsing accepts such files, but [`Md2::damage`](crate::Md2::damage)
    /// returns this error.
    Overlap {
        /// The section that starts inside another section.
        section: Section,
        /// Offset of the section in the file.
        offset: usize,
        /// End offset of the section in which `section` starts.
        end: usize,
    },
    /// A section is not at the offset in the header, because bytes before the section are missing or extra. Parsing
    /// accepts some of these files, but [`Md2::damage`](crate::Md2::damage) returns this error.
    Moved {
        /// The section that has moved.
        section: Section,
        /// The offset in the header.
        found: i32,
        /// The offset at which the complete section was found.
        expected: i32,
    },
    /// The coordinates of a frame are far larger than those of all other frames. Parsing accepts such files, but
    /// [`Md2::damage`](crate::Md2::damage) returns this error.
    FarFrame {
        /// The largest absolute value of a coordinate in the frame.
        found: f64,
    },
}

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotMd2 { kind: Some(kind), .. } => write!(f, "this is {kind}, not MD2"),
            Self::NotMd2 { found, kind: None } => {
                write!(f, "not an MD2 file: starts with \"{}\", expected \"IDP2\"", found.escape_ascii())
            }
            Self::Version { found } => write!(f, "version {found}, expected {VERSION}"),
            Self::HeaderTruncated { length } => {
                write!(f, "{length} bytes, expected at least {}, the size of the header", Header::BYTES)
            }
            Self::Negative { found } => write!(f, "{found}, expected 0 or more"),
            Self::Limit { found, allowed } => write!(f, "{found}, expected at most {allowed}"),
            Self::FrameSize { found, needed } => write!(f, "{found}, expected at least {needed}"),
            Self::SectionOutside { section, offset, count, record_bytes, length } => {
                let end = (*count as u64).saturating_mul(*record_bytes as u64).saturating_add(*offset as u64);
                write!(
                    f,
                    "{count} {section} of {record_bytes} bytes at byte {offset} end at byte {end}, \
                     expected at most {length}, the end of the file"
                )
            }
            Self::PositionIndex { found, count } => {
                write!(f, "position index {found}, expected below {count}")
            }
            Self::StIndex { found, count } => write!(f, "st index {found}, expected below {count}"),
            Self::Scale { found } => write!(f, "scale {found:?}, expected finite numbers"),
            Self::Translate { found } => write!(f, "translation {found:?}, expected finite numbers"),
            Self::Overlap { section, offset, end } => {
                write!(
                    f,
                    "the {section} start at byte {offset}, inside another section, expected byte {end} or later"
                )
            }
            Self::Moved { section, found, expected } => {
                write!(f, "{found}, but the {section} start at byte {expected}")
            }
            Self::FarFrame { found } => {
                write!(f, "has coordinates up to {found:e}, far larger than those of the other frames")
            }
        }
    }
}
