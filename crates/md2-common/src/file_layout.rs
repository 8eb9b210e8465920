//! Functions for writing a file whose records keep their offsets.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::vec::Vec;
use core::ops::Range;

use crate::record::Record;

/// Bytes that belong to no record, with their offset in the file.
pub type Gap = (usize, Vec<u8>);

/// Returns the bytes of `file` that are in none of `ranges`, in ascending order of offsets.
///
/// ```
/// let gaps = md2_common::file_layout::gaps(b"abcdef", vec![4..5, 0..2, 1..3]);
/// assert_eq!(gaps, [(3, b"d".to_vec()), (5, b"f".to_vec())]);
/// ```
pub fn gaps(file: &[u8], mut ranges: Vec<Range<usize>>) -> Vec<Gap> {
    ranges.retain(|range| !range.is_empty());
    ranges.sort_unstable_by_key(|range| range.start);
    let end = file.len()..file.len();
    let mut covered = 0;
    let gaps = ranges.into_iter().chain([end]).filter_map(|range| {
        let start = covered;
        covered = start.max(range.end);
        let gap = file.get(start..range.start).filter(|gap| !gap.is_empty())?;
        Some((start, gap.to_vec()))
    });
    gaps.collect()
}

/// Whether two of `ranges` have a byte in common.
pub fn overlap(mut ranges: Vec<Range<usize>>) -> bool {
    ranges.retain(|range| !range.is_empty());
    ranges.sort_unstable_by_key(|range| range.start);
    ranges.iter().zip(ranges.iter().skip(1)).any(|(a, b)| a.end > b.start)
}

/// Returns the bytes after the last record of a file of `length` bytes, if the last of `gaps` reaches the end.
pub fn trailing(gaps: &[Gap], length: usize) -> &[u8] {
    match gaps.last() {
        Some((offset, bytes)) if offset.saturating_add(bytes.len()) == length => bytes,
        _ => &[],
    }
}

/// A file of known length, whose records are written at their offsets.
///
/// Records in ascending order of offsets are appended. This is faster than clearing the memory of the file first. Bytes that no record
/// covers are 0.
///
/// ```
/// let mut file = md2_common::file_layout::FileWriter::new(6);
/// assert_eq!(file.put(1, &[7_u16]), Some(3));
/// assert_eq!(file.put(2, &[9_u8]), Some(3));
/// assert_eq!(file.put(5, &[7_u16]), None);
/// assert_eq!(file.into_bytes(), [0, 7, 9, 0, 0, 0]);
/// ```
#[derive(Clone, Debug)]
pub struct FileWriter {
    /// The bytes up to the end of the last record.
    bytes: Vec<u8>,
    length: usize,
}

impl FileWriter {
    /// Creates a file of `length` bytes.
    pub fn new(length: usize) -> Self {
        Self { bytes: Vec::with_capacity(length), length }
    }

    /// Writes `records` at `offset` and returns the offset after them; `None` if they do not fit into the file. Without records, `offset`
    /// may be outside the file.
    pub fn put<T: Record>(&mut self, offset: usize, records: &[T]) -> Option<usize> {
        let bytes = T::bytes_of(records);
        let end = offset.checked_add(bytes.len())?;
        if bytes.is_empty() {
            return Some(end);
        }
        if end > self.length {
            return None;
        }
        self.bytes.resize(self.bytes.len().max(offset), 0);
        let (over, after) = bytes.split_at_checked(self.bytes.len().min(end).checked_sub(offset)?)?;
        self.bytes.get_mut(offset..)?.get_mut(..over.len())?.copy_from_slice(over);
        self.bytes.extend_from_slice(after);
        Some(end)
    }

    /// Writes a record, as [`put`](Self::put) does.
    pub fn put_record<T: Record>(&mut self, offset: usize, record: T) -> Option<usize> {
        self.put(offset, &[record])
    }

    /// Returns the bytes of the file.
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.bytes.resize(self.length, 0);
        self.bytes
    }
}
