//! The places of all records in a damaged file.
//!
//! Missing and extra bytes move all records after them by the same distance, their shift. For each record, the search decides
//! at which of a few shifts the file contains it, or that it is lost. Of all ways to read the file it takes the one with the
//! lowest cost: each lost record costs something, and so does each change from one shift to another.

use std::cmp::Ordering;
use std::ops::Range;

use md2_common::layout::{List, Loss};

use crate::pose::Positions;
use crate::record::{Strictness, frame_name, positions, record_size};
use crate::track::{Bounds, Edges, is_in_bounds, is_track, length};

/// The costs of a way to read a file.
pub(crate) mod cost {
    /// Cost of a frame that is lost.
    pub(super) const FRAME: u32 = 4;
    /// The least cost of all frames together.
    pub(super) const ALL_FRAMES: u32 = 24;
    /// Cost of another large record that is lost, such as an image.
    pub(super) const LARGE: u32 = 13;
    /// Cost of another record that is lost.
    pub(super) const RECORD: u32 = 1;
    /// Cost of a place with missing or extra bytes.
    pub(super) const CHANGE: u32 = 8;
    /// Cost of a gap whose size follows from the numbers in the names of the frames around it.
    pub(super) const PROVEN: u32 = 2;
    /// Additional cost of a gap whose size contradicts the numbers in the names of the frames around it.
    pub(super) const NAMES: u32 = 12;
    /// Cost of a last record that has not moved like the end of the file: bytes are missing in it, or follow it.
    pub(super) const END: [u32; 2] = [4, 28];
    /// Cost of a list that starts inside another one, or is far longer than the file.
    pub(crate) const OVERLAP: u32 = 40;
    /// Cost of a number in the header that is replaced.
    pub(crate) const NUMBER: u32 = 20;
}

/// A record, and its place in a file without missing or extra bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) list: u16,
    pub(crate) index: u32,
    pub(crate) at: u32,
    pub(crate) bytes: u32,
}

impl Place {
    pub(crate) const fn end(self) -> i64 {
        (self.at as i64).saturating_add(self.bytes as i64)
    }

    /// Whether the record ends before the end of the file, if all records have moved by `shift`.
    pub(crate) fn is_inside(self, file: &[u8], shift: i32) -> bool {
        usize::try_from(self.end().saturating_add(i64::from(shift))).is_ok_and(|end| end <= file.len())
    }

    /// Returns the bytes from the record to the end of the file, if all records after it have moved by `shift`.
    pub(crate) fn at(self, file: &[u8], shift: i32) -> Option<&[u8]> {
        file.get(usize::try_from(self.start(shift)).ok()?..)
    }

    /// Returns the bytes of the record, if it has moved by `shift`.
    pub(crate) fn bytes_in(self, file: &[u8], shift: i32) -> Option<&[u8]> {
        self.at(file, shift)?.get(..usize::try_from(self.bytes).ok()?)
    }

    /// Whether the record begins inside another one, if it has moved by `shift` relative to that.
    pub(crate) fn begins_in(self, other: Self, shift: i32) -> bool {
        (other.start(1)..other.end()).contains(&self.start(shift))
    }

    /// Whether the record begins at the end of another one, if both have moved by these shifts.
    fn is_after(self, other: Self, [shift, other_shift]: [i32; 2]) -> bool {
        self.start(shift) == other.end().saturating_add(i64::from(other_shift))
    }

    /// Returns the offset of the record, if it has moved by `shift`.
    fn start(self, shift: i32) -> i64 {
        i64::from(self.at).saturating_add(i64::from(shift))
    }
}

/// The places of all records, in the order of the file.
pub(crate) struct Alignment<'a> {
    pub(crate) file: &'a [u8],
    pub(crate) lists: &'a [List],
    pub(crate) tests: &'a [Strictness],
    pub(crate) places: &'a [Place],
    pub(crate) bounds: &'a Bounds,
    /// Edges between the vertices of frames without names.
    pub(crate) edges: Edges,
}

/// A way to read the file.
pub(crate) struct Reading {
    /// The shift of each place, or `None` for a lost record.
    pub(crate) shifts: Vec<Option<i32>>,
    /// The ranges of places between the last record at one shift and the first record at the next one.
    pub(crate) changes: Vec<Range<usize>>,
    pub(crate) cost: u32,
}

/// The least costs of all ways to read the file up to a place, for each shift of this place.
struct Costs {
    /// The number of shifts.
    shifts: usize,
    costs: Vec<u32>,
    /// The shift before each place, or [`SAME`](Self::SAME).
    from: Vec<u8>,
}

impl Costs {
    /// Marks a record that has the shift of the record before it.
    const SAME: u8 = u8::MAX;

    fn number(&self, place: usize, shift: usize) -> usize {
        place.saturating_mul(self.shifts).saturating_add(shift)
    }

    fn cost(&self, place: usize, shift: usize) -> u32 {
        self.costs.get(self.number(place, shift)).copied().unwrap_or(u32::MAX)
    }

    /// Returns the number of the shift of the record before a place, if it differs.
    fn from(&self, place: usize, shift: usize) -> Option<usize> {
        self.from
            .get(self.number(place, shift))
            .filter(|from| **from != Self::SAME)
            .map(|from| usize::from(*from))
    }
}

impl Alignment<'_> {
    fn list(&self, place: Place) -> Option<&List> {
        self.lists.get(usize::from(place.list))
    }

    pub(crate) fn is_plausible(&self, place: Place, shift: i32) -> bool {
        let test = self.tests.get(usize::from(place.list));
        let Some(((list, test), bytes)) = self.list(place).zip(test).zip(place.at(self.file, shift)) else {
            return false;
        };
        let index = usize::try_from(place.index).unwrap_or(0);
        record_size(list, bytes, *test) == usize::try_from(place.bytes).ok()
            && (!is_track(list) || is_in_bounds(&pose(list, bytes), self.bounds, index))
    }

    /// Returns for each shift whether a record is plausible there. Vertices without names are plausible only where the edges of
    /// triangles are short.
    fn are_plausible(&self, place: Place, shifts: &[i32]) -> Vec<bool> {
        let mut now: Vec<bool> = shifts.iter().map(|&shift| self.is_plausible(place, shift)).collect();
        let Some(list) = self.list(place).filter(|list| is_track(list) && !self.edges.is_empty()) else {
            return now;
        };
        let lengths = now.iter().zip(shifts).map(|(is_plausible, &shift)| {
            let bytes = place.at(self.file, shift).filter(|_| *is_plausible);
            bytes.map_or(f32::INFINITY, |bytes| length(&pose(list, bytes), &self.edges))
        });
        let lengths: Vec<f32> = lengths.collect();
        let least = lengths.iter().copied().fold(f32::INFINITY, f32::min);
        now.iter_mut().zip(lengths).for_each(|(now, length)| *now &= length <= 1.25 * least);
        now
    }

    fn weight(&self, place: Place) -> u32 {
        let Some(list) = self.list(place) else { return 0 };
        let few = cost::ALL_FRAMES.checked_div(u32::try_from(list.count).unwrap_or(u32::MAX)).unwrap_or(0);
        match list.loss {
            Loss::Frame => cost::FRAME.max(few),
            Loss::Copy => cost::LARGE,
            Loss::Drop | Loss::Clear => cost::RECORD,
        }
    }

    /// Finds the way with the lowest cost. `shifts` are the possible shifts, of which the first is that of an undamaged file. The end of the file
    /// has moved by `end`.
    pub(crate) fn read(&self, shifts: &[i32], end: i32) -> Reading {
        let costs = self.costs(shifts);
        let mut reading = Reading { shifts: vec![None; self.places.len()], changes: Vec::new(), cost: 0 };
        let Some(mut last) = self.places.len().checked_sub(1) else { return reading };
        let ends = shifts.iter().enumerate().map(|(b, &shift)| {
            let [missing, following] = cost::END;
            let differs = match end.cmp(&shift) {
                Ordering::Equal => 0,
                Ordering::Less => missing,
                Ordering::Greater => following,
            };
            (costs.cost(last, b).saturating_add(differs), b)
        });
        let (cost, mut b) = ends.min().unwrap_or_default();
        reading.cost = cost;
        while let Some((&place, &shift)) = self.places.get(last).zip(shifts.get(b)) {
            if let Some(found) = reading.shifts.get_mut(last) {
                *found = Some(shift).filter(|&shift| self.is_plausible(place, shift));
            }
            let mut next = last;
            if let Some((from, &other)) = costs.from(last, b).and_then(|from| Some((from, shifts.get(from)?)))
            {
                next = self.count_before(last, place.start(shift), other);
                reading.changes.push(next..last);
                b = from;
            } else if last == 0 && shift != 0 {
                reading.changes.push(0..0);
            }
            let Some(before) = next.checked_sub(1) else { break };
            last = before;
        }
        reading.changes.reverse();
        reading
    }

    /// Returns the number of places before the place `j` that end before `start`, if they have moved by `shift`.
    fn count_before(&self, j: usize, start: i64, shift: i32) -> usize {
        let places = self.places.get(..j).unwrap_or_default();
        places.partition_point(|place| place.end().saturating_add(i64::from(shift)) <= start)
    }

    fn costs(&self, shifts: &[i32]) -> Costs {
        let number = self.places.len().saturating_mul(shifts.len());
        let (costs, from) = (Vec::with_capacity(number), Vec::with_capacity(number));
        let mut found = Costs { shifts: shifts.len(), costs, from };
        // The cost of losing all records before each place.
        let mut lost = Vec::with_capacity(self.places.len());
        let (mut all_lost, mut before) = (0_u32, vec![false; shifts.len()]);
        for (j, &place) in self.places.iter().enumerate() {
            let weight = self.weight(place);
            lost.push(all_lost);
            all_lost = all_lost.saturating_add(weight);
            let is_named = self.list(place).is_some_and(List::is_per_frame);
            let now = self.are_plausible(place, shifts);
            for (b, (&is_plausible, was_plausible)) in now.iter().zip(before).enumerate() {
                let same = match j.checked_sub(1) {
                    Some(i) => found.cost(i, b),
                    None => {
                        if b == 0 {
                            0
                        } else {
                            cost::CHANGE
                        }
                    }
                };
                let same = (same.saturating_add(if is_plausible { 0 } else { weight }), Costs::SAME);
                let may_start = is_plausible && (is_named || place.index == 0 || !was_plausible);
                let change = may_start.then(|| self.cheapest_change(&found, &lost, shifts, [j, b])).flatten();
                let (cost, from) = change.filter(|change| change.0 < same.0).unwrap_or(same);
                found.costs.push(cost);
                found.from.push(from);
            }
            before = now;
        }
        found
    }

    /// Returns the least cost at which the place `j` has another shift than the record before it, and the number of that shift.
    fn cheapest_change(
        &self,
        found: &Costs,
        lost: &[u32],
        shifts: &[i32],
        [j, b]: [usize; 2],
    ) -> Option<(u32, u8)> {
        let (place, &shift, all) = (self.places.get(j)?, shifts.get(b)?, *lost.get(j)?);
        let others = shifts.iter().enumerate().filter(|(a, _)| *a != b);
        let change = |(a, &other): (usize, &i32)| {
            let i = self.count_before(j, place.start(shift), other);
            let last = i.checked_sub(1);
            let reached = last.map_or(cost::CHANGE, |last| found.cost(last, a));
            let skipped = all.saturating_sub(*lost.get(i)?);
            let change = last.map_or(Some(cost::CHANGE), |last| self.change([last, j], [other, shift]))?;
            Some((reached.saturating_add(skipped).saturating_add(change), u8::try_from(a).ok()?))
        };
        others.filter_map(change).min()
    }

    /// Returns the cost of missing or extra bytes between two places with two shifts, apart from the lost records.
    fn change(&self, [i, j]: [usize; 2], [shift, next_shift]: [i32; 2]) -> Option<u32> {
        let (&before, &after) = (self.places.get(i)?, self.places.get(j)?);
        let is_whole = after.is_after(before, [next_shift, shift]) && j.checked_sub(i)? > 1;
        Some(match (self.names_fit([i, j], [shift, next_shift]), is_whole) {
            (Some((true, _)), true) => cost::PROVEN,
            (Some((false, _)), _) => cost::CHANGE.saturating_add(cost::NAMES),
            (Some((true, _)), false) | (None, _) => cost::CHANGE,
        })
    }

    /// Returns whether the names of two frames agree with the number of lost frames between them, and whether they prove it. `None`
    /// if the frames have no such names.
    pub(crate) fn names_fit(&self, [i, j]: [usize; 2], shifts: [i32; 2]) -> Option<(bool, bool)> {
        let (&before, &after) = (self.places.get(i)?, self.places.get(j)?);
        let name = |place: Place, shift| frame_name(self.list(place)?, place.at(self.file, shift)?);
        let names = name(before, shifts[0]).zip(name(after, shifts[1]));
        let ((stem, number), (next_stem, next)) = names.filter(|_| before.list == after.list)?;
        let following = j.checked_sub(i)?;
        match (stem == next_stem, next % 100) {
            // In some models, the numbers continue in the next sequence.
            _ if next == number.saturating_add(following)
                && (stem == next_stem || after.is_after(before, [shifts[1], shifts[0]])) =>
            {
                Some((true, true))
            }
            (true, _) => Some((false, true)),
            // A sequence starts with the number 0 or 1. With a greater number, its first frames are missing.
            (false, 0 | 1) => None,
            (false, next) => Some((next <= following, false)),
        }
    }
}

/// Returns the positions of the record at the start of `bytes`.
fn pose(list: &List, bytes: &[u8]) -> Positions {
    positions(list, bytes.get(..list.stride).unwrap_or_default())
}
