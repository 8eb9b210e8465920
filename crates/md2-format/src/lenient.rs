//! Reading what is there of a file that need not be sound.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use zerocopy::{FromBytes, Immutable, KnownLayout};

use crate::layout;
use crate::location::Section;
use crate::raw::{FrameHeader, Header, Skin, St, Triangle, Vertex, Word};
use crate::view::Frame;

/// The whole records of each section that lie inside the file, whatever the header says about them.
#[derive(Clone, Debug)]
pub(crate) struct Lenient<'a> {
    pub(crate) file: &'a [u8],
    pub(crate) header: Header,
    pub(crate) skins: &'a [Skin],
    pub(crate) st: &'a [St],
    pub(crate) triangles: &'a [Triangle],
    /// The header's count, 0 if that is negative.
    pub(crate) vertex_count: usize,
    pub(crate) gl_words: &'a [Word],
}

impl<'a> Lenient<'a> {
    /// `None` if the file ends inside the header.
    pub(crate) fn new(file: &'a [u8]) -> Option<Self> {
        let (_, header) = Header::nom(file).ok()?;
        Some(Self {
            skins: records(file, &header, Section::Skins),
            st: records(file, &header, Section::St),
            triangles: records(file, &header, Section::Triangles),
            vertex_count: usize::try_from(header.num_xyz).unwrap_or(0),
            gl_words: gl_words(file, &header),
            file,
            header,
        })
    }

    /// Bytes that the vertices of a frame and what stands before them need.
    pub(crate) fn frame_bytes(&self) -> usize {
        self.vertex_count.saturating_mul(size_of::<Vertex>()).saturating_add(size_of::<FrameHeader>())
    }

    /// Bytes from one frame to the next: as in the header, unless that is too little.
    pub(crate) fn frame_stride(&self) -> usize {
        usize::try_from(self.header.framesize).unwrap_or(0).max(self.frame_bytes())
    }

    /// The frames that lie inside the file, up to the first that does not.
    pub(crate) fn frames(&self) -> impl Iterator<Item = Frame<'a>> + use<'a> {
        let (stride, bytes, vertex_count) = (self.frame_stride(), self.frame_bytes(), self.vertex_count);
        let count = usize::try_from(self.header.num_frames).unwrap_or(0);
        let start = usize::try_from(self.header.ofs_frames).ok().and_then(|offset| self.file.get(offset..));
        let chunks = start.unwrap_or_default().chunks(stride).take(count);
        chunks.map_while(move |chunk| Some(Frame::new(chunk.get(..bytes)?, vertex_count)))
    }

    /// Byte offset of a section, 0 if the header's is negative.
    pub(crate) fn offset(&self, section: Section) -> usize {
        usize::try_from(self.header.get(section.offset_field())).unwrap_or(0)
    }

    /// Whether every corner of the triangle refers to something that is there.
    pub(crate) fn is_in_range(&self, triangle: &Triangle) -> bool {
        triangle.xyz().iter().all(|&index| usize::from(index) < self.vertex_count)
            && triangle.st().iter().all(|&index| usize::from(index) < self.st.len())
    }
}

/// The words of the OpenGL commands that lie inside the file.
pub(crate) fn gl_words<'a>(file: &'a [u8], header: &Header) -> &'a [Word] {
    let start = usize::try_from(header.ofs_glcmds).ok().and_then(|offset| file.get(offset..));
    let present = layout::gl_word_count(header, file.len());
    let words = start.and_then(|bytes| <[Word]>::ref_from_prefix_with_elems(bytes, present).ok());
    words.map_or(&[], |(words, _)| words)
}

fn records<'a, T: FromBytes + Immutable + KnownLayout>(
    file: &'a [u8],
    header: &Header,
    section: Section,
) -> &'a [T] {
    let count = usize::try_from(header.get(section.count_field())).unwrap_or(0);
    let start =
        usize::try_from(header.get(section.offset_field())).ok().and_then(|offset| file.get(offset..));
    let bytes = start.unwrap_or_default();
    let present = bytes.len().checked_div(size_of::<T>()).unwrap_or(0).min(count);
    <[T]>::ref_from_prefix_with_elems(bytes, present).map_or(&[], |(records, _)| records)
}
