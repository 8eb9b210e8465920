//! The records that a damaged file contains.

use std::ops::Range;

use md2_common::layout::{FileLayout, List, Part};

use crate::align::{Alignment, Place, Reading, cost};
use crate::pose::{Positions, fits};
use crate::record::{Strictness, other_members, positions};
use crate::repair::Repair;
use crate::shifts::{Walk, to_try};

/// The records of a file, each with its bytes; `None` for a lost record.
pub(crate) struct Records<'a> {
    pub(crate) file: &'a [u8],
    pub(crate) parts: Vec<Part>,
    /// The lists of all parts.
    pub(crate) lists: Vec<List>,
    /// For each list, the bytes of each record.
    pub(crate) records: Vec<Vec<Option<&'a [u8]>>>,
    /// For each list, the number of records before the end of the file.
    pub(crate) inside: Vec<usize>,
    pub(crate) repairs: Vec<Repair>,
    pub(crate) cost: u32,
    /// Whether all records are at their usual places.
    pub(crate) is_in_place: bool,
}

impl<'a> Records<'a> {
    /// Finds the records of a file; `None` if the file ends inside its header.
    pub(crate) fn read(layout: &FileLayout, file: &'a [u8]) -> Option<Self> {
        let parts = (layout.parts)(file)?;
        let mut lists: Vec<List> = parts.iter().flat_map(|part| part.lists.iter().cloned()).collect();
        let mut bounded = 0;
        for list in &mut lists {
            // More records than fit into the file are not searched.
            let most = file.len() / list.stride.max(1) + 64;
            bounded += u32::from(list.count > most || list.count > 0 && u32::try_from(list.start).is_err());
            list.count = list.count.min(most);
            if list.stride == 0 || list.record_bytes() == 0 {
                list.count = 0;
            }
        }
        let (walk, tests) = Walk::new(file, &lists);
        let alignment = Alignment { file, lists: &lists, tests: &tests, places: &walk.places };
        let end =
            walk.places.iter().map(|place| u64::from(place.at) + u64::from(place.bytes)).max().unwrap_or(0);
        let shift = i64::try_from(file.len()).ok()? - i64::try_from(end).ok()?;
        let in_file = |place: &&Place| place.is_inside(file, 0);
        let is_cut =
            shift < 0 && walk.places.iter().filter(in_file).all(|place| alignment.is_plausible(*place, 0));
        let shift = i32::try_from(shift).ok()?;
        let most = (8 * file.len()).checked_div(5 * walk.places.len()).unwrap_or(0).clamp(3, 24);
        let seen: &[i32] = if is_cut { &[] } else { &walk.shifts };
        let reading = alignment.read(&to_try(seen, shift, most), shift);
        let moved = reading.shifts.iter().rev().find_map(|shift| *shift).unwrap_or(0);
        let mut inside = vec![0; lists.len()];
        for place in walk.places.iter().filter(|place| place.is_inside(file, moved)) {
            inside[usize::from(place.list)] += 1;
        }
        let mut found = Self {
            inside,
            file,
            parts,
            records: lists.iter().map(|list| vec![None; list.count]).collect(),
            repairs: Vec::new(),
            cost: reading.cost + (bounded + overlaps(&lists)) * cost::OVERLAP,
            is_in_place: reading.shifts.iter().all(|shift| *shift == Some(0)),
            lists,
        };
        let doubtful = found.doubtful(&walk.places, &reading, &tests);
        let sound = walk.places.iter().zip(&reading.shifts).enumerate();
        for (number, (place, shift)) in sound {
            let bytes = shift.filter(|_| !doubtful.contains(&number)).and_then(|shift| place.at(file, shift));
            let size = usize::try_from(place.bytes).unwrap_or(0);
            let list = usize::from(place.list);
            if let Some(record) = found.records[list].get_mut(usize::try_from(place.index).unwrap_or(0)) {
                *record = bytes.and_then(|bytes| bytes.get(..size));
            }
        }
        let has_other = |(list, records): (&List, &Vec<Option<&[u8]>>)| {
            records.iter().flatten().any(|record| other_members(list, record).is_some())
        };
        found.is_in_place &= !found.lists.iter().zip(&found.records).any(has_other);
        found.drop_spliced(&walk.places, &reading);
        found.report_changes(&walk.places, &reading);
        Some(found)
    }

    /// Returns the places next to missing or extra bytes whose records are plausible at both shifts, so that it is not certain which
    /// of both is right. Frames have names, and are compared with each other instead.
    fn doubtful(&self, places: &[Place], reading: &Reading, tests: &[Strictness]) -> Vec<usize> {
        /// If more records are plausible at both places, their content tells nothing.
        const MOST: usize = 16;
        let alignment = Alignment { file: self.file, lists: &self.lists, tests, places };
        let mut doubtful = Vec::new();
        for Range { start, end } in reading.changes.iter().cloned() {
            let before = reading.shifts[..start].iter().rev().find_map(|shift| *shift).unwrap_or(0);
            let after = reading.shifts[end..].iter().find_map(|shift| *shift).unwrap_or(0);
            let is_weak = |number: &usize| !self.lists[usize::from(places[*number].list)].is_per_frame();
            let is_at =
                |number: &usize, shift| is_weak(number) && alignment.is_plausible(places[*number], shift);
            let last: Vec<usize> =
                (0..start).rev().take_while(|number| is_at(number, after)).take(MOST).collect();
            let next: Vec<usize> =
                (end..places.len()).take_while(|number| is_at(number, before)).take(MOST).collect();
            for numbers in [last, next].into_iter().filter(|numbers| numbers.len() < MOST) {
                doubtful.extend(numbers);
            }
        }
        doubtful
    }

    /// Drops the last frame before missing or extra bytes, unless it is like the frames around it.
    fn drop_spliced(&mut self, places: &[Place], reading: &Reading) {
        for change in &reading.changes {
            let Some(place) = change.start.checked_sub(1).and_then(|number| places.get(number)) else {
                continue;
            };
            let (list, index) = (usize::from(place.list), usize::try_from(place.index).unwrap_or(0));
            if !self.lists[list].is_per_frame() {
                continue;
            }
            let Some(record) = self.records[list][index] else { continue };
            let pose = |record: &Option<&[u8]>| record.map(|record| positions(&self.lists[list], record));
            let mut others: Vec<Positions> =
                self.records[list][..index].iter().rev().filter_map(pose).take(3).collect();
            others.reverse();
            others.extend(self.records[list][index + 1..].iter().filter_map(pose).take(3));
            if !fits(&positions(&self.lists[list], record), &others) {
                self.records[list][index] = None;
            }
        }
    }

    fn report_changes(&mut self, places: &[Place], reading: &Reading) {
        for change in &reading.changes {
            let before = change.start.checked_sub(1).map_or(0, |number| reading.shifts[number].unwrap_or(0));
            let Some((place, after)) = places.get(change.end).zip(reading.shifts[change.end]) else {
                continue;
            };
            let bytes = i64::from(after) - i64::from(before);
            let kind = if bytes < 0 { "missing" } else { "extra" };
            let plural = if bytes.abs() == 1 { "byte is" } else { "bytes are" };
            let list = &self.lists[usize::from(place.list)];
            let name = format!("{} {}", list.record, place.index);
            let offset = usize::try_from(i64::from(place.at) + i64::from(after)).unwrap_or(0);
            self.repairs.push(Repair::loss(
                list.name,
                offset,
                format!("{} {plural} {kind} before {name}", bytes.abs()),
            ));
        }
    }
}

/// Returns the number of lists that start inside another one, or whose records overlap.
fn overlaps(lists: &[List]) -> u32 {
    // The unused bytes after the last record may be missing.
    let end = |list: &List| list.end().saturating_sub(list.stride.saturating_sub(list.record_bytes()));
    let used = lists.iter().filter(|list| list.count > 0);
    let mut ranges: Vec<_> = used.map(|list| (list.start, end(list))).collect();
    ranges.sort_unstable();
    let inside = ranges.iter().zip(ranges.iter().skip(1)).map(|(list, next)| u32::from(next.0 < list.1));
    inside
        .chain(lists.iter().map(|list| u32::from(list.count > 0 && list.stride < list.record_bytes())))
        .sum()
}
