//! Wrong numbers in headers.

use md2_common::layout::{FileLayout, Group, List, Part};

use crate::record::{count, int};
use crate::repair::Repair;

/// The maximum number of sets of numbers that are compared with the records of the file.
const MOST: usize = 16;

/// The greatest count that is tried without any sign in the file, because it may have groups.
const COUNTS: i32 = 1024;

/// Another value for a number in a header.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OtherNumber {
    name: &'static str,
    at: usize,
    found: i32,
    used: i32,
}

impl OtherNumber {
    pub(crate) fn repair(&self) -> Repair {
        Repair::number(self.name, self.at, self.found, self.used)
    }
}

/// Returns the number of places where the lists of a file do not follow each other without gaps.
fn contradictions(parts: &[Part], file: &[u8]) -> usize {
    let (length, mut ranges) = (file.len(), Vec::new());
    for part in parts {
        let mut extra = 0;
        for list in part.lists.iter().filter(|list| list.count > 0 && list.stride > 0) {
            let moved = if list.offset_at.is_none() { extra } else { 0 };
            let more = group_bytes(list, file, list.start.saturating_add(moved)).unwrap_or(0);
            extra = moved.saturating_add(more);
            ranges.push((list.start.saturating_add(moved), list.end().saturating_add(extra)));
        }
    }
    ranges.extend(parts.iter().map(|part| (part.start, part.start.saturating_add(part.header_bytes))));
    ranges.sort_unstable();
    ranges.push((length, length));
    let ends = ranges.iter().map(|range| range.1);
    ranges.iter().skip(1).zip(ends).filter(|((start, _), end)| start != end).count()
}

/// Returns the number of bytes by which the groups of a list exceed single records; `None` if the file has other records there.
fn group_bytes(list: &List, file: &[u8], start: usize) -> Option<usize> {
    let Some(Group { head }) = list.group else { return Some(0) };
    let (mut at, mut more) = (start, 0_usize);
    for _ in 0..list.count {
        let size = match int(file, at)? {
            0 => list.stride,
            1 => head.saturating_add(count(file, at.saturating_add(4))?.saturating_mul(list.stride)),
            _ => return None,
        };
        more = more.saturating_add(size.saturating_sub(list.stride));
        at = at.saturating_add(size);
    }
    Some(more)
}

/// Returns sets of other numbers with which the lists of a file follow each other at more places.
pub(crate) fn other_numbers(layout: &FileLayout, file: &[u8]) -> Vec<Vec<OtherNumber>> {
    /// The maximum number of wrong numbers.
    const NUMBERS: usize = 4;
    /// The maximum work of the search, in values of records.
    const WORK: usize = 1 << 23;
    let Some(parts) = (layout.parts)(file) else { return Vec::new() };
    let (mut sets, mut left) = (Vec::new(), WORK);
    for (contradictions, number) in better_numbers(layout, file, &parts, &mut left) {
        let (mut set, mut least) = (vec![number], contradictions);
        while set.len() < NUMBERS && least > 0 {
            let Some(file) = with_all(file, &set) else { break };
            let better = (layout.parts)(&file).map(|parts| better_numbers(layout, &file, &parts, &mut left));
            let Some((contradictions, number)) = better.and_then(|better| better.into_iter().next()) else {
                break;
            };
            set.push(number);
            least = contradictions;
        }
        sets.push((least, set));
    }
    sets.sort_by_key(|(contradictions, set)| (*contradictions, set.len()));
    sets.into_iter().map(|(_, set)| set).take(MOST).collect()
}

/// Returns the file with other numbers.
pub(crate) fn with_all(file: &[u8], numbers: &[OtherNumber]) -> Option<Vec<u8>> {
    let mut file = file.to_vec();
    for number in numbers {
        file.get_mut(number.at..)?.first_chunk_mut::<4>()?.copy_from_slice(&number.used.to_le_bytes());
    }
    Some(file)
}

/// Returns the single numbers with which there are fewer contradictions, each with their number, in ascending order. The search ends
/// early if no work is left: its cost grows with the square of the number of parts.
fn better_numbers(
    layout: &FileLayout,
    file: &[u8],
    parts: &[Part],
    left: &mut usize,
) -> Vec<(usize, OtherNumber)> {
    let now = contradictions(parts, file);
    let values_of = |part: &Part| {
        part.lists.iter().map(|list| list.values.len().saturating_add(1)).fold(0, usize::saturating_add)
    };
    let work = parts.iter().map(values_of).fold(file.len() / 1024, usize::saturating_add);
    let mut header = file.to_vec();
    let mut better = Vec::new();
    for (part, number) in parts.iter().flat_map(|part| part.numbers.iter().map(move |number| (part, number)))
    {
        let at = part.start.saturating_add(number.at);
        let Some(found) = int(file, at) else { continue };
        let mut parts_with = |value: i32| {
            header.get_mut(at..)?.first_chunk_mut::<4>()?.copy_from_slice(&value.to_le_bytes());
            (layout.parts)(&header)
        };
        let values = values(parts, part, (file.len(), found), &mut parts_with);
        let Some(rest) = left.checked_sub(work.saturating_mul(values.len().saturating_add(4))) else { break };
        *left = rest;
        for used in values {
            let left = parts_with(used).map(|parts| contradictions(&parts, file));
            if let Some(left) = left.filter(|&left| left < now && used != found) {
                better.push((left, OtherNumber { name: number.name, at, found, used }));
            }
        }
        parts_with(found);
    }
    better.sort_by_key(|(left, _)| *left);
    better
}

/// Returns the values of a number with which the file may be complete.
fn values(
    parts: &[Part],
    part: &Part,
    (length, found): (usize, i32),
    with: &mut impl FnMut(i32) -> Option<Vec<Part>>,
) -> Vec<i32> {
    let mut size = |value: i32| i64::try_from(total(&with(value)?)).ok();
    let mut values = Vec::new();
    // The size of all lists is a linear function of a count. It does not depend on counts below 0.
    let base = found.clamp(0, i32::MAX - 1);
    for base in [base, 0] {
        if let (Some(some), Some(more), Ok(length)) =
            (size(base), size(base.saturating_add(1)), i64::try_from(length))
            && let Some(count) = length.saturating_sub(some).checked_div(more.saturating_sub(some))
        {
            values.extend(i32::try_from(i64::from(base).saturating_add(count)));
        }
    }
    let lists = || parts.iter().flat_map(|part| &part.lists);
    // The number of members in groups, and thus the size of the lists, is only known if all numbers are right.
    if lists().any(|list| list.group.is_some()) {
        values.extend(1..=COUNTS);
    }
    // The room up to the next list gives the number of records, and the number of records gives their size.
    for list in &part.lists {
        let nexts = lists().map(|list| list.start).chain([length]);
        let Some(room) = nexts.filter_map(|next| next.checked_sub(list.start)).filter(|&room| room > 0).min()
        else {
            continue;
        };
        let numbers =
            [room.checked_div(list.stride), room.checked_div(list.count), Some(list.record_bytes())];
        values.extend(numbers.into_iter().flatten().filter_map(|number| i32::try_from(number).ok()));
    }
    // An offset is the end of the header or of another list.
    let ends = lists().map(List::end).chain([part.start.saturating_add(part.header_bytes)]);
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
