//! The records that a damaged file contains.

use std::ops::Range;

use md2_common::layout::{FileLayout, List, Part, Value};

use crate::align::{Alignment, Place, Reading, cost};
use crate::pose::{Positions, fits};
use crate::record::{float, frame_name, int, other_members, positions};
use crate::repair::Repair;
use crate::shifts::{Walk, to_try};
use crate::track::{
    Bounds, Edges, edges, frame_shift, is_in_bounds, is_track, outside, record_at, track_shifts,
};

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
            let is_last = number.saturating_add(1) == parts.len();
            let records = PartRecords::find((file.get(..next)?, is_last), &lists, &bounds)?;
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
    /// Finds the records of a part. `file` ends where the next part starts, or at its end after the last part.
    fn find((file, is_last): (&'a [u8], bool), lists: &'b [List], bounds: &Bounds) -> Option<Self> {
        let (walk, tests) = Walk::new(file, lists);
        let end = walk.places.iter().map(|place| place.end()).max().unwrap_or(0);
        let shift = i64::try_from(file.len()).ok()?.checked_sub(end)?;
        let shift = i32::try_from(shift).ok()?;
        let triangles = lists
            .iter()
            .filter(|_| shift != 0)
            .find(|list| list.values.first().is_some_and(|value| matches!(value, Value::Index { .. })));
        let edges = triangles.map_or_else(Edges::new, |list| edges(file, list, shift));
        let bounds = usable_bounds(file, lists, (bounds, &edges), shift);
        let (tests, places, bounds) = (&tests, &walk.places, &bounds);
        let alignment = Alignment { file, lists, tests, places, bounds, edges };
        let (shifts, end) = possible_shifts(&alignment, walk.shifts, (shift, is_last));
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
        let shift_at = |number: usize| reading.shifts.get(number).copied().flatten();
        let last = places.len()..places.len();
        for change in reading.changes.iter().chain([&last]) {
            let next = shift_at(change.end).unwrap_or(end);
            found.drop_overlapped(file, &alignment, (reading.shifts.get(..change.end)?, next));
            found.drop_spliced(places, change, bounds);
            found.changes.extend(alignment.report(&reading, change, end));
        }
        found.changes.extend(alignment.report_whole(&reading, shift));
        Some(found)
    }

    /// Stores the records that are certain.
    fn fill(&mut self, file: &'a [u8], alignment: &Alignment<'_>, reading: &Reading) {
        let moved = reading.shifts.iter().rev().find_map(|shift| *shift).unwrap_or(0);
        let doubtful = doubtful(alignment, reading);
        for (number, (place, shift)) in alignment.places.iter().zip(&reading.shifts).enumerate() {
            let bytes =
                shift.filter(|_| !doubtful.contains(&number)).and_then(|shift| place.bytes_in(file, shift));
            if let Some(inside) = self.inside.get_mut(usize::from(place.list)) {
                *inside = inside.saturating_add(usize::from(place.is_inside(file, moved)));
            }
            if let Some(record) = self.record_mut(*place) {
                *record = bytes;
            }
        }
    }

    fn record_mut(&mut self, place: Place) -> Option<&mut Option<&'a [u8]>> {
        self.records.get_mut(usize::from(place.list))?.get_mut(usize::try_from(place.index).ok()?)
    }

    /// Drops the last frame if the next record begins inside it, at the shift after it: the frame lacks bytes. `shifts` are those of the
    /// records before the next one that was found.
    fn drop_overlapped(
        &mut self,
        file: &'a [u8],
        alignment: &Alignment<'_>,
        (shifts, next_shift): (&[Option<i32>], i32),
    ) {
        let last = shifts.iter().rposition(Option::is_some);
        let Some((last, shift)) = last.and_then(|last| Some((last, (*shifts.get(last)?)?))) else { return };
        let next = last.saturating_add(1);
        let places = alignment.places;
        let Some((&frame, &record)) = places.get(last).zip(places.get(next)) else { return };
        let list = self.lists.get(usize::from(frame.list));
        if list.is_some_and(|list| list.is_per_frame() && !is_track(list))
            && record.begins_in(frame, next_shift.saturating_sub(shift))
            && alignment.is_plausible(record, next_shift)
        {
            let bytes = record.bytes_in(file, next_shift);
            self.record_mut(frame).into_iter().for_each(|frame| *frame = None);
            self.record_mut(record).into_iter().for_each(|record| *record = bytes);
        }
    }

    /// Drops the frames next to missing or extra bytes that contain bytes of other ones.
    fn drop_spliced(&mut self, places: &[Place], change: &Range<usize>, bounds: &Bounds) {
        /// The maximum number of frames without names that are dropped before a place, and after it.
        const MOST: usize = 3;
        for turn in 0..2 * MOST {
            let list = |place: &Place| self.lists.get(usize::from(place.list));
            let is_found = |place: &&Place| {
                let records = self.records.get(usize::from(place.list));
                let record = records.zip(usize::try_from(place.index).ok()).and_then(|(all, at)| all.get(at));
                record.is_some_and(Option::is_some)
            };
            let has_no_name = |place: &&Place| list(place).is_some_and(is_track);
            let is_before = turn < MOST;
            let next = if is_before {
                let last = places
                    .iter()
                    .take(change.start)
                    .rev()
                    .find(|place| is_found(place) || !has_no_name(place));
                let is_frame = |place: &&Place| list(place).is_some_and(List::is_per_frame);
                last.filter(is_frame).filter(|_| change.end < places.len())
            } else {
                places.iter().skip(change.end).filter(has_no_name).find(is_found)
            };
            if let Some(&place) = next
                && self.is_spliced(place, bounds, turn == 0) == Some(true)
                && let Some(record) = self.record_mut(place)
            {
                *record = None;
            }
        }
    }

    /// Whether a frame before a gap ends unlike the frames around it, or a frame has more vertices outside of its bounds than these.
    fn is_spliced(&self, place: Place, bounds: &Bounds, is_before: bool) -> Option<bool> {
        let (number, index) = (usize::from(place.list), usize::try_from(place.index).ok()?);
        let (list, records) = (self.lists.get(number)?, self.records.get(number)?);
        let pose = |frame: usize| Some((frame, positions(list, (*records.get(frame)?)?)));
        let (_, frame) = pose(index)?;
        let mut others: Vec<_> = (0..index).rev().filter_map(pose).take(3).collect();
        others.reverse();
        others.extend((index.saturating_add(1)..records.len()).filter_map(pose).take(3));
        let most = others.iter().map(|(frame, pose)| outside(pose, bounds, *frame)).max().unwrap_or(0);
        let others: Vec<Positions> = others.into_iter().map(|(_, pose)| pose).collect();
        Some(is_before && !fits(&frame, &others) || outside(&frame, bounds, index) > most)
    }
}

/// Returns the shifts to try, of which the first is that of an undamaged file, and the shift of the last record. `seen` are the shifts at
/// which frames with names were found, and the end of the file has moved by `end`.
fn possible_shifts(
    alignment: &Alignment<'_>,
    mut seen: Vec<i32>,
    (end, is_last): (i32, bool),
) -> (Vec<i32>, i32) {
    let Alignment { file, lists, places, bounds, ref edges, .. } = *alignment;
    let mut inside = places.iter().filter(|place| place.is_inside(file, 0));
    let is_cut = is_last && end < 0 && inside.all(|place| alignment.is_plausible(*place, 0));
    let tracks = || lists.iter().filter(|list| is_track(list));
    // Without names, the first frame and the last whole one show whether the file is merely incomplete.
    let is_in_place = |list: &List| {
        let is_whole = |frame: &usize| record_at(file, list, (*frame, 0)).is_some();
        let last = (0..list.count).rev().find(is_whole).unwrap_or(0);
        [0, last].iter().all(|&frame| frame_shift(file, list, (bounds, edges), (frame, end)) == 0)
    };
    if is_cut && tracks().all(is_in_place) {
        let end = if tracks().next().is_some() { 0 } else { end };
        return (to_try(&[], end, 3), end);
    }
    if end != 0 {
        // The number of frames that are lost before the first one that was found is not certain.
        let frames = lists.iter().find(|list| list.is_per_frame() && list.stride > 0);
        let stride = frames.and_then(|list| i32::try_from(list.stride).ok());
        let fewest = |shift: &i32| shift.checked_rem(stride?).filter(|fewest| fewest != shift);
        seen.extend(seen.iter().filter_map(fewest).collect::<Vec<_>>());
        seen.extend(tracks().flat_map(|list| track_shifts(file, list, (bounds, edges), end)));
    }
    let most = file.len().saturating_mul(8).checked_div(places.len().saturating_mul(5)).unwrap_or(0);
    (to_try(&seen, end, most.clamp(3, 24)), end)
}

impl Alignment<'_> {
    /// Describes missing or extra bytes. The end of the file has moved by `end`.
    fn report(&self, reading: &Reading, change: &Range<usize>, end: i32) -> Option<Repair> {
        let shift = |number: usize| reading.shifts.get(number).copied().flatten();
        let last = reading.shifts.get(..change.start)?.iter().rposition(Option::is_some);
        let (before, after) = (last.and_then(shift).unwrap_or(0), shift(change.end)?);
        let place = self.places.get(change.end)?;
        let list = self.lists.get(usize::from(place.list))?;
        let bytes = i64::from(after).saturating_sub(i64::from(before));
        let kind = if bytes < 0 { "missing" } else { "extra" };
        let plural = if bytes.abs() == 1 { "byte is" } else { "bytes are" };
        let name = format!("{} {}", list.record, place.index);
        let offset = usize::try_from(i64::from(place.at).saturating_add(i64::from(after))).unwrap_or(0);
        let is_proven =
            last.and_then(|last| self.names_fit([last, change.end], [before, after])) == Some((true, true));
        let is_whole = bytes.checked_rem(i64::try_from(list.stride).ok()?) == Some(0);
        // The number of frames up to the end of the file is known, but not their number before another gap.
        let doubt = match list.is_per_frame() && !is_proven {
            true if after != end => ", so that the numbers of the next frames are not certain",
            true if is_whole => ", or at another place near it",
            _ => "",
        };
        let done = format!("{} {plural} {kind} before {name}{doubt}", bytes.abs());
        Some(Repair::loss(list.name, offset, done))
    }

    /// Reports whole frames that are missing, if another sequence than the last one may have ended with them.
    fn report_whole(&self, reading: &Reading, end: i32) -> Option<Repair> {
        let frames =
            |place: &Place| self.lists.get(usize::from(place.list)).filter(|list| list.is_per_frame());
        let stem = |place: &Place| Some(frame_name(frames(place)?, place.at(self.file, 0)?)?.0);
        let last = self.places.iter().rfind(|place| frames(place).is_some())?;
        let found = reading
            .shifts
            .iter()
            .zip(self.places)
            .rfind(|(shift, place)| shift.is_some() && frames(place).is_some())?
            .1;
        let all =
            self.places.iter().zip(self.places.iter().skip(1)).filter(|(_, next)| next.index <= found.index);
        let is_border =
            |(place, next): &(&Place, &Place)| stem(place).zip(stem(next)).is_some_and(|(a, b)| a != b);
        let (_, first) = all.into_iter().find(is_border)?;
        let lost = last.end().checked_sub(found.end())?;
        let is_whole = lost > 0 && i64::from(end).checked_neg() == Some(lost) && reading.changes.is_empty();
        let done = "whole frames are missing, perhaps at the end of one of these sequences";
        let place = format!("frames {} to {}", first.index, found.index);
        is_whole.then(|| Repair::loss(place, self.file.len(), done))
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

/// Returns the bounds if the first frames or some others are inside them, at one of three shifts. In some files, all bounds are wrong.
fn usable_bounds(file: &[u8], lists: &[List], (bounds, edges): (&Bounds, &Edges), end: i32) -> Bounds {
    /// The number of first frames that are enough.
    const FIRST: usize = 3;
    let is_usable = |list: &List| {
        let first = frame_shift(file, list, (&Bounds::new(), edges), (0, end));
        let is_inside = |frame: usize| {
            let is_at = |shift: isize| {
                let bytes = record_at(file, list, (frame, shift))?;
                Some(is_in_bounds(&positions(list, bytes), bounds, frame))
            };
            // Frames beyond the end of the file are not counted.
            let shifts = [first, isize::try_from(end).ok()?];
            is_at(0)
                .map(|is_in_place| is_in_place || shifts.into_iter().any(|shift| is_at(shift) == Some(true)))
        };
        let inside: Vec<bool> = (0..list.count.min(bounds.len())).filter_map(is_inside).collect();
        let is_first = inside.get(..FIRST).is_some_and(|first| !first.contains(&false));
        is_first || inside.iter().filter(|is_inside| **is_inside).count() >= inside.len().div_ceil(8)
    };
    if lists.iter().filter(|list| is_track(list)).all(is_usable) { bounds.clone() } else { Bounds::new() }
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
