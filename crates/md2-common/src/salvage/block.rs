//! Lists of records that follow each other in a file. At one place in these lists, bytes may be missing or extra.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The offset, the record size and the record count of a list.
#[derive(Clone, Copy, Debug)]
pub struct RecordList {
    /// Offset of the list in the file.
    pub start: u64,
    /// Size of a record in bytes.
    pub bytes: u64,
    /// Number of records.
    pub count: u64,
}

impl RecordList {
    /// Returns the offset of record `index`.
    pub const fn record(&self, index: u64) -> u64 {
        self.start.saturating_add(self.bytes.saturating_mul(index))
    }

    /// Returns the offset of the end of the last record.
    pub const fn end(&self) -> u64 {
        self.record(self.count)
    }
}

/// Returns the record count at which all records together have a size of exactly `bytes`; `None` if no count gives this
/// size. `size` returns the size in bytes for a count, and must be a linear function.
pub fn fitting_count(bytes: u64, size: impl Fn(i32) -> Option<u64>) -> Option<i32> {
    let none = size(0)?;
    let (room, each) = (bytes.checked_sub(none)?, size(1)?.checked_sub(none)?);
    i32::try_from(room.checked_div(each).filter(|_| room.is_multiple_of(each))?).ok()
}

/// Returns the range of records that missing or extra bytes at one unknown place may affect. `in_place` and `moved`
/// test whether a record is plausible at its original offset and at the offset shifted by these bytes.
pub fn lost_records(count: u64, in_place: impl Fn(u64) -> bool, moved: impl Fn(u64) -> bool) -> Range<u64> {
    let Some(first) = (0..count).find(|&nth| !in_place(nth)) else { return count..count };
    let end = (0..count).rev().find(|&nth| !moved(nth)).map_or(0, |last| last.saturating_add(1));
    // The damage may be inside a record that is plausible at both offsets.
    first.min(end.saturating_sub(1))..first.max(end)
}

/// Lists of records in a damaged file. Bytes are missing or extra at one unknown place in these lists. All records
/// before the place are at their offsets, and all records after the place have moved by the same distance.
///
/// ```
/// use md2_common::salvage::{Block, RecordList};
///
/// // Four records of two equal bytes, of which one byte is missing.
/// let pairs = |file: &'static [u8]| {
///     let list = RecordList { start: 0, bytes: 2, count: 4 };
///     Block::new(file, vec![list], (8, file.len() as u64), |_, bytes, _| bytes[0] == bytes[1]).unwrap()
/// };
/// let block = pairs(b"aabbcdd");
/// assert_eq!(block.lost(0), 2..3);
/// assert_eq!(block.known(0).collect::<Vec<_>>(), [(0, &b"aa"[..]), (1, b"bb"), (3, b"dd")]);
/// // If all pairs are alike, only the last one is certain.
/// assert_eq!(pairs(b"aaaaaaa").lost(0), 0..3);
/// ```
#[derive(Clone, Debug)]
pub struct Block<'a> {
    file: &'a [u8],
    lists: Vec<RecordList>,
    order: Vec<usize>,
    /// The records that may contain the missing or extra bytes, and whose offsets are therefore not known. The range
    /// counts the records of all lists in the order of the file.
    lost: Range<u64>,
    shift: i64,
}

impl<'a> Block<'a> {
    /// Finds the records of a block. According to its header, the block ends at `end`, but in the file it ends at
    /// `found_end`. `is_plausible` tests a record: it gets the list, the bytes, and the index of the record in the
    /// list.
    pub fn new(
        file: &'a [u8],
        mut lists: Vec<RecordList>,
        (end, found_end): (u64, u64),
        is_plausible: impl Fn(usize, &[u8], u64) -> bool,
    ) -> Option<Self> {
        // Records of 0 bytes take no space, so their lists are treated as empty.
        lists.iter_mut().filter(|list| list.bytes == 0).for_each(|list| list.count = 0);
        let file = file.get(..usize::try_from(found_end).ok()?)?;
        let mut order: Vec<usize> = (0..lists.len()).collect();
        order.sort_by_key(|&list| lists.get(list).map_or(0, |list| list.start));
        let shift = i64::try_from(found_end).ok()?.checked_sub_unsigned(end)?;
        let count = lists.iter().map(|list| list.count).fold(0, u64::saturating_add);
        let mut block = Self { file, lists, order, lost: count..count, shift };
        if shift != 0 {
            let is_at = |nth: u64, shift: i64| {
                let record =
                    block.nth(nth).and_then(|(list, i)| Some((list, block.bytes(list, i, shift)?, i)));
                record.is_some_and(|(list, bytes, i)| is_plausible(list, bytes, i))
            };
            block.lost = lost_records(count, |nth| is_at(nth, 0), |nth| is_at(nth, shift));
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
        let (list, first) = (self.lists.get(list)?, self.lists.get(*self.order.first()?)?);
        let start = list.record(index).checked_add_signed(shift).filter(|&start| start >= first.start)?;
        let start = usize::try_from(start).ok()?;
        self.file.get(start..start.checked_add(usize::try_from(list.bytes).ok()?)?)
    }

    /// Describes the missing or extra bytes in a text; `None` if they affect no record.
    pub fn torn(&self) -> Option<String> {
        let kind = if self.shift < 0 { "missing" } else { "extra" };
        (!self.lost.is_empty()).then(|| format!("{} bytes are {kind}", self.shift.unsigned_abs()))
    }

    /// Returns the indices of the records of a list that the missing or extra bytes may affect.
    pub fn lost(&self, list: usize) -> Range<u64> {
        let count = |list: usize| self.lists.get(list).map_or(0, |list| list.count);
        let before = self.order.iter().take_while(|&&other| other != list).map(|&other| count(other));
        let first = before.fold(0, u64::saturating_add);
        let local = |nth: u64| nth.saturating_sub(first).min(count(list));
        local(self.lost.start)..local(self.lost.end)
    }

    /// Returns the records of a list whose offsets are known and inside the file, each with its index.
    pub fn known(&self, list: usize) -> impl Iterator<Item = (usize, &'a [u8])> {
        let (lost, count) = (self.lost(list), self.lists.get(list).map_or(0, |list| list.count));
        let record =
            move |index, shift| Some((usize::try_from(index).ok()?, self.bytes(list, index, shift)?));
        let in_place = (0..lost.start).map_while(move |index| record(index, 0));
        in_place.chain((lost.end..count).map_while(move |index| record(index, self.shift)))
    }

    /// Returns the bytes of all records of a list, up to the first record that is beyond the end of the file. `None`
    /// for a record whose offset is not known.
    pub fn records(&self, list: usize) -> Vec<Option<&'a [u8]>> {
        let Some(&RecordList { start, bytes, count }) = self.lists.get(list) else { return Vec::new() };
        let room = (self.file.len() as u64).saturating_sub(start).checked_div(bytes).unwrap_or(0);
        let mut records = vec![None; usize::try_from(count.min(room.saturating_add(1))).unwrap_or(0)];
        for (index, bytes) in self.known(list) {
            records.get_mut(index).into_iter().for_each(|record| *record = Some(bytes));
        }
        records
    }
}
