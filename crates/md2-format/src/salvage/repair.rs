//! What was repaired.

use core::fmt;

use crate::glcmds::GlDefect;
use crate::raw::HeaderField;
use crate::section::Section;

/// Something that [`salvage`](crate::salvage()) did.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Repair {
    /// Each LF had become CR LF, and was turned back.
    LineEnds {
        /// Number of CRs removed.
        removed: usize,
    },
    /// Each CR LF had become LF. Where the lost CRs were can be told from what the records around them need to make
    /// sense, and they were put back.
    LostCarriageReturns {
        /// Number of CRs put back.
        restored: usize,
    },
    /// Each CR LF had become LF, and where is lost. What follows the first place where it may have happened was not used.
    Shifted {
        /// Offset of that place in the file.
        offset: usize,
    },
    /// Records in which bytes are missing or too many, and it is not proven which, were dropped.
    Unproven {
        /// The section.
        section: Section,
        /// Index of the first.
        first: usize,
        /// How many.
        dropped: usize,
    },
    /// The version was taken for 8.
    Version {
        /// The version in the header.
        found: i32,
    },
    /// A count was replaced by that of the records that there is room for, or brought down to what indices can reach.
    Count {
        /// The field of the header.
        field: HeaderField,
        /// The value in the header.
        found: i32,
        /// The value used.
        used: usize,
    },
    /// An offset was replaced by that of the place where the neighbors leave room for the section.
    Offset {
        /// The field of the header.
        field: HeaderField,
        /// The value in the header.
        found: i32,
        /// The value used.
        used: usize,
    },
    /// `framesize` was replaced by what the vertices need, or the neighbors leave room for.
    FrameSize {
        /// The value in the header.
        found: i32,
        /// The value used.
        used: usize,
    },
    /// Records that lie outside the file were dropped.
    Cut {
        /// The section.
        section: Section,
        /// Number of records kept.
        kept: usize,
        /// Number of records in the header.
        announced: usize,
    },
    /// The bytes that `framesize` allows behind the vertices of a frame were done without in the last one.
    Padding {
        /// How many of them the file lacks.
        missing: usize,
    },
    /// Triangles that refer to what is not there were dropped.
    Triangles {
        /// Index of the first.
        first: usize,
        /// How many.
        dropped: usize,
    },
    /// Corners with the skin coordinate 65 535, which is -1 and says that there is none, were drawn at (0, 0).
    NoSt {
        /// Index of the first triangle.
        first: usize,
        /// How many corners.
        corners: usize,
    },
    /// A frame was dropped because its scale and translation make no sense beside those of its neighbors.
    Senseless {
        /// Index of the frame in the file.
        frame: usize,
    },
    /// A frame and all behind it were dropped because bytes are missing or too many inside it.
    Torn {
        /// Index of the first such frame in the file.
        frame: usize,
    },
    /// A frame whose scale or translation is infinite or not a number was given its neighbor's.
    NotFinite {
        /// Index of the frame in the file.
        frame: usize,
    },
    /// Normal indices of 162 and above were replaced by that of straight up.
    Normals {
        /// How many.
        replaced: usize,
    },
    /// The OpenGL commands were built anew from the triangles.
    GlCommands {
        /// What was wrong with them; `None` if the file holds none of those it announces.
        defect: Option<GlDefect>,
    },
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LineEnds { removed } => write!(f, "file: turned {removed} CR LF back into LF"),
            Self::LostCarriageReturns { restored } => write!(
                f,
                "file: each CR LF had been turned into LF as if the file were text; put back {restored} CR where they were"
            ),
            Self::Shifted { offset } => write!(
                f,
                "file: each CR LF had been turned into LF as if the file were text; where is lost, so nothing behind byte \
                 {offset:#x} was used"
            ),
            Self::Unproven { section, first, dropped } => write!(
                f,
                "{section}: dropped {dropped} with bytes missing or too many that are not known, number {first} is the first"
            ),
            Self::Version { found } => write!(f, "header, version: read {found} as 8"),
            Self::Count { field, found, used } => {
                write!(f, "header, {}: read {found} as {used}", field.name())
            }
            Self::Offset { field, found, used } => {
                write!(f, "header, {}: read {found} as {used}", field.name())
            }
            Self::FrameSize { found, used } => write!(f, "header, framesize: read {found} as {used}"),
            Self::Cut { section, kept, announced } => {
                write!(f, "{section}: kept {kept} of {announced}, the rest lies outside the file")
            }
            Self::Padding { missing } => {
                write!(f, "frames: did without {missing} bytes behind the vertices of the last")
            }
            Self::Triangles { first, dropped } => {
                write!(
                    f,
                    "triangle {first}: dropped {dropped} that refer to what is not there, this is the first"
                )
            }
            Self::NoSt { first, corners } => {
                write!(
                    f,
                    "triangle {first}: {corners} corners without a skin coordinate drawn at 0, 0, this is the first"
                )
            }
            Self::Senseless { frame } => {
                write!(f, "frame {frame}: dropped, its numbers make no sense beside those of its neighbors")
            }
            Self::Torn { frame } => {
                write!(
                    f,
                    "frame {frame}: dropped with all behind it, bytes are missing or too many inside it"
                )
            }
            Self::NotFinite { frame } => {
                write!(f, "frame {frame}: scale or translation is not finite, taken from its neighbor")
            }
            Self::Normals { replaced } => {
                write!(f, "frames: replaced {replaced} normals beyond the table by up")
            }
            Self::GlCommands { defect: Some(defect) } => {
                write!(f, "glcmds: built anew, because of {defect}")
            }
            Self::GlCommands { defect: None } => f.write_str("glcmds: built anew, the file holds none"),
        }
    }
}
