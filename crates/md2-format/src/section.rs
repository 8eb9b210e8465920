//! The offset of each section according to the header, and the length of its records.
//!
//! The parser, the lenient reader, the check and the writer all use this module to find records.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use core::fmt;
use core::ops::Range;

use crate::raw::{FrameHeader, Header, HeaderField, SkinName, St, Triangle, Vertex, Word};

/// The greatest number of vertices, and of skin coordinates, that indices of 16 bits can address.
pub(crate) const MAX_INDEXED: usize = 65_536;

/// A list of records that the header points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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

    /// The header field with the number of records in the section.
    pub const fn count_field(self) -> HeaderField {
        match self {
            Self::Skins => HeaderField::NumSkins,
            Self::St => HeaderField::NumSt,
            Self::Triangles => HeaderField::NumTris,
            Self::Frames => HeaderField::NumFrames,
            Self::GlCommands => HeaderField::NumGlcmds,
        }
    }

    /// The header field with the offset of the section.
    pub const fn offset_field(self) -> HeaderField {
        match self {
            Self::Skins => HeaderField::OfsSkins,
            Self::St => HeaderField::OfsSt,
            Self::Triangles => HeaderField::OfsTris,
            Self::Frames => HeaderField::OfsFrames,
            Self::GlCommands => HeaderField::OfsGlcmds,
        }
    }

    const fn record_bytes(self, vertices: usize) -> usize {
        match self {
            Self::Skins => size_of::<SkinName>(),
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

/// Returns the number of bytes that a frame needs; `None` if `framesize` is large enough or there are no frames.
pub(crate) fn frame_bytes_lacking(header: &Header) -> Option<usize> {
    let needed = Extent::new(header, Section::Frames).record_bytes;
    let suffices = usize::try_from(header.framesize).is_ok_and(|found| found >= needed);
    (header.num_frames > 0 && !suffices).then_some(needed)
}

pub(crate) const fn frame_bytes(vertices: usize) -> usize {
    size_of::<FrameHeader>().saturating_add(vertices.saturating_mul(size_of::<Vertex>()))
}

/// The offset of a section and of its records according to the header. The offset of an empty section is meaningless.
///
/// The section may extend beyond the end of the file. Negative counts are treated as 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// Offset of the first record; `None` if it is negative.
    pub(crate) offset: Option<usize>,
    pub(crate) count: usize,
    pub(crate) record_bytes: usize,
    /// Bytes from the start of one record to the next: `record_bytes`, or for frames `framesize` if it is greater.
    pub(crate) stride: usize,
}

impl Extent {
    pub(crate) fn new(header: &Header, section: Section) -> Self {
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

    pub(crate) fn start(&self) -> usize {
        self.offset.unwrap_or(0)
    }

    /// Byte offset of record `index`. If `index` is the number of records, the end of the section.
    pub(crate) fn record(&self, index: usize) -> usize {
        self.start().saturating_add(index.saturating_mul(self.stride))
    }

    pub(crate) const fn bytes(&self) -> Option<usize> {
        self.count.checked_mul(self.stride)
    }

    /// Returns the number of records before the first record that extends beyond a file of `length` bytes. The last of
    /// these records may lack the padding at its end.
    pub(crate) fn records_in(&self, length: usize) -> usize {
        let room = self.offset.and_then(|offset| length.checked_sub(offset));
        let behind_first = room.and_then(|room| room.checked_sub(self.record_bytes));
        let present = behind_first.and_then(|bytes| bytes.checked_div(self.stride));
        present.map_or(0, |more| more.saturating_add(1)).min(self.count)
    }

    pub(crate) fn in_file<'a>(&self, file: &'a [u8]) -> &'a [u8] {
        self.offset.and_then(|offset| file.get(offset..)).unwrap_or_default()
    }

    /// Returns the byte ranges of the records inside a file of `length` bytes, in ascending order: one range if there
    /// are no gaps between the records.
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

pub(crate) fn sort_by_offset(sections: &mut [Section], header: &Header) {
    sections.sort_by_key(|section| header.get(section.offset_field()));
}

pub(crate) fn extents_by_offset(header: &Header) -> impl Iterator<Item = (Section, Extent)> {
    let mut sections = Section::ALL;
    sort_by_offset(&mut sections, header);
    let extents = sections.map(|section| (section, Extent::new(header, section)));
    extents.into_iter().filter(|(_, extent)| extent.count > 0)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn the_last_record_needs_no_padding() {
        // Three frames of two vertices and four unused bytes each.
        let header =
            Header { framesize: 52, num_xyz: 2, num_frames: 3, ofs_frames: 100, ..Header::default() };
        let frames = Extent::new(&header, Section::Frames);
        for (length, present) in
            [(0, 0), (99, 0), (147, 0), (148, 1), (199, 1), (200, 2), (251, 2), (252, 3), (999, 3)]
        {
            assert_eq!(frames.records_in(length), present, "{length}");
        }
        assert_eq!(frames.ranges(200).collect::<Vec<_>>(), [100..148, 152..200]);
    }
}
