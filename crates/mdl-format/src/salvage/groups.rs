//! Repair of a file in which one group of skins or frames has a wrong number of members.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::sense::{FRAME_HEAD, Judge, group_bytes, plausible_times};
use super::walk::{read_in_place, take_skin};
use super::{Repair, SalvagedFile};
use crate::grammar::{self, prefix_bytes};
use crate::location::Location;
use crate::raw::{Header, St, Triangle};

/// The maximum number of member counts that are tried, because the whole file is read again for each count.
const MAX_TRIED: usize = 64;

/// A possible number of members of a group.
struct MemberCount {
    group: Location,
    /// Byte offset of the number in the file.
    offset: usize,
    number: usize,
}

/// Repairs a file in which only the number of members of one group is wrong. `None` unless exactly one other number
/// makes the file complete and all records plausible. `tail` is the offset of the bytes after the last frame.
pub(super) fn restore_group(file: &[u8], tail: usize, header: Header) -> Option<SalvagedFile> {
    let mut possible = Vec::new();
    add_counts(file.get(..tail)?, &header, &mut possible);
    let mut fitting =
        possible.into_iter().take(MAX_TRIED).filter_map(|MemberCount { group, offset, number }| {
            let mut restored = file.to_vec();
            let count = restored.get_mut(offset..)?.first_chunk_mut()?;
            let found = i32::from_le_bytes(*count);
            let number = i32::try_from(number).ok()?;
            *count = number.to_le_bytes();
            let mut plan = read_in_place(restored.get(..tail)?, header)?;
            if found == number || plan.loss > 0 || !plan.repairs.is_empty() {
                return None;
            }
            let done = "restored the number of members, which all other bytes confirm";
            plan.repairs.push(Repair::new(group, offset, done, found.to_string(), number.to_string()));
            plan.finish(&restored, tail)
        });
    let restored = fitting.next()?;
    fitting.next().is_none().then_some(restored)
}

/// Whether some number of members makes a frame group fill `bytes` exactly.
pub(super) fn is_frame_group(bytes: &[u8], judge: Judge) -> bool {
    let end = |count: usize| group_bytes(FRAME_HEAD, count, judge.frame_bytes());
    frame_counts(bytes, judge).any(|count| end(count) == Some(bytes.len()))
}

/// Adds the member counts that each group may have. Stops at the first record that cannot be read. Usually, this is the
/// record after the group with the wrong count.
fn add_counts(content: &[u8], header: &Header, possible: &mut Vec<MemberCount>) -> Option<()> {
    let size = [u32::try_from(header.skinwidth).ok()?, u32::try_from(header.skinheight).ok()?];
    let texels = usize::try_from(u64::from(size[0]).checked_mul(size[1].into())?).ok()?;
    let vertices = usize::try_from(header.numverts).ok()?;
    let judge = Judge { vertices, trusts_bounds: true };
    let mut rest = content.get(Header::BYTES..)?;
    let count_at = |rest: &[u8]| content.len().saturating_sub(rest.len()).saturating_add(prefix_bytes(false));
    for skin in 0..usize::try_from(header.numskins).ok()? {
        let (group, offset) = (Location::Skin(skin), count_at(rest));
        let numbers = member_counts(rest, prefix_bytes(true), texels.checked_add(size_of::<f32>())?);
        possible.extend(numbers.map(|number| MemberCount { group, offset, number }));
        rest = take_skin(rest, size)?.1;
    }
    let triangles = usize::try_from(header.numtris).ok()?.checked_mul(size_of::<Triangle>())?;
    rest = rest.get(vertices.checked_mul(size_of::<St>())?.checked_add(triangles)?..)?;
    for frame in 0..usize::try_from(header.numframes).ok()? {
        let (group, offset) = (Location::Frame(frame), count_at(rest));
        possible.extend(frame_counts(rest, judge).map(|number| MemberCount { group, offset, number }));
        rest = grammar::frame(rest, vertices, &mut Vec::new(), &mut Vec::new()).ok()?.0;
    }
    Some(())
}

/// Returns the numbers of members that the frame group at the start of `bytes` may have.
fn frame_counts(bytes: &[u8], judge: Judge) -> impl Iterator<Item = usize> {
    let first_pose = move |count: usize| {
        let pose = bytes.get(group_bytes(FRAME_HEAD, count, size_of::<f32>())?..)?;
        pose.get(..judge.frame_bytes().saturating_sub(prefix_bytes(false)))
    };
    let counts = member_counts(bytes, FRAME_HEAD, judge.frame_bytes());
    counts.filter(move |&count| first_pose(count).is_some_and(|pose| judge.is_pose(pose)))
}

/// Returns the numbers of members that the group at the start of `bytes` may have. With each of these numbers, the end
/// times of the members increase, and the next record starts with a valid type of a skin or frame, or a valid `onseam`
/// field of a skin coordinate. `head` is the size in bytes of a group without members, and `member` the size of a member.
fn member_counts(bytes: &[u8], head: usize, member: usize) -> impl Iterator<Item = usize> {
    let is_group = bytes.starts_with(&1_i32.to_le_bytes());
    let times = bytes.get(head..).filter(|_| is_group).unwrap_or_default().as_chunks().0;
    let times = plausible_times(times.iter().map(|time| f32::from_le_bytes(*time)));
    (1..).zip(times).map(|(count, _)| count).filter(move |&count| {
        let after = group_bytes(head, count, member).and_then(|end| bytes.get(end..));
        after.is_some_and(|after| match after.first_chunk() {
            Some(next) => [0, 1, St::ON_SEAM].contains(&i32::from_le_bytes(*next)),
            None => after.is_empty(),
        })
    })
}
