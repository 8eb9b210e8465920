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
#[must_use]
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
#[must_use]
pub fn overlap(mut ranges: Vec<Range<usize>>) -> bool {
    ranges.retain(|range| !range.is_empty());
    ranges.sort_unstable_by_key(|range| range.start);
    ranges.iter().zip(ranges.iter().skip(1)).any(|(a, b)| a.end > b.start)
}

/// Returns the bytes after the last record of a file of `length` bytes, if the last of `gaps` reaches the end.
#[must_use]
pub fn trailing(gaps: &[Gap], length: usize) -> &[u8] {
    match gaps.last() {
        Some((offset, bytes)) if offset.saturating_add(bytes.len()) == length => bytes,
        _ => &[],
    }
}

/// Writes `records` to `file` at `offset` and returns the offset after them; `None` if they do not fit. Without
/// records, `offset` may be outside the file.
pub fn put_records<T: Record>(file: &mut [u8], offset: usize, records: &[T]) -> Option<usize> {
    let end = offset.checked_add(size_of_val(records))?;
    if !records.is_empty() {
        T::write_all(records, file.get_mut(offset..end)?);
    }
    Some(end)
}
