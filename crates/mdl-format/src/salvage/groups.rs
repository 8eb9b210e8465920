//! Repair of a file in which one count is wrong, in the header or of a group of skins or frames.

use alloc::vec::Vec;

use super::sense::{FRAME_HEAD, Judge, group_bytes, plausible_times};
use super::walk::{read_in_place, take_skin};
use super::{Repair, SalvagedFile, mended_headers};
use crate::grammar::{self, prefix_bytes};
use crate::location::Location;
use crate::raw::{Header, St, Triangle};

/// The maximum number of member counts that are tried, because the whole file is read again for each count.
const MAX_TRIED: usize = 64;

/// Repairs a file in which only one count is wrong, in the header or of a group. `None` if no other count makes the file
/// complete and all records plausible; `Some(None)` if several counts do. `tail` is the offset of the bytes after the last
/// frame.
pub(super) fn restore_count(file: &[u8], tail: usize, header: &Header) -> Option<Option<SalvagedFile>> {
    let content = file.get(..tail)?;
    let mut in_groups = Vec::new();
    add_counts(content, header, &mut in_groups);
    let in_header = mended_headers(content, header)
        .map(|(field, mended)| (Location::Header(field), field.offset(), mended.count(field)));
    let possible = in_header.chain(in_groups.into_iter().take(MAX_TRIED));
    let mut fitting = possible.filter_map(|(location, offset, number)| {
        let mut restored = file.to_vec();
        let count = restored.get_mut(offset..)?.first_chunk_mut()?;
        let found = i32::from_le_bytes(*count);
        *count = number.to_le_bytes();
        let mut plan = read_in_place(restored.get(..tail)?, grammar::header(&restored).ok()?.1)?;
        if found == number || plan.loss > 0 || !plan.repairs.is_empty() {
            return None;
        }
        plan.repairs.push(Repair::read_as(location, offset, found, number));
        plan.finish(&restored, tail)
    });
    let restored = fitting.next()?;
    Some(fitting.all(|other| other.bytes == restored.bytes).then_some(restored))
}

pub(super) fn is_frame_group(bytes: &[u8], judge: Judge) -> bool {
    let end = |count: i32| group_bytes(FRAME_HEAD, usize::try_from(count).ok()?, judge.frame_bytes());
    frame_counts(bytes, judge).any(|count| end(count) == Some(bytes.len()))
}

/// Adds the possible numbers of members of all groups, each with its group and its byte offset. Stops at the first record
/// that cannot be read, which is usually the first record after the group with the wrong number.
fn add_counts(content: &[u8], header: &Header, possible: &mut Vec<(Location, usize, i32)>) -> Option<()> {
    let size = [u32::try_from(header.skinwidth).ok()?, u32::try_from(header.skinheight).ok()?];
    let texels = usize::try_from(u64::from(size[0]).checked_mul(size[1].into())?).ok()?;
    let vertices = usize::try_from(header.numverts).ok()?;
    let judge = Judge { vertices, trusts_bounds: true };
    let mut rest = content.get(Header::BYTES..)?;
    let count_at = |rest: &[u8]| content.len().saturating_sub(rest.len()).saturating_add(prefix_bytes(false));
    for skin in 0..usize::try_from(header.numskins).ok()? {
        let numbers = member_counts(rest, prefix_bytes(true), texels.checked_add(size_of::<f32>())?);
        possible.extend(numbers.map(|number| (Location::Skin(skin), count_at(rest), number)));
        rest = take_skin(rest, size)?.1;
    }
    let triangles = usize::try_from(header.numtris).ok()?.checked_mul(size_of::<Triangle>())?;
    rest = rest.get(vertices.checked_mul(size_of::<St>())?.checked_add(triangles)?..)?;
    for frame in 0..usize::try_from(header.numframes).ok()? {
        let numbers = frame_counts(rest, judge);
        possible.extend(numbers.map(|number| (Location::Frame(frame), count_at(rest), number)));
        rest = grammar::frame(rest, vertices, &mut Vec::new(), &mut Vec::new()).ok()?.0;
    }
    Some(())
}

fn frame_counts(bytes: &[u8], judge: Judge) -> impl Iterator<Item = i32> {
    let is_first_pose = move |count: i32| {
        let pose = bytes.get(group_bytes(FRAME_HEAD, usize::try_from(count).ok()?, size_of::<f32>())?..)?;
        Some(judge.is_pose(pose.get(..judge.frame_bytes().saturating_sub(prefix_bytes(false)))?))
    };
    let counts = member_counts(bytes, FRAME_HEAD, judge.frame_bytes());
    counts.filter(move |&count| is_first_pose(count) == Some(true))
}

/// Returns the possible numbers of members of the group at the start of the bytes. With such a number, the end times
/// of the members increase, and the next record starts with a plausible number: the type of a skin or frame, or the
/// seam of a skin coordinate. `head` is the size of a group without members, and `member` is the size of a member.
fn member_counts(bytes: &[u8], head: usize, member: usize) -> impl Iterator<Item = i32> {
    let is_group = bytes.starts_with(&1_i32.to_le_bytes());
    let times = bytes.get(head..).filter(|_| is_group).unwrap_or_default().as_chunks().0;
    let times = plausible_times(times.iter().map(|time| f32::from_le_bytes(*time)));
    let counts = (1_usize..).zip(times).filter(move |&(count, _)| {
        let after = group_bytes(head, count, member).and_then(|end| bytes.get(end..));
        let starts = |next: &[u8; 4]| [0, 1, St::ON_SEAM].contains(&i32::from_le_bytes(*next));
        after.is_some_and(|after| after.first_chunk().map_or(after.is_empty(), starts))
    });
    counts.filter_map(|(count, _)| i32::try_from(count).ok())
}
