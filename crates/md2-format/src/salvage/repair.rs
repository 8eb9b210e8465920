//! The kinds of repairs of a damaged file.

use core::fmt;

use crate::glcmds::GlDefect;
use crate::raw::HeaderField;
use crate::section::Section;

/// A repair by [`salvage`](crate::salvage()).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the texts explain the fields")]
pub enum Repair {
    /// Each LF had been converted to CR LF. The CRs were removed.
    LineEnds { removed: usize },
    /// Each CR LF had been converted to LF. The lost CRs were restored at the places that the surrounding records determine.
    LostCarriageReturns { restored: usize },
    /// Each CR LF had been converted to LF, and the places of the lost CRs could not be determined. All bytes from the first
    /// LF on were ignored, because they may be shifted.
    Shifted { offset: usize },
    /// Records were dropped because bytes are missing or extra at an unknown place among them.
    Unproven { section: Section, first: usize, dropped: usize },
    /// The version in the header was wrong, and was read as 8.
    Version { found: i32 },
    /// A count was replaced by the number of records that fit into the section, or reduced to the number of records
    /// that 16-bit indices can address.
    Count { field: HeaderField, found: i32, used: usize },
    /// An offset was replaced by a value that follows from the neighboring sections.
    Offset { field: HeaderField, found: i32, used: usize },
    /// `framesize` was replaced by the size that the vertices need, or by a value that follows from the neighboring
    /// sections.
    FrameSize { found: i32, used: usize },
    /// Records beyond the end of the file were dropped.
    Cut { section: Section, kept: usize, announced: usize },
    /// The last frame lacks some of the unused bytes that `framesize` allows after its vertices.
    Padding { missing: usize },
    /// Triangles with an index out of range were dropped.
    Triangles { first: usize, dropped: usize },
    /// Corners with the skin coordinate index 65 535 got the coordinate (0, 0). Some exporters write this index, which is -1
    /// as a signed number, for corners without a skin coordinate.
    NoSt { first: usize, corners: usize },
    /// A frame was dropped because its scale and translation are implausible compared to those of the other frames.
    Senseless { frame: usize },
    /// A frame and all later frames were dropped, because bytes are missing or extra inside the first of them.
    Torn { frame: usize },
    /// The scale and translation of a frame were infinite or not a number. They were replaced by the scale and translation
    /// of a neighboring frame.
    NotFinite { frame: usize },
    /// Normal indices of 162 and above were replaced by the index of the normal (0, 0, 1).
    Normals { replaced: usize },
    /// The OpenGL commands were rebuilt from the triangles.
    GlCommands { defect: Option<GlDefect> },
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LineEnds { removed } => write!(f, "file: converted {removed} CR LF back to LF"),
            Self::LostCarriageReturns { restored } => {
                write!(f, "file: CR LF had been converted to LF; restored {restored} lost CR")
            }
            Self::Shifted { offset } => write!(
                f,
                "file: CR LF had been converted to LF at unknown places; ignored everything from byte {offset:#x}"
            ),
            Self::Unproven { section, first, dropped } => write!(
                f,
                "{section}: dropped {dropped} with missing or extra bytes, the first is number {first}"
            ),
            Self::Version { found } => write!(f, "header, version: read {found} as 8"),
            Self::Count { field, found, used } | Self::Offset { field, found, used } => {
                write!(f, "header, {}: read {found} as {used}", field.name())
            }
            Self::FrameSize { found, used } => write!(f, "header, framesize: read {found} as {used}"),
            Self::Cut { section, kept, announced } => {
                write!(f, "{section}: kept {kept} of {announced}, the rest is beyond the end of the file")
            }
            Self::Padding { missing } => {
                write!(f, "frames: the last frame lacks {missing} bytes of padding")
            }
            Self::Triangles { first, dropped } => {
                write!(f, "triangle {first}: the first of {dropped} dropped triangles with an invalid index")
            }
            Self::NoSt { first, corners } => {
                write!(
                    f,
                    "triangle {first}: set a corner without a skin coordinate to (0, 0); such corners: {corners}"
                )
            }
            Self::Senseless { frame } => {
                write!(f, "frame {frame}: dropped: its scale and translation do not fit its neighbors")
            }
            Self::Torn { frame } => {
                write!(f, "frame {frame}: dropped with all later frames: it has missing or extra bytes")
            }
            Self::NotFinite { frame } => {
                write!(f, "frame {frame}: scale or translation is not finite, copied from a neighbor")
            }
            Self::Normals { replaced } => {
                write!(f, "frames: replaced {replaced} invalid normals by (0, 0, 1)")
            }
            Self::GlCommands { defect: Some(defect) } => {
                write!(f, "glcmds: rebuilt because of {defect}")
            }
            Self::GlCommands { defect: None } => f.write_str("glcmds: rebuilt, the file has none"),
        }
    }
}
