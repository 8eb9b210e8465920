//! The offsets and sizes of a model's lists, computed from the headers.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use crate::grammar;
use crate::location::List;
use crate::raw::{
    Frame, Header, Record, Records, Shader, St, SurfaceField, SurfaceHeader, Tag, Triangle, Vertex,
};

impl List {
    /// The lists of a surface, in the order in which most files store them.
    pub(crate) const OF_SURFACE: [Self; 4] = [Self::Triangles, Self::Shaders, Self::St, Self::Vertices];

    pub(crate) const fn record_bytes(self) -> usize {
        match self {
            Self::Frames => size_of::<Frame>(),
            Self::Tags => size_of::<Tag>(),
            Self::Triangles => size_of::<Triangle>(),
            Self::Shaders => size_of::<Shader>(),
            Self::St => size_of::<St>(),
            Self::Vertices => size_of::<Vertex>(),
        }
    }

    /// Returns the byte offset of the end of a list that has `count` records and starts at byte `offset`; `u64::MAX` on overflow.
    pub(crate) const fn end(self, offset: u64, count: u64) -> u64 {
        offset.saturating_add(count.saturating_mul(self.record_bytes() as u64))
    }
}

/// The offset and size of a list according to a header. Negative numbers in the header count as 0; a separate check reports them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub(crate) list: List,
    pub(crate) start: u64,
    pub(crate) count: u64,
}

impl Extent {
    pub(crate) const fn end(&self) -> u64 {
        self.list.end(self.start, self.count)
    }

    pub(crate) const fn bytes(&self) -> u64 {
        self.end().saturating_sub(self.start)
    }

    /// Returns the records, borrowed from the file; `None` if the list extends beyond the end of the file. An empty
    /// list may have any offset.
    pub(crate) fn records<'a, T: Record>(&self, file: &'a [u8]) -> Option<Records<'a, T>> {
        if self.count == 0 {
            return Some(Records::default());
        }
        let start = usize::try_from(self.start).ok()?;
        let bytes = usize::try_from(self.bytes()).ok().filter(|_| self.end() < u64::MAX)?;
        Some(grammar::list(file, start, bytes).ok()?.1)
    }
}

/// Converts an offset or a count. A number that does not fit becomes the greatest `usize`.
pub(crate) fn offset(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

pub(crate) fn unsigned(field: i32) -> u64 {
    u64::try_from(field).unwrap_or(0)
}

impl Header {
    /// Returns the range of the frames. Assumes that each frame has the usual 56 bytes.
    pub(crate) fn frames(&self) -> Extent {
        Extent { list: List::Frames, start: unsigned(self.ofs_frames), count: unsigned(self.num_frames) }
    }

    pub(crate) fn tags(&self) -> Extent {
        let count = unsigned(self.num_frames).saturating_mul(unsigned(self.num_tags));
        Extent { list: List::Tags, start: unsigned(self.ofs_tags), count }
    }

    /// Returns the number of bytes from the start of one frame to the start of the next: usually 56, but 104 in the
    /// files of an exporter that wrote names of 64 bytes.
    ///
    /// `length` is the length of the file. No field of the file contains the stride. It is 104 if frames of 104 bytes
    /// would end exactly at the start of the next list.
    pub(crate) fn frame_stride(&self, length: usize) -> usize {
        const USUAL: usize = List::Frames.record_bytes();
        let frames = self.frames();
        let start_of = |present: bool, offset: i32| {
            Some(unsigned(offset)).filter(|&start| present && start > frames.start)
        };
        let next = [
            start_of(self.num_tags > 0, self.ofs_tags),
            start_of(self.num_surfaces > 0, self.ofs_surfaces),
            start_of(true, self.ofs_end),
        ];
        let next = next.into_iter().flatten().min().unwrap_or(0);
        let are_long = frames.count > 0
            && next.checked_sub(frames.start) == frames.count.checked_mul(LONG_FRAME_BYTES as u64)
            && usize::try_from(next).is_ok_and(|next| next <= length);
        if are_long { LONG_FRAME_BYTES } else { USUAL }
    }
}

/// Size in bytes of a frame whose name has 64 bytes instead of 16.
pub(crate) const LONG_FRAME_BYTES: usize = List::Frames.record_bytes() + 48;

impl SurfaceHeader {
    pub(crate) fn list(&self, list: List, start: u64) -> Extent {
        let count = match list {
            List::Triangles => unsigned(self.num_triangles),
            List::Shaders => unsigned(self.num_shaders),
            List::St => unsigned(self.num_verts),
            List::Vertices => unsigned(self.num_verts).saturating_mul(unsigned(self.num_frames)),
            List::Frames | List::Tags => 0,
        };
        Extent { list, start: start.saturating_add(unsigned(self.list_offset(list).1)), count }
    }

    pub(crate) const fn list_offset(&self, list: List) -> (SurfaceField, i32) {
        match list {
            List::Triangles => (SurfaceField::OfsTriangles, self.ofs_triangles),
            List::Shaders => (SurfaceField::OfsShaders, self.ofs_shaders),
            List::St => (SurfaceField::OfsSt, self.ofs_st),
            // A surface has no lists of frames and tags.
            List::Vertices | List::Frames | List::Tags => (SurfaceField::OfsXyzNormal, self.ofs_xyznormal),
        }
    }
}
