//! The file layout: the order and offsets of the sections, and the bytes between them.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use crate::raw::Header;
use crate::section::{Extent, Section};

/// The layout of a model's file.
///
/// The default is the canonical layout: skins, skin coordinates, triangles, frames and OpenGL commands, without gaps.
/// For a file with another layout, this type stores the offsets, the meaningless values (such as the offset of an
/// empty section), and the bytes that belong to no section. An unedited model is therefore written as the same file.
///
/// If an edit changes a count, the stored offsets are no longer valid. The model is then written in the canonical
/// layout, and the bytes that followed the last section are appended. Assign the default to always write the
/// canonical layout:
///
/// ```
/// # let mut model = md2_format::Model::default();
/// model.layout = Default::default();
/// assert!(model.layout.is_canonical());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout(Option<Box<StoredLayout>>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredLayout {
    /// The file's header, but with the skin size 0 x 0, because the model stores the skin size.
    pub(crate) header: Header,
    pub(crate) length: usize,
    /// The offset and content of each gap (bytes that belong to no section), in ascending order of offsets.
    pub(crate) filler: Vec<(usize, Vec<u8>)>,
}

impl Layout {
    /// Whether the layout is canonical, without bytes between or after the sections.
    #[must_use]
    pub fn is_canonical(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn from_file(header: &Header, file: &[u8]) -> Self {
        let filler = gaps(record_ranges(header, file.len()), file.len())
            .filter_map(|gap| Some((gap.start, file.get(gap)?.to_vec())))
            .collect();
        let header = Header { skinwidth: 0, skinheight: 0, ..*header };
        Self(Some(Box::new(StoredLayout { header, length: file.len(), filler })))
    }

    /// Returns the stored layout; `None` if the layout is canonical.
    pub(crate) fn stored(&self) -> Option<&StoredLayout> {
        self.0.as_deref()
    }

    pub(crate) fn trailing(&self) -> &[u8] {
        let last = self.0.as_ref().and_then(|stored| {
            let (offset, bytes) = stored.filler.last()?;
            (offset.saturating_add(bytes.len()) == stored.length).then_some(bytes)
        });
        last.map_or(&[], Vec::as_slice)
    }
}

impl StoredLayout {
    pub(crate) fn overlaps(&self) -> bool {
        let ranges = record_ranges(&self.header, self.length);
        ranges.iter().zip(ranges.iter().skip(1)).any(|(a, b)| a.end > b.start)
    }
}

fn record_ranges(header: &Header, length: usize) -> Vec<Range<usize>> {
    let sections = Section::ALL.into_iter().map(|section| Extent::new(header, section));
    let mut ranges = Vec::from([Range { start: 0, end: Header::BYTES }]);
    ranges.extend(sections.flat_map(|extent| extent.ranges(length)).filter(|range| !range.is_empty()));
    ranges.sort_unstable_by_key(|range| range.start);
    ranges
}

fn gaps(ranges: Vec<Range<usize>>, length: usize) -> impl Iterator<Item = Range<usize>> {
    let end = length..length;
    let mut covered = 0;
    ranges.into_iter().chain([end]).filter_map(move |range| {
        let gap = covered..range.start;
        covered = covered.max(range.end);
        (!gap.is_empty()).then_some(gap)
    })
}
