//! The places of all records in a damaged file.
//!
//! Missing and extra bytes move all records after them by the same distance, their shift. For each record, the search decides
//! at which of a few shifts the file contains it, or that it is lost. Of all ways to read the file it takes the one with the
//! lowest cost: each lost record costs something, and so does each change from one shift to another.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "all indices are below the numbers of places and shifts"
)]

use std::ops::Range;

use md2_common::layout::{List, Loss};

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
        self.at as i64 + self.bytes as i64
    }

    /// Whether the record ends before the end of the file, if all records have moved by `shift`.
    pub(crate) fn is_inside(self, file: &[u8], shift: i32) -> bool {
        usize::try_from(self.end() + i64::from(shift)).is_ok_and(|end| end <= file.len())
    }

    /// Returns the bytes from the record to the end of the file, if all records after it have moved by `shift`.
    pub(crate) fn at(self, file: &[u8], shift: i32) -> Option<&[u8]> {
        file.get(usize::try_from(i64::from(self.at) + i64::from(shift)).ok()?..)
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

impl Alignment<'_> {
    pub(crate) fn is_plausible(&self, place: Place, shift: i32) -> bool {
        let (list, test) = (usize::from(place.list), self.tests[usize::from(place.list)]);
        let (list, index) = (&self.lists[list], usize::try_from(place.index).unwrap_or(0));
        place.at(self.file, shift).is_some_and(|bytes| {
            let size = record_size(list, bytes, test);
            size == usize::try_from(place.bytes).ok()
                && (!is_track(list)
                    || is_in_bounds(&positions(list, &bytes[..list.stride]), self.bounds, index))
        })
    }

    /// Returns for each shift whether a record is plausible there. Vertices without names are plausible only where the edges of
    /// triangles are short.
    fn are_plausible(&self, place: Place, shifts: &[i32]) -> Vec<bool> {
        let mut now: Vec<bool> = shifts.iter().map(|&shift| self.is_plausible(place, shift)).collect();
        let list = &self.lists[usize::from(place.list)];
        if !is_track(list) || self.edges.is_empty() {
            return now;
        }
        let lengths = now.iter().zip(shifts).map(|(is_plausible, &shift)| {
            let bytes = place.at(self.file, shift).filter(|_| *is_plausible);
            bytes.map_or(f32::INFINITY, |bytes| length(&positions(list, &bytes[..list.stride]), &self.edges))
        });
        let lengths: Vec<f32> = lengths.collect();
        let least = lengths.iter().copied().fold(f32::INFINITY, f32::min);
        now.iter_mut().zip(lengths).for_each(|(now, length)| *now &= length <= 1.25 * least);
        now
    }

    fn weight(&self, place: Place) -> u32 {
        let list = &self.lists[usize::from(place.list)];
        let few = cost::ALL_FRAMES / u32::try_from(list.count).unwrap_or(u32::MAX).max(1);
        match list.loss {
            Loss::Frame => cost::FRAME.max(few),
            Loss::Copy => cost::LARGE,
            Loss::Drop | Loss::Clear => cost::RECORD,
        }
    }

    /// Finds the way with the lowest cost. `shifts` are the possible shifts, of which the first is that of an undamaged file. The end of the file
    /// has moved by `end`.
    pub(crate) fn read(&self, shifts: &[i32], end: i32) -> Reading {
        /// Marks a record that has the shift of the record before it.
        const SAME: u8 = u8::MAX;
        let (count, all) = (self.places.len(), shifts.len());
        let (mut costs, mut from) = (vec![0_u32; count * all], vec![SAME; count * all]);
        let mut lost: Vec<u32> = Vec::with_capacity(count + 1);
        lost.push(0);
        let mut before = vec![false; all];
        for (j, &place) in self.places.iter().enumerate() {
            let weight = self.weight(place);
            lost.push(lost[j].saturating_add(weight));
            let is_named = self.lists[usize::from(place.list)].is_per_frame();
            let now = self.are_plausible(place, shifts);
            for (b, &shift) in shifts.iter().enumerate() {
                let mut least = match j.checked_sub(1) {
                    Some(i) => costs[i * all + b],
                    None if b == 0 => 0,
                    None => cost::CHANGE,
                };
                least = least.saturating_add(if now[b] { 0 } else { weight });
                if now[b] && (is_named || place.index == 0 || !before[b]) {
                    for (a, &other) in shifts.iter().enumerate().filter(|(a, _)| *a != b) {
                        let start = i64::from(place.at) + i64::from(shift);
                        let i =
                            self.places[..j].partition_point(|place| place.end() + i64::from(other) <= start);
                        let reached = i.checked_sub(1).map_or(cost::CHANGE, |i| costs[i * all + a]);
                        let skipped = lost[j].saturating_sub(lost[i]);
                        let change = if i == 0 { cost::CHANGE } else { self.change(i - 1, other, j, shift) };
                        let cost = reached.saturating_add(skipped).saturating_add(change);
                        if cost < least {
                            (least, from[j * all + b]) = (cost, u8::try_from(a).unwrap_or(SAME));
                        }
                    }
                }
                costs[j * all + b] = least;
            }
            before = now;
        }
        let last = count.checked_sub(1).map_or(&[][..], |last| &costs[last * all..]);
        let ends = last.iter().enumerate().map(|(b, cost)| {
            let differs = if end == shifts[b] { 0 } else { cost::END[usize::from(end > shifts[b])] };
            (cost.saturating_add(differs), b)
        });
        let (cost, mut b) = ends.min().unwrap_or_default();
        let mut reading = Reading { shifts: vec![None; count], changes: Vec::new(), cost };
        let mut j = count;
        while let Some(last) = j.checked_sub(1) {
            reading.shifts[last] =
                Some(shifts[b]).filter(|&shift| self.is_plausible(self.places[last], shift));
            j = last;
            let previous = from[last * all + b];
            if previous != SAME {
                let start = i64::from(self.places[last].at) + i64::from(shifts[b]);
                b = usize::from(previous);
                j = self.places[..last].partition_point(|place| place.end() + i64::from(shifts[b]) <= start);
                reading.changes.push(j..last);
            } else if last == 0 && shifts[b] != 0 {
                reading.changes.push(0..0);
            }
        }
        reading.changes.reverse();
        reading
    }

    /// Returns the cost of missing or extra bytes between the places `i` and `j`, apart from the lost records.
    fn change(&self, i: usize, shift: i32, j: usize, next_shift: i32) -> u32 {
        let [before, after] = [self.places[i], self.places[j]];
        if before.list != after.list {
            return cost::CHANGE;
        }
        let name = |place: Place, shift| {
            frame_name(&self.lists[usize::from(place.list)], place.at(self.file, shift)?)
        };
        let (Some((stem, number)), Some((next_stem, next))) = (name(before, shift), name(after, next_shift))
        else {
            return cost::CHANGE;
        };
        let lost = j - i - 1;
        let is_whole =
            i64::from(after.at) + i64::from(next_shift) == before.end() + i64::from(shift) && lost > 0;
        if stem == next_stem {
            return match next == number + lost + 1 {
                true if is_whole => cost::PROVEN,
                true => cost::CHANGE,
                false => cost::CHANGE + cost::NAMES,
            };
        }
        // A sequence starts with the number 0 or 1. With a greater number, its first frames are missing.
        match next % 100 {
            0 | 1 => cost::CHANGE,
            next if next <= lost + 1 && is_whole => cost::PROVEN,
            next if next <= lost + 1 => cost::CHANGE,
            _ => cost::CHANGE + cost::NAMES,
        }
    }
}
