//! The shifts at which a damaged file may contain its records.

use md2_common::layout::{List, Value};

use crate::align::Place;
use crate::record::{Strictness, record_size};
use crate::track::shifts_around;

/// The greatest distance by which records are searched.
const MOST: usize = 1 << 16;

/// The places of all records, in the order of the file, and the shifts at which frames were found.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    pub(crate) places: Vec<Place>,
    pub(crate) shifts: Vec<i32>,
    /// The number of bytes by which the groups of all lists exceed single records.
    extra: usize,
}

impl Walk {
    /// Finds the places of all records. Only frames with names are searched; the others are expected at their offsets.
    pub(crate) fn new(file: &[u8], lists: &[List]) -> (Self, Vec<Strictness>) {
        let mut order: Vec<usize> = (0..lists.len()).collect();
        order.sort_by_key(|&list| lists.get(list).map(|list| list.start));
        let mut walk = Self::default();
        let mut tests = vec![Strictness { has_names: false, has_bounds: true }; lists.len()];
        for number in order {
            let Some((list, used)) = lists.get(number).zip(tests.get_mut(number)) else { continue };
            if !list.is_per_frame() {
                walk.add(file, (number, list), *used);
                continue;
            }
            let mut best: Option<(usize, Walk, Strictness)> = None;
            for (has_names, has_bounds) in [(true, true), (true, false), (false, true), (false, false)] {
                let test = Strictness { has_names, has_bounds };
                let mut tried = Self { extra: walk.extra, ..Self::default() };
                let sound = tried.add(file, (number, list), test);
                if best.as_ref().is_none_or(|(most, ..)| sound > *most) {
                    best = Some((sound, tried, test));
                }
                if best.as_ref().is_some_and(|(most, ..)| *most >= list.count.div_ceil(2)) {
                    break;
                }
            }
            let Some((_, found, test)) = best else { continue };
            *used = test;
            walk.places.extend(found.places);
            walk.shifts.extend(found.shifts);
            walk.extra = found.extra;
        }
        walk.places.sort_by_key(|place| place.at);
        (walk, tests)
    }

    /// Adds the places of a list, and returns the number of plausible records.
    fn add(&mut self, file: &[u8], (number, list): (usize, &List), test: Strictness) -> usize {
        let mut is_searched =
            list.is_per_frame() && list.values.iter().any(|value| matches!(value, Value::Text(_)));
        let start = list.start.saturating_add(if list.offset_at.is_none() { self.extra } else { 0 });
        if u32::try_from(start).is_err() {
            return 0;
        }
        let stride = list.stride.max(list.record_bytes());
        let (mut at, mut shift, mut sound) = (start, 0_isize, 0_usize);
        let mut index = 0_usize;
        while index < list.count {
            let here = at.saturating_add_signed(shift);
            let found = file.get(here..).and_then(|bytes| record_size(list, bytes, test));
            sound = sound.saturating_add(usize::from(found.is_some()));
            let mut lost = 0;
            if is_searched && found.is_none() {
                let from = if index == 0 { here.saturating_sub(MOST / 8) } else { here.saturating_add(1) };
                if let Some(next) = next_record(file, list, from, test) {
                    let gap = next.saturating_sub(here);
                    lost = gap
                        .saturating_add(list.stride / 2)
                        .checked_div(list.stride)
                        .unwrap_or(0)
                        .max(usize::from(index > 0));
                    shift = next.wrapping_sub(at.saturating_add(lost.saturating_mul(stride))).cast_signed();
                    self.shifts.extend(shifts_around(shift, stride));
                    if lost == 0 {
                        continue;
                    }
                } else {
                    is_searched = false;
                }
            }
            for _ in 0..lost.max(1).min(list.count.saturating_sub(index)) {
                let bytes = found.unwrap_or(list.record_bytes());
                let numbers =
                    (u16::try_from(number), u32::try_from(index), u32::try_from(at), u32::try_from(bytes));
                let (Ok(number), Ok(nth), Ok(place), Ok(size)) = numbers else { return sound };
                self.places.push(Place { list: number, index: nth, at: place, bytes: size });
                let unused = list.stride.saturating_sub(list.record_bytes());
                at = at.saturating_add(bytes.max(1).saturating_add(unused));
                index = index.saturating_add(1);
            }
        }
        self.extra = at.saturating_sub(list.start.saturating_add(index.saturating_mul(stride)));
        sound
    }
}

/// Returns the offset of the first plausible record from an offset on.
fn next_record(file: &[u8], list: &List, from: usize, test: Strictness) -> Option<usize> {
    let end = from.saturating_add(list.stride.saturating_mul(4).saturating_add(2 * MOST)).min(file.len());
    (from..end).find(|&at| file.get(at..).is_some_and(|bytes| record_size(list, bytes, test).is_some()))
}

/// Returns the shifts to try: the first is that of an undamaged file, the second that of the end of the file, and the others are those
/// that were seen most often.
pub(crate) fn to_try(seen: &[i32], end: i32, most: usize) -> Vec<i32> {
    let mut counted: Vec<(usize, i32)> = Vec::new();
    for &shift in seen.iter().take(1 << 12) {
        match counted.iter_mut().find(|(_, other)| *other == shift) {
            Some((count, _)) => *count = count.saturating_add(1),
            None => counted.push((1, shift)),
        }
    }
    counted.sort_by_key(|&(count, shift)| (std::cmp::Reverse(count), shift.unsigned_abs()));
    let mut shifts = vec![0];
    shifts.extend(Some(end).filter(|&end| end != 0));
    for (_, shift) in counted {
        if shifts.len() < most && !shifts.contains(&shift) {
            shifts.push(shift);
        }
    }
    shifts
}
