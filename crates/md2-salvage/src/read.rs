//! The records that a damaged file contains.

use std::ops::Range;

use md2_common::layout::{FileLayout, List, Part, Value};

use crate::align::{Alignment, Place, Reading, cost};
use crate::pose::{Positions, fits};
use crate::record::{float, int, other_members, positions};
use crate::repair::Repair;
use crate::shifts::{Walk, to_try};
use crate::track::{Bounds, Edges, Track, edges, first_shift, is_in_bounds, is_track};

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
    /// The number of frames in the repaired file.
    pub(crate) frames: usize,
    pub(crate) repairs: Vec<Repair>,
    pub(crate) cost: u32,
    /// Whether all records are at their usual places.
    pub(crate) is_in_place: bool,
}

impl<'a> Records<'a> {
    /// Finds the records of a file; `None` if the file ends inside its header, or has no
    /// surfaces although its header counts some.
    pub(crate) fn read(layout: &FileLayout, file: &'a [u8]) -> Option<Self> {
        let parts = (layout.parts)(file)?;
        let mut found = Self {
            file,
            lists: Vec::new(),
            records: Vec::new(),
            inside: Vec::new(),
            frames: 0,
            repairs: Vec::new(),
            cost: 0,
            is_in_place: true,
            parts,
        };
        let mut bounds = Bounds::new();
        for number in 0..found.parts.len() {
            let next = found.parts.get(number + 1).map_or(file.len(), |next| next.start);
            let lists = found.bounded_lists(number, next);
            let records = PartRecords::find(file.get(..next)?, &lists, &bounds)?;
            found.cost = found
                .cost
                .saturating_add(records.cost + overlaps(&found.parts[number], &lists) * cost::OVERLAP);
            found.is_in_place &= records.is_in_place;
            found.inside.extend(records.inside);
            let name = &found.parts[number].name;
            found.repairs.extend(records.changes.into_iter().map(|change| change.in_part(name)));
            found.records.extend(records.records);
            if number == 0 {
                bounds = frame_bounds(&lists, &found.records);
            }
            found.lists.extend(lists);
        }
        found.count_children();
        Some(found).filter(|found| found.parts.len() > 1 || !found.has_children())
    }

    /// Whether other parts follow the first one, according to the header.
    fn has_children(&self) -> bool {
        let count = self.parts.first().and_then(|part| part.children).map(|[_, count]| count);
        count.is_some_and(|count| int(self.file, count) != Some(0))
    }

    /// Compares the number and the offset of the parts in the header with those that were found.
    fn count_children(&mut self) {
        let Some([offset, count]) = self.parts.first().and_then(|part| part.children) else { return };
        let start = self.parts.get(1).map(|part| part.start);
        let numbers = [
            ("number of surfaces", count, Some(self.parts.len() - 1)),
            ("offset of surfaces", offset, start),
        ];
        for (name, at, used) in numbers {
            let (found, used) = (int(self.file, at), used.and_then(|used| i32::try_from(used).ok()));
            if let Some((found, used)) = found.zip(used).filter(|(found, used)| found != used) {
                self.cost = self.cost.saturating_add(cost::OVERLAP);
                self.is_in_place = false;
                self.repairs.push(Repair::number(name, at, found, used));
            }
        }
    }

    /// Returns the lists of a part that ends at `end`. More than twice the records that fit into the part are not searched.
    fn bounded_lists(&mut self, part: usize, end: usize) -> Vec<List> {
        let mut lists = self.parts[part].lists.clone();
        let room = end.saturating_sub(self.parts[part].start).saturating_mul(2).min(self.file.len());
        for list in &mut lists {
            let most = room / list.stride.max(1) + 64;
            let is_absurd = list.count > most || list.count > 0 && u32::try_from(list.start).is_err();
            self.cost = self.cost.saturating_add(u32::from(is_absurd) * cost::OVERLAP);
            let is_empty = list.stride == 0 || list.record_bytes() == 0;
            list.count = if is_empty { 0 } else { list.count.min(most) };
        }
        lists
    }
}

/// The records of a part.
struct PartRecords<'a, 'b> {
    lists: &'b [List],
    records: Vec<Vec<Option<&'a [u8]>>>,
    inside: Vec<usize>,
    changes: Vec<Repair>,
    cost: u32,
    is_in_place: bool,
}

impl<'a, 'b> PartRecords<'a, 'b> {
    /// Finds the records of a part. `file` ends where the next part starts.
    fn find(file: &'a [u8], lists: &'b [List], bounds: &Bounds) -> Option<Self> {
        let (mut walk, tests) = Walk::new(file, lists);
        let end =
            walk.places.iter().map(|place| u64::from(place.at) + u64::from(place.bytes)).max().unwrap_or(0);
        let shift = i64::try_from(file.len()).ok()? - i64::try_from(end).ok()?;
        let shift = i32::try_from(shift).ok()?;
        let bounds = usable_bounds(file, lists, bounds, shift);
        let mut alignment = Alignment {
            file,
            lists,
            tests: &tests,
            places: &walk.places,
            bounds: &bounds,
            edges: Edges::new(),
        };
        let in_file = |place: &&Place| place.is_inside(file, 0);
        let is_cut =
            shift < 0 && walk.places.iter().filter(in_file).all(|place| alignment.is_plausible(*place, 0));
        if shift != 0 {
            let triangles = lists
                .iter()
                .find(|list| list.values.first().is_some_and(|value| matches!(value, Value::Index { .. })));
            alignment.edges = triangles.map_or_else(Edges::new, |list| edges(file, list, shift));
            for list in lists.iter().filter(|list| is_track(list) && !is_cut) {
                walk.shifts.extend(Track::new(file, list, (&bounds, &alignment.edges), shift).shifts);
            }
        }
        let most = (8 * file.len()).checked_div(5 * walk.places.len()).unwrap_or(0).clamp(3, 24);
        let seen: &[i32] = if is_cut { &[] } else { &walk.shifts };
        let mut tracks = lists.iter().filter(|list| is_track(list)).peekable();
        // Without names, the first frame shows whether the file was only cut off.
        let is_only_cut = is_cut
            && tracks.peek().is_some()
            && tracks.all(|list| first_shift(file, list, (&bounds, &alignment.edges), shift) == 0);
        let shift = if is_only_cut { 0 } else { shift };
        let shifts = to_try(seen, shift, most);
        let reading = alignment.read(&shifts, shift);
        let moved = reading.shifts.iter().rev().find_map(|shift| *shift).unwrap_or(0);
        let mut found = Self {
            lists,
            records: lists.iter().map(|list| vec![None; list.count]).collect(),
            inside: vec![0; lists.len()],
            changes: Vec::new(),
            cost: reading.cost,
            is_in_place: reading.shifts.iter().all(|shift| *shift == Some(0)),
        };
        let doubtful = doubtful(&alignment, &reading);
        for (number, (place, shift)) in walk.places.iter().zip(&reading.shifts).enumerate() {
            let bytes = shift.filter(|_| !doubtful.contains(&number)).and_then(|shift| place.at(file, shift));
            let size = usize::try_from(place.bytes).unwrap_or(0);
            let list = usize::from(place.list);
            found.inside[list] += usize::from(place.is_inside(file, moved));
            if let Some(record) = found.records[list].get_mut(usize::try_from(place.index).unwrap_or(0)) {
                *record = bytes.and_then(|bytes| bytes.get(..size));
            }
        }
        let has_other = |(list, records): (&List, &Vec<Option<&[u8]>>)| {
            records.iter().flatten().any(|record| other_members(list, record).is_some())
        };
        found.is_in_place &= !lists.iter().zip(&found.records).any(has_other);
        found.drop_spliced(&walk.places, &reading);
        found.report_changes(&walk.places, &reading);
        Some(found)
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
            self.changes.push(Repair::loss(
                list.name,
                offset,
                format!("{} {plural} {kind} before {name}", bytes.abs()),
            ));
        }
    }
}

/// Returns the places next to missing or extra bytes whose records are plausible at both shifts, so that it is not certain which
/// of both is right. Frames have names, and are compared with each other instead.
fn doubtful(alignment: &Alignment<'_>, reading: &Reading) -> Vec<usize> {
    /// If more records are plausible at both places, their content does not show which place is right.
    const MOST: usize = 16;
    let places = alignment.places;
    let mut doubtful = Vec::new();
    for Range { start, end } in reading.changes.iter().cloned() {
        let before = reading.shifts[..start].iter().rev().find_map(|shift| *shift).unwrap_or(0);
        let after = reading.shifts[end..].iter().find_map(|shift| *shift).unwrap_or(0);
        let is_weak = |number: &usize| !alignment.lists[usize::from(places[*number].list)].is_per_frame();
        let is_at = |number: &usize, shift| is_weak(number) && alignment.is_plausible(places[*number], shift);
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

/// Returns the bounding boxes of frames, in the units of vertices.
fn frame_bounds(lists: &[List], records: &[Vec<Option<&[u8]>>]) -> Bounds {
    /// The number of units of a vertex in a unit of the bounds.
    const UNITS: f32 = 64.0;
    let frames = lists.iter().zip(records).find(|(list, _)| matches!(list.values[..], [Value::Float(_), ..]));
    let Some((_, records)) = frames else { return Bounds::new() };
    let bounds = |record: &Option<&[u8]>| {
        let everything = [-f32::MAX, -f32::MAX, -f32::MAX, f32::MAX, f32::MAX, f32::MAX];
        record.map_or(everything, |record| [0, 1, 2, 3, 4, 5].map(|nth| float(record, 4 * nth) * UNITS))
    };
    records.iter().map(bounds).collect()
}

/// Returns the bounds if the vertices of some frames are inside them, at one of two shifts. In some files, all bounds are wrong.
fn usable_bounds(file: &[u8], lists: &[List], bounds: &Bounds, end: i32) -> Bounds {
    let (mut inside, mut all) = (0, 0);
    for list in lists.iter().filter(|list| is_track(list)) {
        for frame in 0..list.count.min(bounds.len()) {
            let is_inside = |shift: i32| {
                let at =
                    (list.start + frame * list.stride).checked_add_signed(isize::try_from(shift).ok()?)?;
                Some(is_in_bounds(&positions(list, file.get(at..at + list.stride)?), bounds, frame))
            };
            // Frames beyond the end of the file tell nothing.
            let Some(is_in_place) = is_inside(0) else { continue };
            all += 1;
            inside += usize::from(is_in_place || is_inside(end) == Some(true));
        }
    }
    if 8 * inside >= all { bounds.clone() } else { Bounds::new() }
}

/// Returns the number of lists that start inside another one or the header, or whose records overlap.
fn overlaps(part: &Part, lists: &[List]) -> u32 {
    // The unused bytes after the last record may be missing.
    let end = |list: &List| list.end().saturating_sub(list.stride.saturating_sub(list.record_bytes()));
    let used = lists.iter().filter(|list| list.count > 0);
    let mut ranges: Vec<_> = used.map(|list| (list.start, end(list))).collect();
    ranges.push((part.start, part.start + part.header_bytes));
    ranges.sort_unstable();
    let inside = ranges.iter().zip(ranges.iter().skip(1)).map(|(list, next)| u32::from(next.0 < list.1));
    inside
        .chain(lists.iter().map(|list| u32::from(list.count > 0 && list.stride < list.record_bytes())))
        .sum()
}
