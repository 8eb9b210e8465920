//! Where the lists of a model lie: the one place that knows.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use nom::Parser;
use nom::bytes::complete::take;
use nom::sequence::preceded;
use zerocopy::{FromBytes, Immutable, KnownLayout};

use crate::location::List;
use crate::raw::{Frame, Header, Shader, St, SurfaceField, SurfaceHeader, Tag, Triangle, Vertex};

impl List {
    /// The lists of a surface, in the order in which most files have them.
    pub(crate) const OF_SURFACE: [Self; 4] = [Self::Triangles, Self::Shaders, Self::St, Self::Vertices];

    /// Bytes of one record.
    #[must_use]
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

    /// Where `count` records end that begin at byte `offset`, or the greatest number there is.
    pub(crate) const fn end(self, offset: u64, count: u64) -> u64 {
        offset.saturating_add(count.saturating_mul(self.record_bytes() as u64))
    }
}

/// What can be borrowed from a file as it lies there.
pub(crate) trait Record: FromBytes + Immutable + KnownLayout {}

impl<T: FromBytes + Immutable + KnownLayout> Record for T {}

/// A list as a header describes it. Negative numbers count as 0: they are a fault of their own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub(crate) list: List,
    /// Byte of the file at which the list begins.
    pub(crate) start: u64,
    /// Number of records.
    pub(crate) count: u64,
}

impl Extent {
    /// The first byte behind the list.
    pub(crate) const fn end(&self) -> u64 {
        self.list.end(self.start, self.count)
    }

    /// Bytes of the list.
    pub(crate) const fn bytes(&self) -> u64 {
        self.end().saturating_sub(self.start)
    }

    /// The records, borrowed from the file; `None` if they do not lie in it. Where an empty list lies does not
    /// matter.
    pub(crate) fn records<'a, T: Record>(&self, file: &'a [u8]) -> Option<&'a [T]> {
        if self.count == 0 {
            return Some(&[]);
        }
        let start = usize::try_from(self.start).ok()?;
        let bytes = usize::try_from(self.bytes()).ok().filter(|_| self.end() < u64::MAX)?;
        let mut list = preceded(take::<_, _, ()>(start), take(bytes));
        let (_, list) = list.parse(file).ok()?;
        // Records have no alignment, and the list is a whole number of them, so that the cast cannot fail.
        <[T]>::ref_from_bytes(list).ok()
    }
}

/// A count or an offset as a number of things or bytes; 0 if it is negative.
pub(crate) fn unsigned(field: i32) -> u64 {
    u64::try_from(field).unwrap_or(0)
}

impl Header {
    /// The frames, at the usual 56 bytes each.
    pub(crate) fn frames(&self) -> Extent {
        Extent { list: List::Frames, start: unsigned(self.ofs_frames), count: unsigned(self.num_frames) }
    }

    /// The tags of all frames.
    pub(crate) fn tags(&self) -> Extent {
        let count = unsigned(self.num_frames).saturating_mul(unsigned(self.num_tags));
        Extent { list: List::Tags, start: unsigned(self.ofs_tags), count }
    }

    /// Bytes from one frame to the next: 56, or 104 in the files of an exporter that gave names 64 bytes.
    ///
    /// Nothing in the file says so, but its frames are then followed at once by what comes next, after that many
    /// bytes a frame. Whatever the answer, the frames lie inside the file if those of 56 bytes do.
    pub(crate) fn frame_stride(&self, file: &[u8]) -> usize {
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
            && usize::try_from(next).is_ok_and(|next| next <= file.len());
        if are_long { LONG_FRAME_BYTES } else { USUAL }
    }
}

/// Bytes of a frame whose name has 64 bytes instead of 16.
pub(crate) const LONG_FRAME_BYTES: usize = List::Frames.record_bytes() + 48;

impl SurfaceHeader {
    /// A list of the surface that begins at byte `start` of the file.
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

    /// The field that says where a list of the surface begins, and its value.
    pub(crate) const fn list_offset(&self, list: List) -> (SurfaceField, i32) {
        match list {
            List::Triangles => (SurfaceField::OfsTriangles, self.ofs_triangles),
            List::Shaders => (SurfaceField::OfsShaders, self.ofs_shaders),
            List::St => (SurfaceField::OfsSt, self.ofs_st),
            // Frames and tags are none of a surface's.
            List::Vertices | List::Frames | List::Tags => (SurfaceField::OfsXyzNormal, self.ofs_xyznormal),
        }
    }
}
