//! The file layout: the order and offsets of the sections, and the bytes between them.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use md2_common::file_layout::{self, Gap};

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
    pub(crate) filler: Vec<Gap>,
}

impl Layout {
    /// Whether the layout is canonical, without bytes between or after the sections.
    pub fn is_canonical(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn from_file(header: &Header, file: &[u8]) -> Self {
        let filler = file_layout::gaps(file, record_ranges(header, file.len()));
        let header = Header { skinwidth: 0, skinheight: 0, ..*header };
        Self(Some(Box::new(StoredLayout { header, length: file.len(), filler })))
    }

    /// Returns the stored layout; `None` if the layout is canonical.
    pub(crate) fn stored(&self) -> Option<&StoredLayout> {
        self.0.as_deref()
    }

    pub(crate) fn trailing(&self) -> &[u8] {
        self.stored().map_or(&[], |stored| file_layout::trailing(&stored.filler, stored.length))
    }
}

impl StoredLayout {
    pub(crate) fn overlaps(&self) -> bool {
        file_layout::overlap(record_ranges(&self.header, self.length))
    }
}

fn record_ranges(header: &Header, length: usize) -> Vec<Range<usize>> {
    let sections = Section::ALL.into_iter().map(|section| Extent::new(header, section));
    let mut ranges = Vec::from([Range { start: 0, end: Header::BYTES }]);
    ranges.extend(sections.flat_map(|extent| extent.ranges(length)));
    ranges
}
