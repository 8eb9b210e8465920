//! The arrangement of the sections of a model in its file, and the bytes between them.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use crate::raw::Header;
use crate::section::{Extent, Section};

/// The arrangement of a model in its file.
///
/// The default is the canonical arrangement: skins, skin coordinates, triangles, frames, OpenGL commands, without
/// gaps. A model that was read from a file in another arrangement stores its offsets, the values without meaning
/// (such as the offset of an empty section), and the bytes that belong to no section, so that it is written as it
/// was.
///
/// When an edit changes a count, the stored offsets no longer fit. The model is then written in the canonical
/// arrangement, followed by the bytes that followed the last section. Assign the default to get the canonical
/// arrangement in any case:
///
/// ```
/// # let mut model = md2_format::Model::default();
/// model.layout = Default::default();
/// assert!(model.layout.is_canonical());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout(Option<Box<StoredArrangement>>);

/// An arrangement that is not canonical.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredArrangement {
    /// The header, with a skin size of 0 x 0: the model has its own.
    pub(crate) header: Header,
    /// Bytes of the file.
    pub(crate) length: usize,
    /// Offset and content of each run of bytes that belongs to no section, in ascending order.
    pub(crate) filler: Vec<(usize, Vec<u8>)>,
}

impl Layout {
    /// Whether the model will be written in the canonical arrangement, without bytes between or after the sections.
    #[must_use]
    pub fn is_canonical(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the arrangement of `file`, whose header is `header`.
    pub(crate) fn from_file(header: &Header, file: &[u8]) -> Self {
        let filler = gaps(record_ranges(header, file.len()), file.len())
            .filter_map(|gap| Some((gap.start, file.get(gap)?.to_vec())))
            .collect();
        let header = Header { skinwidth: 0, skinheight: 0, ..*header };
        Self(Some(Box::new(StoredArrangement { header, length: file.len(), filler })))
    }

    /// Returns the stored arrangement; `None` if it is canonical.
    pub(crate) fn stored(&self) -> Option<&StoredArrangement> {
        self.0.as_deref()
    }

    /// Returns the bytes after the last section.
    pub(crate) fn trailing(&self) -> &[u8] {
        let last = self.0.as_ref().and_then(|stored| {
            let (offset, bytes) = stored.filler.last()?;
            (offset.saturating_add(bytes.len()) == stored.length).then_some(bytes)
        });
        last.map_or(&[], Vec::as_slice)
    }
}

impl StoredArrangement {
    /// Whether the sections share bytes.
    pub(crate) fn overlaps(&self) -> bool {
        let ranges = record_ranges(&self.header, self.length);
        ranges.iter().zip(ranges.iter().skip(1)).any(|(a, b)| a.end > b.start)
    }
}

/// Returns the byte ranges that the header and the records take in a file of `length` bytes, in ascending order.
fn record_ranges(header: &Header, length: usize) -> Vec<Range<usize>> {
    let sections = Section::ALL.into_iter().map(|section| Extent::new(header, section));
    let mut ranges = Vec::from([Range { start: 0, end: Header::BYTES }]);
    ranges.extend(sections.flat_map(|extent| extent.ranges(length)).filter(|range| !range.is_empty()));
    ranges.sort_unstable_by_key(|range| range.start);
    ranges
}

/// Returns the gaps between sorted `ranges` in a file of `length` bytes.
fn gaps(ranges: Vec<Range<usize>>, length: usize) -> impl Iterator<Item = Range<usize>> {
    let end = length..length;
    let mut covered = 0;
    ranges.into_iter().chain([end]).filter_map(move |range| {
        let gap = covered..range.start;
        covered = covered.max(range.end);
        (!gap.is_empty()).then_some(gap)
    })
}
