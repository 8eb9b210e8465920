//! Blocks of a file. A block is a header and the lists between this header and the next one.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use md2_common::salvage::uncertain;

/// The offset, the record size and the record count of a list.
#[derive(Clone, Copy)]
pub(super) struct Records {
    /// Offset of the list in the file.
    pub(super) start: u64,
    /// Size of a record in bytes. All vertices of a surface in a frame, or all tags of a frame, are one record.
    pub(super) bytes: u64,
    pub(super) count: u64,
}

impl Records {
    fn end(&self) -> u64 {
        self.start.saturating_add(self.bytes.saturating_mul(self.count))
    }
}

/// Whether the lists fill the bytes from `start` to `end` without gaps and overlaps.
pub(super) fn is_tiled(lists: &[Records], start: u64, end: u64) -> bool {
    let mut used: Vec<_> = lists.iter().filter(|list| list.end() > list.start).collect();
    used.sort_by_key(|list| list.start);
    used.iter().try_fold(start, |at, list| (list.start == at).then(|| list.end())) == Some(end)
}

/// Whether lists overlap each other or the header before them.
pub(super) fn has_overlap(lists: &[Records], start: u64) -> bool {
    let mut used: Vec<_> = lists.iter().filter(|list| list.end() > list.start).collect();
    used.sort_by_key(|list| list.start);
    used.iter().try_fold(start, |at, list| (list.start >= at).then(|| list.end())).is_none()
}

/// Finds the wrong number in a header whose lists do not fill the bytes from `start` to `end`. `with` returns the
/// header with another value in a field, `lists` returns the lists that a header defines, and `fits` returns whether a
/// header is valid apart from its lists. The offsets in the header are relative to `base`.
///
/// Returns the field and the repaired header. `None` unless there is exactly one header that fits.
pub(super) fn mend<H: Copy + PartialEq, F: Copy>(
    fields: &[(F, &'static str)],
    (base, start, end): (u64, u64, u64),
    with: impl Fn(F, i32) -> H,
    lists: impl Fn(&H) -> Vec<Records>,
    fits: impl Fn(&H) -> bool,
) -> Option<(F, H)> {
    let mut found: Option<(F, H)> = None;
    for &(field, name) in fields {
        let number = |value: u64| i32::try_from(value).ok();
        let size = |value| {
            let sizes =
                lists(&with(field, value)).into_iter().map(|list| list.end().saturating_sub(list.start));
            sizes.fold(0, u64::saturating_add)
        };
        let mut values = Vec::new();
        if name.starts_with("ofs_") {
            values.extend(number(start.saturating_sub(base)));
            let ends = lists(&with(field, 0)).into_iter().map(|list| list.end()).chain([end]);
            values.extend(ends.filter_map(|end| number(end.checked_sub(base)?)));
        } else {
            // The size of the lists depends linearly on each count, so the fitting count can be computed.
            let (none, one) = (size(0), size(1));
            let room = end.checked_sub(start).and_then(|room| room.checked_sub(none));
            let each = one.saturating_sub(none);
            values.extend(
                room.filter(|room| each > 0 && room.is_multiple_of(each))
                    .and_then(|room| number(room.checked_div(each)?)),
            );
        }
        for header in values.into_iter().map(|value| with(field, value)) {
            if fits(&header) && is_tiled(&lists(&header), start, end) {
                match found {
                    Some((_, other)) if other != header => return None,
                    _ => found = Some((field, header)),
                }
            }
        }
    }
    found
}

/// The records of a block in which bytes may be missing or extra.
pub(super) struct Block<'a> {
    file: &'a [u8],
    lists: Vec<Records>,
    /// The indices of the lists in the order of the file.
    order: Vec<usize>,
    /// The records that may contain the missing or extra bytes, so that their offsets are not known. They are counted
    /// through all lists in the order of the file.
    lost: Range<u64>,
    shift: i64,
}

impl<'a> Block<'a> {
    /// Finds the records of a block. According to its header, the block ends at `end`, but it was found to end at
    /// `found_end`. `is_plausible` tests a record: it gets the list, the bytes, and the index of the record in the
    /// list.
    pub(super) fn new(
        file: &'a [u8],
        mut lists: Vec<Records>,
        (end, found_end): (u64, u64),
        is_plausible: impl Fn(usize, &[u8], u64) -> bool,
    ) -> Option<Self> {
        // Records of 0 bytes have no place, so their lists are treated as empty.
        lists.iter_mut().filter(|list| list.bytes == 0).for_each(|list| list.count = 0);
        let file = file.get(..usize::try_from(found_end).ok()?)?;
        let mut order: Vec<usize> = (0..lists.len()).collect();
        order.sort_by_key(|&list| lists.get(list).map_or(0, |list| list.start));
        let shift = i64::try_from(found_end).ok()?.checked_sub_unsigned(end)?;
        let count = lists.iter().map(|list| list.count).fold(0, u64::saturating_add);
        let mut block = Self { file, lists, order, lost: count..count, shift };
        if shift != 0 {
            let is_at = |index: u64, shift: i64| {
                let record =
                    block.nth(index).and_then(|(list, i)| Some((list, block.bytes(list, i, shift)?, i)));
                record.is_some_and(|(list, bytes, i)| is_plausible(list, bytes, i))
            };
            block.lost = uncertain(count, |i| is_at(i, 0), |i| is_at(i, shift));
        }
        Some(block)
    }

    /// Returns the list of a record, and the index of the record in this list. `index` counts the records of all
    /// lists.
    fn nth(&self, mut index: u64) -> Option<(usize, u64)> {
        for &list in &self.order {
            let count = self.lists.get(list)?.count;
            if index < count {
                return Some((list, index));
            }
            index = index.saturating_sub(count);
        }
        None
    }

    fn bytes(&self, list: usize, index: u64, shift: i64) -> Option<&'a [u8]> {
        let Records { start, bytes, .. } = *self.lists.get(list)?;
        let start = start.checked_add(index.checked_mul(bytes)?)?.checked_add_signed(shift)?;
        let start = usize::try_from(start).ok()?;
        self.file.get(start..start.checked_add(usize::try_from(bytes).ok()?)?)
    }

    /// Returns a description of the missing or extra bytes. `None` if they affect no record.
    pub(super) fn torn(&self) -> Option<String> {
        let kind = if self.shift < 0 { "missing" } else { "extra" };
        (!self.lost.is_empty()).then(|| format!("{} bytes are {kind}", self.shift.unsigned_abs()))
    }

    /// Returns the bytes of a record. `None` if its offset is not known, or if the record is not completely inside the
    /// file.
    pub(super) fn record(&self, list: usize, index: u64) -> Option<&'a [u8]> {
        let before = self.order.iter().take_while(|&&other| other != list);
        let before = before.filter_map(|&other| self.lists.get(other)).map(|list| list.count);
        let nth = before.fold(index, u64::saturating_add);
        let shift = if nth >= self.lost.end { self.shift } else { 0 };
        self.bytes(list, index, shift).filter(|_| !self.lost.contains(&nth))
    }

    /// Returns the bytes of all records of a list, up to the first record that is beyond the end of the file.
    pub(super) fn records(&self, list: usize) -> Vec<Option<&'a [u8]>> {
        let Some(&Records { start, bytes, count }) = self.lists.get(list) else { return Vec::new() };
        let room = (self.file.len() as u64).saturating_sub(start).checked_div(bytes).unwrap_or(0);
        (0..count.min(room.saturating_add(1))).map(|index| self.record(list, index)).collect()
    }
}
