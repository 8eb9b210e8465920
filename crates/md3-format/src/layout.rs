//! The file layout: the order and offsets of the lists, and the bytes between them.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use md2_common::file_layout::{self, Gap};

use crate::extent::{Extent, offset, unsigned};
use crate::location::List;
use crate::raw::{Frame, Header, Name, SurfaceHeader};
use crate::view::Md3;

/// The layout of a model's file.
///
/// The default is the canonical layout: frames, tags and surfaces without gaps, and in each surface triangles,
/// shaders, texture coordinates and vertices. For a file with another layout, this type stores the offsets, the
/// unused header fields, the meaningless values (such as the offset of an empty list), and the bytes that belong to no
/// list. An unedited model is therefore written as the same file.
///
/// If an edit changes a count, the stored offsets are no longer valid. The model is then written in the canonical
/// layout, and the bytes that followed the last list are appended. Assign the default to always write the canonical
/// layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout(Option<Box<StoredLayout>>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredLayout {
    /// The file's header, but without name and flags, because the model stores them.
    pub(crate) header: Header,
    pub(crate) surfaces: Vec<SurfaceHeader>,
    pub(crate) length: usize,
    pub(crate) filler: Vec<Gap>,
}

impl Layout {
    /// Returns the layout of a file. `canonical` is the canonical layout of its content.
    pub(crate) fn new(view: &Md3<'_>, canonical: Option<&StoredLayout>) -> Self {
        let surfaces = view.surfaces.iter();
        let mut stored = StoredLayout {
            header: Header { name: Name::default(), flags: 0, ..view.header },
            surfaces: surfaces
                .map(|surface| SurfaceHeader { name: Name::default(), flags: 0, ..surface.header })
                .collect(),
            length: view.file.len(),
            filler: Vec::new(),
        };
        if canonical == Some(&stored) {
            return Self(None);
        }
        stored.filler = file_layout::gaps(view.file, stored.ranges());
        Self(Some(Box::new(stored)))
    }

    pub(crate) fn stored(&self) -> Option<&StoredLayout> {
        self.0.as_deref()
    }

    pub(crate) fn trailing(&self) -> &[u8] {
        self.stored().map_or(&[], |stored| file_layout::trailing(&stored.filler, stored.length))
    }
}

impl StoredLayout {
    pub(crate) fn overlaps(&self) -> bool {
        file_layout::overlap(self.ranges())
    }

    pub(crate) fn surface_starts(&self) -> impl Iterator<Item = usize> {
        let mut next = unsigned(self.header.ofs_surfaces);
        self.surfaces.iter().map(move |surface| {
            let start = next;
            next = start.saturating_add(unsigned(surface.ofs_end));
            offset(start)
        })
    }

    fn ranges(&self) -> Vec<Range<usize>> {
        let mut ranges = Vec::from([Range { start: 0, end: Header::BYTES }]);
        let frames = self.header.frames();
        let stride = self.header.frame_stride(self.length);
        if stride == size_of::<Frame>() {
            ranges.push(range(frames));
        } else {
            let starts = (offset(frames.start)..).step_by(stride).take(offset(frames.count));
            ranges.extend(starts.map(|start| start..start.saturating_add(size_of::<Frame>())));
        }
        ranges.push(range(self.header.tags()));
        for (header, start) in self.surfaces.iter().zip(self.surface_starts()) {
            ranges.push(start..start.saturating_add(SurfaceHeader::BYTES));
            ranges.extend(List::OF_SURFACE.map(|list| range(header.list(list, start as u64))));
        }
        ranges
    }
}

fn range(extent: Extent) -> Range<usize> {
    // The offset of an empty list may be anywhere.
    if extent.count == 0 { 0..0 } else { offset(extent.start)..offset(extent.end()) }
}
