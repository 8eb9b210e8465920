//! Where the sections of a model lie in its file, and what lies between them.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use crate::raw::Header;
use crate::section::{Extent, Section};

/// How a model is arranged in its file.
///
/// The default is the canonical arrangement: skins, skin coordinates, triangles, frames, OpenGL commands, directly
/// one after the other. A model that was read from a file in any other arrangement remembers the offsets, the
/// values that mean nothing (such as the offset of an empty section), and the bytes that belong to no section, so
/// that it is written as it was.
///
/// As soon as an edit changes a count, the remembered offsets are of no use and the canonical arrangement is
/// written, followed by whatever followed the last section. To get that in any case, assign the default:
///
/// ```
/// # let mut model = md2_format::Model::default();
/// model.layout = Default::default();
/// assert!(model.layout.is_canonical());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout(Option<Box<Remembered>>);

/// The arrangement of a file that is not canonical.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Remembered {
    /// With a skin size of 0 x 0: the model has its own.
    pub(crate) header: Header,
    /// Bytes of the file.
    pub(crate) length: usize,
    /// The bytes that belong to neither the header nor a section, by their offsets, in ascending order.
    pub(crate) filler: Vec<(usize, Vec<u8>)>,
}

impl Layout {
    /// Whether the model will be written in the canonical arrangement, without anything between or behind the
    /// sections.
    #[must_use]
    pub fn is_canonical(&self) -> bool {
        self.0.is_none()
    }

    /// The arrangement of a file that was read with this header.
    pub(crate) fn remember(header: &Header, file: &[u8]) -> Self {
        let filler = gaps(claimed(header, file.len()), file.len())
            .filter_map(|gap| Some((gap.start, file.get(gap)?.to_vec())))
            .collect();
        let header = Header { skinwidth: 0, skinheight: 0, ..*header };
        Self(Some(Box::new(Remembered { header, length: file.len(), filler })))
    }

    /// The arrangement that is not canonical, if it is one.
    pub(crate) fn remembered(&self) -> Option<&Remembered> {
        self.0.as_deref()
    }

    /// What follows the last section in the file.
    pub(crate) fn trailing(&self) -> &[u8] {
        let last = self.0.as_ref().and_then(|remembered| {
            let (offset, bytes) = remembered.filler.last()?;
            (offset.saturating_add(bytes.len()) == remembered.length).then_some(bytes)
        });
        last.map_or(&[], Vec::as_slice)
    }
}

impl Remembered {
    /// Whether the sections share bytes.
    pub(crate) fn overlaps(&self) -> bool {
        let claimed = claimed(&self.header, self.length);
        claimed.iter().zip(claimed.iter().skip(1)).any(|(a, b)| a.end > b.start)
    }
}

/// The parts of a file of `length` bytes that the header and the records of the sections take, in ascending order.
fn claimed(header: &Header, length: usize) -> Vec<Range<usize>> {
    let sections = Section::ALL.into_iter().map(|section| Extent::of(header, section));
    let mut ranges = Vec::from([Range { start: 0, end: Header::BYTES }]);
    ranges.extend(sections.flat_map(|extent| extent.ranges(length)).filter(|range| !range.is_empty()));
    ranges.sort_unstable_by_key(|range| range.start);
    ranges
}

/// What sorted `ranges` leave of a file of `length` bytes.
fn gaps(ranges: Vec<Range<usize>>, length: usize) -> impl Iterator<Item = Range<usize>> {
    let end = length..length;
    let mut covered = 0;
    ranges.into_iter().chain([end]).filter_map(move |range| {
        let gap = covered..range.start;
        covered = covered.max(range.end);
        (!gap.is_empty()).then_some(gap)
    })
}
