//! A reader for damaged files.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use crate::faults::Counts;
use crate::frame::Frame;
use crate::grammar;
use crate::raw::{Header, Record, Records, SkinName, St, Triangle, Word};
use crate::section::{Extent, Section};

/// The records that a header describes, as far as they are completely inside the file. The header may be wrong.
#[derive(Clone, Debug)]
pub(crate) struct Lenient<'a> {
    pub(crate) file: &'a [u8],
    pub(crate) header: Header,
    pub(crate) skins: Records<'a, SkinName>,
    pub(crate) st: Records<'a, St>,
    pub(crate) triangles: Records<'a, Triangle>,
    /// The vertex count of the header; 0 if it is negative.
    pub(crate) vertex_count: usize,
    pub(crate) gl_words: &'a [Word],
}

impl<'a> Lenient<'a> {
    /// Reads `file`; `None` if it ends inside the header.
    pub(crate) fn new(file: &'a [u8]) -> Option<Self> {
        let (_, header) = grammar::any_header(file).ok()?;
        Some(Self::with_header(file, header))
    }

    pub(crate) fn with_header(file: &'a [u8], header: Header) -> Self {
        Self {
            skins: records(file, &header, Section::Skins),
            st: records(file, &header, Section::St),
            triangles: records(file, &header, Section::Triangles),
            vertex_count: usize::try_from(header.num_xyz).unwrap_or(0),
            gl_words: words(file, &header),
            file,
            header,
        }
    }

    pub(crate) fn extent(&self, section: Section) -> Extent {
        Extent::new(&self.header, section)
    }

    /// Returns the frames before the first frame that extends beyond the file. The last frame may lack the unused bytes
    /// after its vertices.
    pub(crate) fn frames(&self) -> impl Iterator<Item = Frame<'a>> + use<'a> {
        let (extent, vertex_count) = (self.extent(Section::Frames), self.vertex_count);
        let chunks = extent.in_file(self.file).chunks(extent.stride);
        chunks.take(extent.records_in(self.file.len())).map(move |chunk| Frame::new(chunk, vertex_count))
    }

    pub(crate) const fn counts(&self) -> Counts {
        Counts { positions: self.vertex_count, st: self.st.len() }
    }
}

fn records<'a, T: Record>(file: &'a [u8], header: &Header, section: Section) -> Records<'a, T> {
    let extent = Extent::new(header, section);
    let bytes = extent.records_in(file.len()).saturating_mul(extent.stride);
    Records::new(extent.in_file(file).get(..bytes).unwrap_or_default())
}

pub(crate) fn words<'a>(file: &'a [u8], header: &Header) -> &'a [Word] {
    records::<Word>(file, header, Section::GlCommands).as_bytes().as_chunks().0
}
