//! Reading what is there of a file that need not be sound.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use zerocopy::{FromBytes, Immutable, KnownLayout};

use crate::faults::{Counts, IndexFault};
use crate::frame::Frame;
use crate::raw::{Header, Skin, St, Triangle, Word};
use crate::section::{Extent, Section};

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
        Some(Self::with_header(file, header))
    }

    /// The file read as if it had another header.
    pub(crate) fn with_header(file: &'a [u8], header: Header) -> Self {
        Self {
            skins: records(file, &header, Section::Skins),
            st: records(file, &header, Section::St),
            triangles: records(file, &header, Section::Triangles),
            vertex_count: usize::try_from(header.num_xyz).unwrap_or(0),
            gl_words: records(file, &header, Section::GlCommands),
            file,
            header,
        }
    }

    /// Where a section should be.
    pub(crate) fn extent(&self, section: Section) -> Extent {
        Extent::of(&self.header, section)
    }

    /// The frames that lie inside the file, up to the first that does not. The last may lack the bytes behind its
    /// vertices.
    pub(crate) fn frames(&self) -> impl Iterator<Item = Frame<'a>> + use<'a> {
        let (extent, vertex_count) = (self.extent(Section::Frames), self.vertex_count);
        let chunks = extent.in_file(self.file).chunks(extent.stride);
        chunks.take(extent.records_in(self.file.len())).map(move |chunk| Frame::new(chunk, vertex_count))
    }

    /// How much there is for triangles to refer to.
    pub(crate) const fn counts(&self) -> Counts {
        Counts { positions: self.vertex_count, st: self.st.len() }
    }

    /// Whether every corner of the triangle refers to something that is there.
    pub(crate) fn is_in_range(&self, triangle: &Triangle) -> bool {
        IndexFault::of(triangle, self.counts()).next().is_none()
    }
}

/// The records of a section that lie inside the file.
pub(crate) fn records<'a, T: FromBytes + Immutable + KnownLayout>(
    file: &'a [u8],
    header: &Header,
    section: Section,
) -> &'a [T] {
    let extent = Extent::of(header, section);
    let present = extent.records_in(file.len());
    <[T]>::ref_from_prefix_with_elems(extent.in_file(file), present).map_or(&[], |(records, _)| records)
}
