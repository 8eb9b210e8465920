//! Reading of a damaged file in which no bytes are missing or extra between the records.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

use super::sense::{self, FRAME_HEAD, Judge, group_bytes};
use super::{Piece, Plan, Repair};
use crate::grammar::{self, prefix_bytes};
use crate::location::{Location, Section};
use crate::raw::{Header, HeaderField, St, Triangle};
use crate::skin::Skin;

/// Reads the records one after another, and skips damaged single frames, whose size is known. `None` if the file ends
/// before the first frame.
pub(super) fn read_in_place<'a>(content: &'a [u8], header: Header) -> Option<Plan<'a>> {
    let count = |number: i32| usize::try_from(number).ok();
    let mut rest = content.get(Header::BYTES..)?;
    let (mut skins, mut repairs, mut odd_skins) = (Vec::new(), Vec::new(), 0_usize);
    let side = |side: i32| u32::try_from(side).ok();
    let size = [side(header.skinwidth)?, side(header.skinheight)?];
    if size.contains(&0) && header.numskins > 0 {
        return None;
    }
    for skin in 0..count(header.numskins)? {
        let offset = content.len().saturating_sub(rest.len());
        let (piece, after) = take_skin(rest, size)?;
        let is_odd = |skin: &Skin<'_>| {
            sense::plausible_times(skin.intervals().iter()).count() < skin.intervals().len()
        };
        odd_skins =
            odd_skins.saturating_add(grammar::skin(rest, size).is_ok_and(|(_, skin)| is_odd(&skin)).into());
        if piece.is_retyped {
            repairs.push(retyped(Location::Skin(skin), offset, rest));
        }
        skins.push(piece);
        rest = after;
    }
    let vertices = count(header.numverts)?;
    let (rest, st) = grammar::records::<St>(rest, "the skin coordinates", vertices as u64).ok()?;
    let triangles = u64::try_from(header.numtris).ok()?;
    let (frames, triangles) = grammar::records::<Triangle>(rest, "the triangles", triangles).ok()?;
    let size = [header.skinwidth, header.skinheight];
    let odd_st = st.iter().filter(|st| !sense::is_st(*st, size)).count();
    let odd = triangles.iter().filter(|triangle| !sense::has_vertices(*triangle, vertices)).count();
    let mut plan = Plan {
        header,
        skins,
        st: st.iter().enumerate().collect(),
        triangles: triangles.iter().enumerate().collect(),
        frames: Vec::new(),
        repairs,
        loss: odd_skins.saturating_add(odd_st).saturating_add(odd),
    };
    plan.take_frames(content.len().saturating_sub(frames.len()), frames);
    Some(plan)
}

/// Splits off the skin at the start of `bytes`, and also returns the remaining bytes. A skin with an invalid type is
/// read as a single image. `None` if `bytes` end inside the skin.
pub(super) fn take_skin(bytes: &[u8], size: [u32; 2]) -> Option<(Piece<'_>, &[u8])> {
    let kind = i32::from_le_bytes(*bytes.first_chunk()?);
    let parsed = grammar::skin(bytes, size).ok().filter(|_| matches!(kind, 0 | 1));
    let texels = u64::from(size[0]).saturating_mul(size[1].into());
    let end =
        || Some(bytes.split_at_checked(usize::try_from(texels).ok()?.checked_add(prefix_bytes(false))?)?.1);
    let is_retyped = parsed.is_none();
    let rest = parsed.map(|(rest, _)| rest).or_else(end)?;
    let bytes = bytes.get(..bytes.len().saturating_sub(rest.len()))?;
    Some((Piece { bytes, is_retyped }, rest))
}

fn retyped(location: Location, offset: usize, bytes: &[u8]) -> Repair {
    let kind = bytes.first_chunk().map_or(0, |kind| i32::from_le_bytes(*kind));
    Repair::new(location, offset, "set the type to 0 (single)", format!("type {kind}"), "0 or 1")
}

impl<'a> Plan<'a> {
    fn take_frames(&mut self, offset: usize, frames: &'a [u8]) {
        let vertices = self.st.len();
        let mut judge = Judge { vertices, trusts_bounds: true };
        let (size, announced) = (judge.frame_bytes(), usize::try_from(self.header.numframes).unwrap_or(0));
        let named = Judge { trusts_bounds: false, ..judge };
        let bad = |judge: Judge| {
            frames.chunks_exact(size).take(announced).filter(|frame| !judge.is_frame(frame)).count()
        };
        let singles = announced.min(frames.len().checked_div(size).unwrap_or(0));
        // Some exporters write wrong bounds. In their files, frames are recognized by types and names instead.
        judge.trusts_bounds =
            sense::is_exception(bad(judge), singles) || !sense::is_exception(bad(named), singles);
        let (mut rest, mut read) = (frames, 0);
        while read < announced && !rest.is_empty() {
            let at = offset.saturating_add(frames.len().saturating_sub(rest.len()));
            let location = Location::Frame(read);
            let single = rest.split_at_checked(size);
            let readable = single.filter(|(frame, _)| judge.is_readable(frame));
            let grouped = group_end(rest, judge);
            if let Some((bytes, after)) = grouped.and_then(|end| rest.split_at_checked(end)) {
                self.frames.push(Piece { bytes, is_retyped: false });
                rest = after;
            } else if let Some((bytes, after)) = readable {
                let is_retyped = !bytes.starts_with(&[0; 4]);
                if is_retyped {
                    self.repairs.push(retyped(location, at, rest));
                }
                self.frames.push(Piece { bytes, is_retyped });
                rest = after;
            } else if let Some((bad, after)) = skip_frames(rest, announced.saturating_sub(read), judge) {
                let found = "the type or the name is invalid, or the vertices are outside the bounds";
                let bad_frames = read..read.saturating_add(bad);
                self.repairs.extend(bad_frames.map(|frame| {
                    let at = at.saturating_add(size.saturating_mul(frame.saturating_sub(read)));
                    Repair::new(Location::Frame(frame), at, "dropped", found, "")
                }));
                self.loss = self.loss.saturating_add(bad);
                read = read.saturating_add(bad.saturating_sub(1));
                rest = after;
            } else {
                break;
            }
            read = read.saturating_add(1);
        }
        let left = usize::from(!rest.is_empty()).saturating_add(announced.saturating_sub(read));
        self.loss = self.loss.saturating_add(left);
        if read < announced {
            let (done, found) = (format!("kept {read}"), format!("{announced} in the header"));
            let location = Location::Section(Section::Frames);
            let offset = HeaderField::NumFrames.offset();
            self.repairs.push(Repair::new(location, offset, done, found, format!("{read}")));
        }
    }
}

/// Skips damaged frames up to the next plausible frame or the end of `bytes`. Returns the number of skipped frames and
/// the bytes after them, or `None` if the number would exceed `most`. The bytes of a damaged group can look like single
/// frames, so a group is skipped only if all frames after it are plausible.
fn skip_frames(bytes: &[u8], most: usize, judge: Judge) -> Option<(usize, &[u8])> {
    let after = |head: usize, count| bytes.get(group_bytes(head, count, judge.frame_bytes())?..);
    let is_next = |rest: &[u8]| rest.is_empty() || frame_end(rest, judge).is_some();
    let mut singles = (1..=most).map_while(|count| Some((count, after(0, count)?)));
    if let Some(found) = singles.find(|(_, rest)| is_next(rest)) {
        return Some(found);
    }
    // If a frame begins after the head of the group, these bytes were inserted, and there is no group.
    if after(FRAME_HEAD, 0).is_some_and(is_next) {
        return None;
    }
    let mut counts = FrameCounts { judge, known: BTreeMap::new() };
    let mut groups = (1..).map_while(|count| Some((count, after(FRAME_HEAD, count)?)));
    groups.find_map(|(room, rest)| {
        let skipped = most.checked_sub(counts.up_to_end(rest)?)?;
        (1..=room).contains(&skipped).then_some((skipped, rest))
    })
}

/// Returns the size in bytes of the plausible frame at the start of `bytes`, a group or a single frame.
fn frame_end(bytes: &[u8], judge: Judge) -> Option<usize> {
    group_end(bytes, judge).or_else(|| judge.starts_frame(bytes).then_some(judge.frame_bytes()))
}

/// The numbers of frames up to the end of a file. Each offset is examined once.
struct FrameCounts {
    judge: Judge,
    /// The numbers by the number of bytes up to the end; `None` if the frames are implausible or do not end there.
    known: BTreeMap<usize, Option<usize>>,
}

impl FrameCounts {
    fn up_to_end(&mut self, mut rest: &[u8]) -> Option<usize> {
        let mut starts = Vec::new();
        let mut count = loop {
            if rest.is_empty() {
                break Some(0);
            }
            if let Some(known) = self.known.get(&rest.len()) {
                break *known;
            }
            starts.push(rest.len());
            let Some(next) = frame_end(rest, self.judge).and_then(|end| rest.get(end..)) else { break None };
            rest = next;
        };
        for start in starts.into_iter().rev() {
            count = count.map(|count| count.saturating_add(1));
            self.known.insert(start, count);
        }
        count
    }
}

/// Returns the size in bytes of the frame group at the start of `bytes`. `None` if there is no plausible group.
fn group_end(bytes: &[u8], judge: Judge) -> Option<usize> {
    let (mut frames, mut poses) = (Vec::new(), Vec::new());
    if !bytes.starts_with(&1_i32.to_le_bytes()) {
        return None;
    }
    let (rest, ()) = grammar::frame(bytes, judge.vertices, &mut frames, &mut poses).ok()?;
    let has_times = frames.first().is_some_and(|frame| frame.intervals.rise());
    let bad = poses.iter().filter(|pose| !judge.is_plausible(pose.header, pose.vertices)).count();
    let is_followed =
        || rest.is_empty() || rest.get(..judge.frame_bytes()).is_some_and(|frame| judge.is_readable(frame));
    let is_plausible = has_times && bad == 0 || bad <= poses.len() / 2 && is_followed();
    is_plausible.then(|| bytes.len().saturating_sub(rest.len()))
}
