//! The records that a damaged file contains.

use std::ops::Range;

use md2_common::layout::{FileLayout, List, Part, Value};

use crate::align::{Alignment, Place, Reading, cost};
use crate::pose::{Positions, fits};
use crate::record::{float, int, other_members, positions};
use crate::repair::Repair;
use crate::shifts::{Walk, to_try};
use crate::track::{Bounds, Edges, edges, first_shift, is_in_bounds, is_track, record_at, track_shifts};

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
        let parts = std::mem::take(&mut found.parts);
        let ends = parts.iter().skip(1).map(|next| next.start).chain([file.len()]);
        for (number, (part, next)) in parts.iter().zip(ends).enumerate() {
            let lists = found.bounded_lists(part, next);
            let records = PartRecords::find(file.get(..next)?, &lists, &bounds)?;
            let overlaps = overlaps(part, &lists).saturating_mul(cost::OVERLAP);
            found.cost = found.cost.saturating_add(records.cost).saturating_add(overlaps);
            found.is_in_place &= records.is_in_place;
            found.inside.extend(records.inside);
            found.repairs.extend(records.changes.into_iter().map(|change| change.in_part(&part.name)));
            found.records.extend(records.records);
            if number == 0 {
                bounds = frame_bounds(&lists, &found.records);
            }
            found.lists.extend(lists);
        }
        found.parts = parts;
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
            ("number of surfaces", count, self.parts.len().checked_sub(1)),
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
    fn bounded_lists(&mut self, part: &Part, end: usize) -> Vec<List> {
        let mut lists = part.lists.clone();
        let room = end.saturating_sub(part.start).saturating_mul(2).min(self.file.len());
        for list in &mut lists {
            let most = room.checked_div(list.stride).unwrap_or(room).saturating_add(64);
            let is_absurd = list.count > most || list.count > 0 && u32::try_from(list.start).is_err();
            self.cost = self.cost.saturating_add(if is_absurd { cost::OVERLAP } else { 0 });
            let is_empty = list.stride == 0 || list.record_bytes() == 0;
            list.count = if is_empty { 0 } else { list.count.min(most) };
        }
        lists
    }
}

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
        let (walk, tests) = Walk::new(file, lists);
        let end = walk.places.iter().map(|place| place.end()).max().unwrap_or(0);
        let shift = i64::try_from(file.len()).ok()?.checked_sub(end)?;
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
        if shift != 0 {
            let triangles = lists
                .iter()
                .find(|list| list.values.first().is_some_and(|value| matches!(value, Value::Index { .. })));
            alignment.edges = triangles.map_or_else(Edges::new, |list| edges(file, list, shift));
        }
        let (shifts, end) = possible_shifts(&alignment, walk.shifts, shift);
        let reading = alignment.read(&shifts, end);
        let mut found = Self {
            lists,
            records: lists.iter().map(|list| vec![None; list.count]).collect(),
            inside: vec![0; lists.len()],
            changes: Vec::new(),
            cost: reading.cost,
            is_in_place: reading.shifts.iter().all(|shift| *shift == Some(0)),
        };
        found.fill(file, &alignment, &reading);
        let has_other = |(list, records): (&List, &Vec<Option<&[u8]>>)| {
            records.iter().flatten().any(|record| other_members(list, record).is_some())
        };
        found.is_in_place &= !lists.iter().zip(&found.records).any(has_other);
        for change in &reading.changes {
            found.drop_spliced(&walk.places, change);
            found.changes.extend(alignment.report(&reading, change));
        }
        Some(found)
    }

    /// Stores the records that are certain.
    fn fill(&mut self, file: &'a [u8], alignment: &Alignment<'_>, reading: &Reading) {
        let moved = reading.shifts.iter().rev().find_map(|shift| *shift).unwrap_or(0);
        let doubtful = doubtful(alignment, reading);
        for (number, (place, shift)) in alignment.places.iter().zip(&reading.shifts).enumerate() {
            let bytes = shift.filter(|_| !doubtful.contains(&number)).and_then(|shift| place.at(file, shift));
            let size = usize::try_from(place.bytes).unwrap_or(0);
            if let Some(inside) = self.inside.get_mut(usize::from(place.list)) {
                *inside = inside.saturating_add(usize::from(place.is_inside(file, moved)));
            }
            if let Some(record) = self.record_mut(*place) {
                *record = bytes.and_then(|bytes| bytes.get(..size));
            }
        }
    }

    fn record_mut(&mut self, place: Place) -> Option<&mut Option<&'a [u8]>> {
        self.records.get_mut(usize::from(place.list))?.get_mut(usize::try_from(place.index).ok()?)
    }

    /// Drops the last frame before missing or extra bytes, unless it is like the frames around it.
    fn drop_spliced(&mut self, places: &[Place], change: &Range<usize>) {
        let before = change.start.checked_sub(1).and_then(|number| places.get(number));
        let Some(&place) = before else { return };
        let (number, index) = (usize::from(place.list), usize::try_from(place.index).unwrap_or(0));
        let Some((list, records)) = self.lists.get(number).zip(self.records.get(number)) else { return };
        let Some((earlier, [Some(record), later @ ..])) = records.split_at_checked(index) else { return };
        let pose = |record: &Option<&[u8]>| record.map(|record| positions(list, record));
        let mut others: Vec<Positions> = earlier.iter().rev().filter_map(pose).take(3).collect();
        others.reverse();
        others.extend(later.iter().filter_map(pose).take(3));
        if list.is_per_frame()
            && !fits(&positions(list, record), &others)
            && let Some(record) = self.record_mut(place)
        {
            *record = None;
        }
    }
}

/// Returns the shifts to try, of which the first is that of an undamaged file, and the shift of the last record. `seen` are the shifts at
/// which frames with names were found, and the end of the file has moved by `end`.
fn possible_shifts(alignment: &Alignment<'_>, mut seen: Vec<i32>, end: i32) -> (Vec<i32>, i32) {
    let Alignment { file, lists, places, bounds, ref edges, .. } = *alignment;
    let mut inside = places.iter().filter(|place| place.is_inside(file, 0));
    let is_cut = end < 0 && inside.all(|place| alignment.is_plausible(*place, 0));
    let mut tracks = lists.iter().filter(|list| is_track(list)).peekable();
    if is_cut {
        seen.clear();
        // Without names, the first frame shows whether the file is merely incomplete.
        let is_first = |list| first_shift(file, list, (bounds, edges), end) == 0;
        let is_only_cut = tracks.peek().is_some() && tracks.all(is_first);
        return (to_try(&seen, if is_only_cut { 0 } else { end }, 3), if is_only_cut { 0 } else { end });
    }
    if end != 0 {
        seen.extend(tracks.flat_map(|list| track_shifts(file, list, (bounds, edges), end)));
    }
    let most = file.len().saturating_mul(8).checked_div(places.len().saturating_mul(5)).unwrap_or(0);
    (to_try(&seen, end, most.clamp(3, 24)), end)
}

impl Alignment<'_> {
    fn report(&self, reading: &Reading, change: &Range<usize>) -> Option<Repair> {
        let shift = |number: usize| reading.shifts.get(number).copied().flatten();
        let (before, after) = (change.start.checked_sub(1).and_then(shift), shift(change.end)?);
        let place = self.places.get(change.end)?;
        let list = self.lists.get(usize::from(place.list))?;
        let bytes = i64::from(after).saturating_sub(i64::from(before.unwrap_or(0)));
        let kind = if bytes < 0 { "missing" } else { "extra" };
        let plural = if bytes.abs() == 1 { "byte is" } else { "bytes are" };
        let name = format!("{} {}", list.record, place.index);
        let offset = usize::try_from(i64::from(place.at).saturating_add(i64::from(after))).unwrap_or(0);
        let done = format!("{} {plural} {kind} before {name}", bytes.abs());
        Some(Repair::loss(list.name, offset, done))
    }
}

/// Returns the places next to missing or extra bytes whose records are plausible at both shifts, so that it is not certain which
/// of both is right. Frames have names, and are compared with each other instead.
fn doubtful(alignment: &Alignment<'_>, reading: &Reading) -> Vec<usize> {
    /// If more records are plausible at both places, their content does not show which place is right.
    const MOST: usize = 16;
    let mut doubtful = Vec::new();
    for &Range { start, end } in &reading.changes {
        let (first, last) = (reading.shifts.get(..start), reading.shifts.get(end..));
        let before = first.unwrap_or_default().iter().rev().find_map(|shift| *shift).unwrap_or(0);
        let after = last.unwrap_or_default().iter().find_map(|shift| *shift).unwrap_or(0);
        let is_at = |&number: &usize, shift| {
            alignment.places.get(number).is_some_and(|&place| {
                let list = alignment.lists.get(usize::from(place.list));
                list.is_some_and(|list| !list.is_per_frame()) && alignment.is_plausible(place, shift)
            })
        };
        let last: Vec<usize> =
            (0..start).rev().take_while(|number| is_at(number, after)).take(MOST).collect();
        let next: Vec<usize> =
            (end..alignment.places.len()).take_while(|number| is_at(number, before)).take(MOST).collect();
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
        record.map_or(everything, |record| [0, 4, 8, 12, 16, 20].map(|at| float(record, at) * UNITS))
    };
    records.iter().map(bounds).collect()
}

/// Returns the bounds if the vertices of some frames are inside them, at one of two shifts. In some files, all bounds are wrong.
fn usable_bounds(file: &[u8], lists: &[List], bounds: &Bounds, end: i32) -> Bounds {
    let (mut inside, mut all) = (0_usize, 0_usize);
    for list in lists.iter().filter(|list| is_track(list)) {
        for frame in 0..list.count.min(bounds.len()) {
            let is_inside = |shift: i32| {
                let bytes = record_at(file, list, (frame, isize::try_from(shift).ok()?))?;
                Some(is_in_bounds(&positions(list, bytes), bounds, frame))
            };
            // Frames beyond the end of the file are not counted.
            let Some(is_in_place) = is_inside(0) else { continue };
            all = all.saturating_add(1);
            inside = inside.saturating_add(usize::from(is_in_place || is_inside(end) == Some(true)));
        }
    }
    if inside >= all.div_ceil(8) { bounds.clone() } else { Bounds::new() }
}

/// Returns the number of lists that start inside another one or the header, or whose records overlap.
fn overlaps(part: &Part, lists: &[List]) -> u32 {
    // The unused bytes after the last record may be missing.
    let end = |list: &List| list.end().saturating_sub(list.stride.saturating_sub(list.record_bytes()));
    let used = lists.iter().filter(|list| list.count > 0);
    let mut ranges: Vec<_> = used.map(|list| (list.start, end(list))).collect();
    ranges.push((part.start, part.start.saturating_add(part.header_bytes)));
    ranges.sort_unstable();
    let inside = ranges.iter().zip(ranges.iter().skip(1)).map(|(list, next)| u32::from(next.0 < list.1));
    inside
        .chain(lists.iter().map(|list| u32::from(list.count > 0 && list.stride < list.record_bytes())))
        .sum()
}
