//! Where the header says a section lies, and how long its records are.
//!
//! Everything that has to find a record in a file asks here: the parser, the lenient reader, the check, the writer.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use core::fmt;
use core::ops::Range;

use crate::raw::{FrameHeader, Header, HeaderField, Skin, St, Triangle, Vertex, Word};

/// One of the five runs of records that the header points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Section {
    /// Skin paths.
    Skins,
    /// Skin coordinates.
    St,
    /// Triangles.
    Triangles,
    /// Frames.
    Frames,
    /// OpenGL commands.
    GlCommands,
}

impl Section {
    /// All sections, in the order in which they are usually written.
    pub const ALL: [Self; 5] = [Self::Skins, Self::St, Self::Triangles, Self::Frames, Self::GlCommands];

    /// The header field that counts the section's records.
    #[must_use]
    pub const fn count_field(self) -> HeaderField {
        match self {
            Self::Skins => HeaderField::NumSkins,
            Self::St => HeaderField::NumSt,
            Self::Triangles => HeaderField::NumTris,
            Self::Frames => HeaderField::NumFrames,
            Self::GlCommands => HeaderField::NumGlcmds,
        }
    }

    /// The header field that says where the section starts.
    #[must_use]
    pub const fn offset_field(self) -> HeaderField {
        match self {
            Self::Skins => HeaderField::OfsSkins,
            Self::St => HeaderField::OfsSt,
            Self::Triangles => HeaderField::OfsTris,
            Self::Frames => HeaderField::OfsFrames,
            Self::GlCommands => HeaderField::OfsGlcmds,
        }
    }

    /// Bytes of a record of a model whose frames have `vertices` vertices each.
    const fn record_bytes(self, vertices: usize) -> usize {
        match self {
            Self::Skins => size_of::<Skin>(),
            Self::St => size_of::<St>(),
            Self::Triangles => size_of::<Triangle>(),
            Self::Frames => frame_bytes(vertices),
            Self::GlCommands => size_of::<Word>(),
        }
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Skins => "skins",
            Self::St => "st",
            Self::Triangles => "triangles",
            Self::Frames => "frames",
            Self::GlCommands => "glcmds",
        })
    }
}

/// The bytes that a frame needs, if there are frames and `framesize` leaves them less.
pub(crate) fn frame_bytes_lacking(header: &Header) -> Option<usize> {
    let needed = Extent::of(header, Section::Frames).record_bytes;
    let suffices = usize::try_from(header.framesize).is_ok_and(|found| found >= needed);
    (header.num_frames > 0 && !suffices).then_some(needed)
}

/// Bytes of a frame: what stands before the vertices, and the vertices.
pub(crate) const fn frame_bytes(vertices: usize) -> usize {
    size_of::<FrameHeader>().saturating_add(vertices.saturating_mul(size_of::<Vertex>()))
}

/// The place of a section and of each of its records. That of an empty section means nothing.
///
/// It is what the header says: the file may well be shorter. What would be negative counts as 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// Offset of the first record; `None` if the header's is negative.
    offset: Option<usize>,
    /// Number of records.
    pub(crate) count: usize,
    /// Bytes that a record takes.
    pub(crate) record_bytes: usize,
    /// Bytes from one record to the next: `record_bytes`, or for frames what `framesize` says, if that is more.
    pub(crate) stride: usize,
}

impl Extent {
    pub(crate) fn of(header: &Header, section: Section) -> Self {
        let not_negative = |value: i32| usize::try_from(value).ok();
        let record_bytes = section.record_bytes(not_negative(header.num_xyz).unwrap_or(0));
        let stride = match section {
            Section::Frames => not_negative(header.framesize).unwrap_or(0).max(record_bytes),
            _ => record_bytes,
        };
        Self {
            offset: not_negative(header.get(section.offset_field())),
            count: not_negative(header.get(section.count_field())).unwrap_or(0),
            record_bytes,
            stride,
        }
    }

    /// Byte offset of the section.
    pub(crate) fn start(&self) -> usize {
        self.offset.unwrap_or(0)
    }

    /// Byte offset of record `index`; for the number of records that of the section's end.
    pub(crate) fn record(&self, index: usize) -> usize {
        self.start().saturating_add(index.saturating_mul(self.stride))
    }

    /// Bytes of all records, unless that is more than can be counted.
    pub(crate) const fn bytes(&self) -> Option<usize> {
        self.count.checked_mul(self.stride)
    }

    /// How many of the records lie inside a file of `length` bytes, up to the first that does not. The last need not
    /// have the bytes that separate it from a next one.
    pub(crate) fn records_in(&self, length: usize) -> usize {
        let room = self.offset.and_then(|offset| length.checked_sub(offset));
        let behind_first = room.and_then(|room| room.checked_sub(self.record_bytes));
        let present = behind_first.and_then(|bytes| bytes.checked_div(self.stride));
        present.map_or(0, |more| more.saturating_add(1)).min(self.count)
    }

    /// The records that lie inside `file`, from the first one on, and whatever follows the last of them.
    pub(crate) fn in_file<'a>(&self, file: &'a [u8]) -> &'a [u8] {
        self.offset.and_then(|offset| file.get(offset..)).unwrap_or_default()
    }

    /// The bytes that the records take which lie inside a file of `length` bytes, in ascending order. One range, if
    /// there is nothing between the records.
    pub(crate) fn ranges(self, length: usize) -> impl Iterator<Item = Range<usize>> {
        let count = self.records_in(length);
        let (parts, stride, bytes) = if self.stride == self.record_bytes {
            (1, 0, count.saturating_mul(self.stride))
        } else {
            (count, self.stride, self.record_bytes)
        };
        (0..parts).map(move |part| {
            let start = self.start().saturating_add(part.saturating_mul(stride));
            start..start.saturating_add(bytes)
        })
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// Three frames of two vertices, four bytes behind each; skin coordinates before the file.
    const HEADER: Header = Header {
        framesize: 52,
        num_xyz: 2,
        num_frames: 3,
        ofs_frames: 100,
        num_st: 5,
        ofs_st: -4,
        ident: 0,
        version: 8,
        skinwidth: 0,
        skinheight: 0,
        num_skins: 0,
        num_tris: 0,
        num_glcmds: 0,
        ofs_skins: 0,
        ofs_tris: 0,
        ofs_glcmds: 0,
        ofs_end: 0,
    };

    #[test]
    fn records_are_found_by_their_stride() {
        let frames = Extent::of(&HEADER, Section::Frames);
        assert_eq!((frames.record_bytes, frames.stride, frames.bytes()), (48, 52, Some(156)));
        assert_eq!((frames.start(), frames.record(1), frames.record(3)), (100, 152, 256));
        // A stride that is too small is not used.
        let tight = Extent::of(&Header { framesize: 47, ..HEADER }, Section::Frames);
        assert_eq!((tight.record_bytes, tight.stride), (48, 48));
        assert_eq!(frame_bytes_lacking(&HEADER), None);
        assert_eq!(frame_bytes_lacking(&Header { framesize: 47, ..HEADER }), Some(48));
        assert_eq!(frame_bytes_lacking(&Header { framesize: -1, num_frames: 0, ..HEADER }), None);
    }

    #[test]
    fn the_last_record_needs_nothing_behind_it() {
        let frames = Extent::of(&HEADER, Section::Frames);
        for (length, present) in
            [(0, 0), (99, 0), (147, 0), (148, 1), (199, 1), (200, 2), (251, 2), (252, 3), (999, 3)]
        {
            assert_eq!(frames.records_in(length), present, "{length}");
        }
        assert_eq!(frames.ranges(200).collect::<Vec<_>>(), [100..148, 152..200]);
        let dense = Extent::of(&Header { framesize: 48, ..HEADER }, Section::Frames);
        assert_eq!(dense.ranges(999).collect::<Vec<_>>(), [Range { start: 100, end: 244 }]);
    }

    #[test]
    fn what_starts_before_the_file_is_not_in_it() {
        let st = Extent::of(&HEADER, Section::St);
        assert_eq!((st.start(), st.count, st.records_in(1000)), (0, 5, 0));
        assert!(st.in_file(&[0; 100]).is_empty());
    }

    #[test]
    fn sizes_beyond_counting_do_not_wrap() {
        let header = Header { num_xyz: i32::MAX, num_frames: i32::MAX, ofs_frames: i32::MAX, ..HEADER };
        let frames = Extent::of(&header, Section::Frames);
        assert_eq!((frames.bytes(), frames.record(frames.count)), (None, usize::MAX));
        assert_eq!(frames.records_in(1_000_000_000), 0);
    }
}
