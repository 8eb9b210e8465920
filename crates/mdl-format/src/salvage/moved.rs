//! Reading of a file in which bytes are missing or extra at one place.

use alloc::vec::Vec;
use core::ops::Range;

use md2_common::salvage::uncertain;
use zerocopy::FromBytes;

use super::sense::{self, Judge};
use super::{Piece, Plan, dropped};
use crate::grammar::pose_bytes;
use crate::location::Section;
use crate::raw::{Header, St, Triangle};

const SECTIONS: [Section; 4] = [Section::Skins, Section::St, Section::Triangles, Section::Frames];

/// The offsets of all records of a file without groups.
pub(super) struct Layout {
    /// For each section, the number of its records and the size of a record in bytes.
    sections: [(u64, u64); 4],
}

impl Layout {
    /// Computes the layout from a header. `None` if a count is negative.
    pub(super) fn new(header: &Header) -> Option<Self> {
        let count = |number: i32| u64::try_from(number).ok();
        let vertices = count(header.numverts)?;
        let texels = count(header.skinwidth)?.saturating_mul(count(header.skinheight)?);
        let pose = pose_bytes(usize::try_from(vertices).ok()?);
        let sections = [
            (count(header.numskins)?, texels.saturating_add(4)),
            (vertices, size_of::<St>() as u64),
            (count(header.numtris)?, size_of::<Triangle>() as u64),
            (count(header.numframes)?, pose.saturating_add(4)),
        ];
        Some(Self { sections })
    }

    /// Returns the offset of the end of the last frame.
    pub(super) fn end(&self) -> u64 {
        let bytes = self.sections.iter().map(|(count, bytes)| count.saturating_mul(*bytes));
        bytes.fold(Header::BYTES as u64, u64::saturating_add)
    }

    fn count(&self) -> u64 {
        self.sections.iter().fold(0, |sum, (count, _)| sum.saturating_add(*count))
    }

    /// Returns the section of a record, and the byte range of the record. `index` counts the records of all sections
    /// together.
    fn record(&self, mut index: u64) -> Option<(Section, Range<u64>)> {
        let mut start = Header::BYTES as u64;
        for (section, (count, bytes)) in SECTIONS.into_iter().zip(self.sections) {
            if index < count {
                let start = start.saturating_add(index.saturating_mul(bytes));
                return Some((section, start..start.saturating_add(bytes)));
            }
            index = index.saturating_sub(count);
            start = start.saturating_add(count.saturating_mul(bytes));
        }
        None
    }
}

struct Reader<'a> {
    content: &'a [u8],
    header: Header,
    layout: Layout,
    judge: Judge,
}

impl<'a> Reader<'a> {
    /// Returns the section, the offset and the bytes of a record that has moved by `shift` bytes. `None` if the bytes
    /// are not plausible.
    fn record(&self, index: u64, shift: i64) -> Option<(Section, usize, &'a [u8])> {
        let (section, range) = self.layout.record(index)?;
        let at = |offset: u64| usize::try_from(offset.checked_add_signed(shift)?).ok();
        let (start, end) = (at(range.start)?, at(range.end)?);
        let bytes = self.content.get(start..end).filter(|_| start >= Header::BYTES)?;
        let is_plausible = match section {
            Section::Skins => bytes.starts_with(&[0; 4]),
            Section::St => St::read_from_bytes(bytes)
                .is_ok_and(|st| sense::is_st(&st, [self.header.skinwidth, self.header.skinheight])),
            Section::Triangles => Triangle::read_from_bytes(bytes).is_ok_and(|triangle| {
                matches!(triangle.facesfront(), 0 | 1) && sense::has_vertices(&triangle, self.judge.vertices)
            }),
            // The bytes of other records can look like a frame without a name, so a name is required.
            Section::Frames => self.judge.is_frame(bytes) && bytes.get(12) != Some(&0),
        };
        is_plausible.then_some((section, start, bytes))
    }
}

/// Reads the records before and after the missing or extra bytes. `None` if no bytes are missing or extra, or if the
/// records after them are not at the expected offsets.
pub(super) fn read_moved(content: &[u8], header: Header) -> Option<Plan<'_>> {
    let layout = Layout::new(&header)?;
    let shift = i64::try_from(content.len()).ok()?.checked_sub_unsigned(layout.end())?;
    let judge = Judge { vertices: usize::try_from(header.numverts).ok()?, trusts_bounds: true };
    let reader = Reader { content, header, layout, judge };
    let count = reader.layout.count();
    let lost = uncertain(count, |i| reader.record(i, 0).is_some(), |i| reader.record(i, shift).is_some());
    if shift == 0 || lost.end == count {
        // No record after the damage is at the expected offset.
        return None;
    }
    let (st, triangles) = (Vec::new(), Vec::new());
    let (skins, frames, repairs) = (Vec::new(), Vec::new(), Vec::new());
    let mut plan = Plan { header, skins, st, triangles, frames, repairs, loss: 0 };
    let mut first = 0_u64;
    for (section, (count, _)) in SECTIONS.into_iter().zip(reader.layout.sections) {
        let end = first.checked_add(count)?;
        let local = |index: u64| usize::try_from(index.saturating_sub(first)).ok();
        let (before, after) = (first..end.min(lost.start), first.max(lost.end)..end);
        let records = before.map(|i| (i, 0)).chain(after.map(|i| (i, shift)));
        for (index, shift) in records {
            plan.add(local(index)?, reader.record(index, shift)?)?;
        }
        let lost = first.max(lost.start)..end.min(lost.end);
        if lost.start < lost.end {
            let count = local(first.checked_add(lost.end)?.checked_sub(lost.start)?)?;
            let (_, range) = reader.layout.record(lost.start)?;
            plan.loss = plan.loss.checked_add(count)?;
            let offset = usize::try_from(range.start).ok()?.min(content.len());
            plan.repairs.push(dropped(section, local(lost.start)?, count, offset));
        }
        first = end;
    }
    Some(plan)
}

impl<'a> Plan<'a> {
    fn add(&mut self, index: usize, (section, _, bytes): (Section, usize, &'a [u8])) -> Option<()> {
        match section {
            Section::Skins => self.skins.push(Piece { bytes, is_retyped: false }),
            Section::St => self.st.push((index, St::read_from_bytes(bytes).ok()?)),
            Section::Triangles => self.triangles.push((index, Triangle::read_from_bytes(bytes).ok()?)),
            Section::Frames => self.frames.push(Piece { bytes, is_retyped: false }),
        }
        Some(())
    }
}
