//! A new file with the records of a damaged one.

use md2_common::layout::{FileLayout, List, Loss, Part, Value};
use md2_common::overwritten::has_zero_block;

use crate::read::Records;
use crate::record::{offset_in, other_members, unsigned};
use crate::repair::Repair;
use crate::track::is_track;

impl Records<'_> {
    /// Shortens the lists of frames if the last frames are not in the file.
    pub(crate) fn cut(&mut self) {
        let is_used = |list: &List| list.is_per_frame() && list.count > 0;
        let has_tracks = self.lists.iter().any(|list| is_used(list) && is_track(list));
        // The numbers in the headers, of which only a part may have been searched.
        let lists = self.parts.iter().flat_map(|part| &part.lists);
        let frames = lists.zip(&self.records).zip(&self.inside);
        let frames = frames.filter(|((list, _), _)| is_used(list) && (is_track(list) || !has_tracks));
        let counts = frames.map(|((list, records), inside)| (known(records, *inside), list.count));
        let Some((kept, stated)) = counts.reduce(|a, b| (a.0.max(b.0), a.1.max(b.1))) else { return };
        self.frames = kept;
        let records = self.lists.iter().zip(&mut self.records).filter(|(list, _)| is_used(list));
        records.for_each(|(_, records)| records.truncate(kept));
        if kept < stated {
            let done = format!("kept {kept} of {stated}, the rest is beyond the end of the file");
            self.repairs.push(Repair::loss("frames", self.file.len(), done));
        }
    }

    /// Drops the surfaces that lack most frames, or all triangles, if others are left.
    pub(crate) fn drop_parts(&mut self) {
        let mut all = self.records.iter();
        let is_whole = |part: &Part| {
            let lists = part.lists.iter().zip(all.by_ref());
            let lost = lists.filter(|(list, records)| {
                let found = records.iter().flatten().count();
                let is_lost =
                    is_track(list) && found < records.len().div_ceil(2) || is_shape(list) && found == 0;
                list.count > 0 && is_lost
            });
            lost.count() == 0
        };
        let whole: Vec<bool> = self.parts.iter().map(is_whole).collect();
        if whole.iter().skip(1).all(|is_whole| !is_whole) {
            return;
        }
        let lists: Vec<bool> =
            self.parts.iter().zip(&whole).flat_map(|(part, &whole)| vec![whole; part.lists.len()]).collect();
        for (part, _) in self.parts.iter().zip(&whole).filter(|(_, is_whole)| !**is_whole) {
            self.repairs.push(Repair::loss(&*part.name, part.start, "dropped, most of its records are lost"));
        }
        retain(&mut self.parts, &whole);
        retain(&mut self.lists, &lists);
        retain(&mut self.records, &lists);
        retain(&mut self.inside, &lists);
    }

    /// Drops the records with an index that refers to a lost record.
    pub(crate) fn drop_users(&mut self) {
        let mut rest = self.records.as_mut_slice();
        for part in &self.parts {
            let (records, others) = rest.split_at_mut(part.lists.len().min(rest.len()));
            rest = others;
            for (user, list) in part.lists.iter().enumerate() {
                for (at, bytes, target) in indices(list) {
                    let target = part.lists.iter().position(|list| list.name == target);
                    let Some(target) = target.and_then(|target| records.get(target)).cloned() else {
                        continue;
                    };
                    for record in records.get_mut(user).into_iter().flatten() {
                        let index = record.and_then(|record| record.get(at..at.checked_add(bytes)?));
                        let index = index.map(|index| unsigned(index).0);
                        if index.is_some_and(|index| target.get(index) == Some(&None)) {
                            *record = None;
                        }
                    }
                }
            }
        }
    }

    /// Returns a file with the records. `None` if no record of a list is left that has some.
    pub(crate) fn write(&mut self, layout: &FileLayout, trailer: &[u8]) -> Option<Vec<u8>> {
        let mut file = Vec::with_capacity(self.file.len());
        let mut lists = 0..self.lists.len();
        let parts = std::mem::take(&mut self.parts);
        for (number, part) in parts.iter().enumerate() {
            let start = file.len();
            file.extend_from_slice(self.file.get(part.start..part.start.checked_add(part.header_bytes)?)?);
            if number == 0 {
                put(&mut file, 4, usize::try_from(layout.version).ok()?)?;
            }
            for list in &part.lists {
                let offset = file.len().saturating_sub(start);
                let written = self.write_list(lists.next()?, (part, list), &mut file)?;
                for (at, value) in [(list.count_at, written), (list.offset_at, offset)] {
                    if let Some(at) = at {
                        put(&mut file, start.saturating_add(at), value)?;
                    }
                }
            }
            if let Some(at) = part.end {
                let length = file.len().saturating_sub(start);
                put(&mut file, start.saturating_add(at), length)?;
            }
            if let Some([offset, count]) = part.children {
                let length = file.len();
                put(&mut file, start.saturating_add(offset), length)?;
                put(&mut file, start.saturating_add(count), parts.len().saturating_sub(1))?;
            }
        }
        if let Some(Part { end: Some(at), .. }) = parts.first() {
            let length = file.len();
            put(&mut file, *at, length)?;
        }
        self.parts = parts;
        file.extend_from_slice(trailer);
        Some(file)
    }

    fn write_list(
        &mut self,
        number: usize,
        (part, list): (&Part, &List),
        file: &mut Vec<u8>,
    ) -> Option<usize> {
        if list.is_per_frame() && list.record_bytes() == 0 {
            return Some(self.frames);
        }
        let records = std::mem::take(self.records.get_mut(number)?);
        let sound = |(index, record): (usize, &Option<&[u8]>)| Some((has_zero_block((*record)?), index));
        let sound: Vec<(bool, usize)> = records.iter().enumerate().filter_map(sound).collect();
        self.report_lost((part, list), &records, &sound);
        let mut written = 0_usize;
        for (index, record) in records.iter().enumerate() {
            let nearest = || records.get(stand_in(&sound, index)?).copied().flatten();
            let bytes = match (record, list.loss) {
                (Some(record), _) => Some(*record),
                (None, Loss::Drop) => continue,
                // Without a sound record, the size may be wrong, too.
                (None, _) if sound.is_empty() && list.end() / 2 > self.file.len() => continue,
                (None, Loss::Clear) => None,
                (None, Loss::Copy) => nearest(),
                (None, Loss::Frame) => Some(nearest()?),
            };
            written = written.saturating_add(1);
            let start = file.len();
            match bytes {
                Some(bytes) => file.extend_from_slice(bytes),
                None => file.resize(start.saturating_add(list.record_bytes()), 0),
            }
            if let Some(members) = bytes.and_then(|bytes| other_members(list, bytes)) {
                put(file, start.saturating_add(4), members)?;
                let done = format!("read as a group of {members} members");
                let offset = bytes.map_or(0, |bytes| offset_in(self.file, bytes));
                self.repairs.push(Repair::loss(format!("{} {index}", list.record), offset, done));
            }
        }
        let is_needed = list.count > 0 && (list.is_per_frame() || is_shape(list));
        (written > 0 || !is_needed).then_some(written)
    }

    /// Reports the lost records, and the records that replace them.
    fn report_lost(
        &mut self,
        (part, list): (&Part, &List),
        records: &[Option<&[u8]>],
        sound: &[(bool, usize)],
    ) {
        let is_lost = |(index, record): (usize, &Option<_>)| record.is_none().then_some(index);
        let lost: Vec<usize> = records.iter().enumerate().filter_map(is_lost).collect();
        let Some(&first) = lost.first() else { return };
        let offset = list.start.saturating_add(first.saturating_mul(list.stride)).min(self.file.len());
        if !matches!(list.loss, Loss::Copy | Loss::Frame) {
            let done = if list.loss == Loss::Drop { "dropped" } else { "cleared" };
            let done =
                format!("{done} {} of {}, the first is {} {first}", lost.len(), records.len(), list.record);
            return self.repairs.push(Repair::loss(list.name, offset, done).in_part(&part.name));
        }
        for run in lost.chunk_by(|a, b| a.abs_diff(*b) == 1) {
            let (&[first, ..], &[.., last]) = (run, run) else { continue };
            let place = if first == last {
                format!("{} {first}", list.record)
            } else {
                format!("{} {first} to {last}", list.name)
            };
            let offset = list.start.saturating_add(first.saturating_mul(list.stride)).min(self.file.len());
            let done = match [first, last].map(|lost| stand_in(sound, lost)) {
                [Some(one), Some(other)] if one == other => {
                    format!("lost, replaced by {} {one}", list.record)
                }
                [Some(one), Some(other)] => format!("lost, replaced by {} {one} and {other}", list.name),
                _ => "lost".into(),
            };
            self.repairs.push(Repair::loss(place, offset, done).in_part(&part.name));
        }
    }
}

/// Returns the number of the nearest sound record, of those without a block of zeros if there are any: a block of zeros is a sign of
/// damage. `sound` has for each sound record whether it contains such a block, and its number.
fn stand_in(sound: &[(bool, usize)], lost: usize) -> Option<usize> {
    let order = |&&(has_zeros, index): &&(bool, usize)| (has_zeros, index.abs_diff(lost), index > lost);
    sound.iter().min_by_key(order).map(|&(_, index)| index)
}

/// Returns the number of records up to the last one that was found, or that is not beyond the end of the file.
fn known(records: &[Option<&[u8]>], inside: usize) -> usize {
    let last = records.iter().rposition(Option::is_some);
    inside.max(last.map_or(0, |last| last.saturating_add(1)))
}

/// Whether the records of a list are triangles.
fn is_shape(list: &List) -> bool {
    !indices(list).is_empty()
}

fn retain<T>(items: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    items.retain(|_| kept.next() == Some(&true));
}

/// Returns the offset, the size and the target of each index that refers to another list.
fn indices(list: &List) -> Vec<(usize, usize, &'static str)> {
    let mut at = 0_usize;
    let mut found = Vec::new();
    for value in &list.values {
        if let Value::Index { bytes, list: Some(target), .. } = *value {
            found.push((at, bytes, target));
        }
        at = at.saturating_add(value.bytes());
    }
    found
}

pub(crate) fn put(file: &mut [u8], at: usize, value: usize) -> Option<()> {
    let value = i32::try_from(value).ok()?;
    file.get_mut(at..)?.first_chunk_mut::<4>()?.copy_from_slice(&value.to_le_bytes());
    Some(())
}
