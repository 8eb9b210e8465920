//! Wrong numbers in headers.

use md2_common::layout::{FileLayout, List, Part};

use crate::record::int;
use crate::repair::Repair;

/// The maximum number of values that are compared with the records of the file.
const MOST: usize = 24;

/// Another value for a number in a header.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OtherNumber {
    name: &'static str,
    at: usize,
    found: i32,
    used: i32,
}

impl OtherNumber {
    /// Returns the file with this value.
    pub(crate) fn put_into(&self, file: &[u8]) -> Option<Vec<u8>> {
        let mut file = file.to_vec();
        file.get_mut(self.at..)?.first_chunk_mut::<4>()?.copy_from_slice(&self.used.to_le_bytes());
        Some(file)
    }

    pub(crate) fn repair(&self) -> Repair {
        Repair::number(self.name, self.at, self.found, self.used)
    }
}

/// Whether the lists fill the file from the header to its end, without gaps.
fn is_tiled(parts: &[Part], length: usize) -> bool {
    let lists = parts.iter().flat_map(|part| &part.lists).filter(|list| list.count > 0 && list.stride > 0);
    let mut ranges: Vec<_> = lists.map(|list| (list.start, list.end())).collect();
    ranges.extend(parts.iter().map(|part| (part.start, part.start + part.header_bytes)));
    ranges.sort_unstable();
    ranges.iter().try_fold(0, |end, &(start, next)| (start == end).then_some(next)) == Some(length)
}

/// Returns the other values of numbers with which the lists fill the file from the header to its end.
pub(crate) fn other_numbers(layout: &FileLayout, file: &[u8]) -> Vec<OtherNumber> {
    let Some(parts) = (layout.parts)(file) else { return Vec::new() };
    let numbers = parts.iter().flat_map(|part| part.numbers.iter().map(move |number| (part, number)));
    let others = numbers.flat_map(|(part, number)| {
        let at = part.start + number.at;
        let with = |used| OtherNumber { name: number.name, at, found: int(file, at).unwrap_or(0), used };
        let parts_with = |used| (layout.parts)(&with(used).put_into(file)?);
        let values = values(&parts, part, file.len(), parts_with).into_iter();
        let values = values.filter(move |&used| used != int(file, at).unwrap_or(used));
        let values =
            values.filter(|&used| parts_with(used).is_some_and(|parts| is_tiled(&parts, file.len())));
        values.map(with).collect::<Vec<_>>()
    });
    others.take(MOST).collect()
}

/// Returns the values of a number with which the file may be complete.
fn values(parts: &[Part], part: &Part, length: usize, with: impl Fn(i32) -> Option<Vec<Part>>) -> Vec<i32> {
    let size = |value| Some(total(&with(value)?));
    let mut values = Vec::new();
    // The size of all lists is a linear function of a count.
    if let (Some(none), Some(one)) = (size(0), size(1))
        && let Some(each) = one.checked_sub(none).filter(|&each| each > 0)
        && let Some(room) = length.checked_sub(none).filter(|room| room % each == 0)
    {
        values.extend(i32::try_from(room / each));
    }
    // An offset is the end of a header or of another list.
    let ends = parts.iter().flat_map(|part| &part.lists).map(List::end);
    let ends = ends.chain([part.start + part.header_bytes]);
    values.extend(ends.filter_map(|end| i32::try_from(end.checked_sub(part.start)?).ok()));
    values.sort_unstable();
    values.dedup();
    values
}

/// Returns the size of all headers and lists.
fn total(parts: &[Part]) -> usize {
    let lists = parts.iter().flat_map(|part| &part.lists);
    let lists = lists.map(|list| list.count.saturating_mul(list.stride));
    lists.chain(parts.iter().map(|part| part.header_bytes)).fold(0, usize::saturating_add)
}
