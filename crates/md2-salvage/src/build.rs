//! A new file with the records of a damaged one.

use md2_common::layout::{FileLayout, List, Loss, Part, Value};

use crate::read::Records;
use crate::record::other_members;
use crate::repair::Repair;
use crate::track::is_track;

impl Records<'_> {
    /// Shortens the lists of frames if the last frames are not in the file.
    pub(crate) fn cut(&mut self) {
        let all: Vec<usize> = (0..self.lists.len())
            .filter(|&list| self.lists[list].is_per_frame() && self.lists[list].count > 0)
            .collect();
        let mut frames: Vec<usize> =
            all.iter().copied().filter(|&list| is_track(&self.lists[list])).collect();
        if frames.is_empty() {
            frames.clone_from(&all);
        }
        let Some(kept) = frames.iter().map(|&list| self.known(list)).max() else { return };
        let stated = frames.iter().map(|&list| self.lists[list].count).max().unwrap_or(0);
        self.frames = kept;
        all.iter().for_each(|&list| self.records[list].truncate(kept));
        if kept < stated {
            let done = format!("kept {kept} of {stated}, the rest is beyond the end of the file");
            self.repairs.push(Repair::loss("frames", self.file.len(), done));
        }
    }

    /// Returns the number of records of a list up to the last one that was found, or that is not beyond the end of the file.
    fn known(&self, list: usize) -> usize {
        let last = self.records[list].iter().rposition(Option::is_some);
        self.inside[list].max(last.map_or(0, |last| last + 1))
    }

    /// Drops the surfaces that lack most frames, or all triangles, if others are left.
    pub(crate) fn drop_parts(&mut self) {
        let mut first = 0;
        let is_whole = |part: &Part| {
            let lists = first..first + part.lists.len();
            first = lists.end;
            part.lists.iter().zip(lists).all(|(list, number)| {
                let found = self.records[number].iter().flatten().count();
                let is_lost =
                    is_track(list) && 2 * found < self.records[number].len() || is_shape(list) && found == 0;
                list.count == 0 || !is_lost
            })
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
        let mut first = 0;
        for part in self.parts.clone() {
            let lists = first..first + part.lists.len();
            for user in lists.clone() {
                for (at, bytes, target) in indices(&part.lists[user - first]) {
                    let Some(target) = part.lists.iter().position(|list| list.name == target) else {
                        continue;
                    };
                    let target = self.records[first + target].clone();
                    for record in &mut self.records[user] {
                        let index = record.map(|record| {
                            record[at..at + bytes]
                                .iter()
                                .rev()
                                .fold(0, |index, byte| index << 8 | usize::from(*byte))
                        });
                        if index.is_some_and(|index| target.get(index) == Some(&None)) {
                            *record = None;
                        }
                    }
                }
            }
            first = lists.end;
        }
    }

    /// Returns a file with the records. `None` if no record of a list is left that has some.
    pub(crate) fn write(&mut self, layout: &FileLayout, trailer: &[u8]) -> Option<Vec<u8>> {
        let mut file = Vec::with_capacity(self.file.len());
        let mut next = 0;
        let parts = std::mem::take(&mut self.parts);
        for (number, part) in parts.iter().enumerate() {
            let start = file.len();
            file.extend_from_slice(self.file.get(part.start..part.start + part.header_bytes)?);
            if number == 0 {
                put(&mut file, 4, usize::try_from(layout.version).ok()?)?;
            }
            for list in &part.lists {
                let offset = file.len() - start;
                let written = self.write_list(next, (part, list), &mut file)?;
                next += 1;
                for (at, value) in [(list.count_at, written), (list.offset_at, offset)] {
                    if let Some(at) = at {
                        put(&mut file, start + at, value)?;
                    }
                }
            }
            if let Some(at) = part.end {
                let length = file.len() - start;
                put(&mut file, start + at, length)?;
            }
            if let Some([offset, count]) = part.children {
                let length = file.len();
                put(&mut file, start + offset, length)?;
                put(&mut file, start + count, parts.len() - 1)?;
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
        let records = std::mem::take(&mut self.records[number]);
        let sound = || records.iter().enumerate().filter_map(|(index, record)| Some((index, (*record)?)));
        self.report_lost((part, list), &records);
        let mut written = 0;
        for (index, record) in records.iter().enumerate() {
            let nearest = || {
                let distance = |other: usize| other.abs_diff(index) * 2 + usize::from(other > index);
                sound().min_by_key(|(other, _)| distance(*other)).map(|(_, record)| record)
            };
            let bytes = match (record, list.loss) {
                (Some(record), _) => Some(*record),
                (None, Loss::Drop) => continue,
                // Without a sound record, the size may be wrong, too.
                (None, _) if sound().next().is_none() && list.end() > 2 * self.file.len() => continue,
                (None, Loss::Clear) => None,
                (None, Loss::Copy) => nearest(),
                (None, Loss::Frame) => Some(nearest()?),
            };
            written += 1;
            let start = file.len();
            match bytes {
                Some(bytes) => file.extend_from_slice(bytes),
                None => file.resize(start + list.record_bytes(), 0),
            }
            if let Some(members) = bytes.and_then(|bytes| other_members(list, bytes)) {
                put(file, start + 4, members)?;
                let done = format!("read as a group of {members} members");
                let offset = bytes.map_or(0, |bytes| offset_in(self.file, bytes));
                self.repairs.push(Repair::loss(format!("{} {index}", list.record), offset, done));
            }
        }
        let is_needed = list.count > 0 && (list.is_per_frame() || is_shape(list));
        (written > 0 || !is_needed).then_some(written)
    }

    /// Reports the lost records, and the records that replace them.
    fn report_lost(&mut self, (part, list): (&Part, &List), records: &[Option<&[u8]>]) {
        let lost: Vec<usize> = (0..records.len()).filter(|&index| records[index].is_none()).collect();
        let Some(&first) = lost.first() else { return };
        let offset = list.start.saturating_add(first.saturating_mul(list.stride)).min(self.file.len());
        if !matches!(list.loss, Loss::Copy | Loss::Frame) {
            let done = if list.loss == Loss::Drop { "dropped" } else { "cleared" };
            let done =
                format!("{done} {} of {}, the first is {} {first}", lost.len(), records.len(), list.record);
            return self.repairs.push(Repair::loss(list.name, offset, done).in_part(&part.name));
        }
        for run in lost.chunk_by(|a, b| a + 1 == *b) {
            let (first, last) = (run[0], run[run.len() - 1]);
            let place = if first == last {
                format!("{} {first}", list.record)
            } else {
                format!("{} {first} to {last}", list.name)
            };
            let offset = list.start.saturating_add(first.saturating_mul(list.stride)).min(self.file.len());
            let nearest =
                first.checked_sub(1).or_else(|| Some(last + 1).filter(|&next| next < records.len()));
            let done = nearest
                .map_or("lost".into(), |nearest| format!("lost, replaced by {} {nearest}", list.record));
            self.repairs.push(Repair::loss(place, offset, done).in_part(&part.name));
        }
    }
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
    let mut at = 0;
    let mut found = Vec::new();
    for value in &list.values {
        if let Value::Index { bytes, list: Some(target), .. } = *value {
            found.push((at, bytes, target));
        }
        at += value.bytes();
    }
    found
}

/// Returns the offset of a part of a file.
fn offset_in(file: &[u8], part: &[u8]) -> usize {
    part.as_ptr().addr().saturating_sub(file.as_ptr().addr())
}

pub(crate) fn put(file: &mut [u8], at: usize, value: usize) -> Option<()> {
    let value = i32::try_from(value).ok()?;
    file.get_mut(at..)?.first_chunk_mut::<4>()?.copy_from_slice(&value.to_le_bytes());
    Some(())
}
