//! Reading of a file in which bytes are missing or extra at one place.

use alloc::format;
use alloc::vec::Vec;

use md2_common::salvage::{Block, RecordList};

use super::sense::{self, Judge};
use super::{Piece, Plan, Repair};
use crate::grammar::pose_bytes;
use crate::location::{Location, Section};
use crate::raw::{Header, Record, St, Triangle};

/// Computes the offsets and sizes of the four lists (skins, skin coordinates, triangles, frames) in a file without
/// groups. `None` if a count is negative.
pub(super) fn lists(header: &Header) -> Option<[RecordList; 4]> {
    let count = |number: i32| u64::try_from(number).ok();
    let vertices = count(header.numverts)?;
    let texels = count(header.skinwidth)?.saturating_mul(count(header.skinheight)?);
    let pose = pose_bytes(usize::try_from(vertices).ok()?);
    let sizes = [
        (count(header.numskins)?, texels.saturating_add(4)),
        (vertices, size_of::<St>() as u64),
        (count(header.numtris)?, size_of::<Triangle>() as u64),
        (count(header.numframes)?, pose.saturating_add(4)),
    ];
    let mut start = Header::BYTES as u64;
    Some(sizes.map(|(count, bytes)| {
        let list = RecordList { start, bytes, count };
        start = list.end();
        list
    }))
}

/// Reads the records before and after the place where bytes are missing or extra. `None` if there is no such place, or
/// if no record after it can be found.
pub(super) fn read_moved(content: &[u8], header: Header) -> Option<Plan<'_>> {
    let lists = lists(&header)?;
    let [.., frames] = lists;
    let (end, found_end) = (frames.end(), content.len() as u64);
    let judge = Judge { vertices: usize::try_from(header.numverts).ok()?, trusts_bounds: true };
    let size = [header.skinwidth, header.skinheight];
    let block = Block::new(content, lists.into(), (end, found_end), |list, bytes, _| match list {
        0 => bytes.starts_with(&[0; 4]),
        1 => sense::is_st(St::read(bytes), size),
        2 => {
            let triangle = Triangle::read(bytes);
            matches!(triangle.facesfront, 0 | 1) && sense::has_vertices(triangle, judge.vertices)
        }
        // The bytes of other records can look like a frame without a name, so a name is required.
        _ => judge.is_frame(bytes) && bytes.get(12) != Some(&0),
    })?;
    if end == found_end || block.lost(3).end == frames.count {
        // No record after the damage is at the expected offset.
        return None;
    }
    let pieces = |list| block.known(list).map(|(_, bytes)| Piece { bytes, is_retyped: false }).collect();
    let mut plan = Plan {
        header,
        skins: pieces(0),
        st: block.known(1).map(|(i, bytes)| (i, St::read(bytes))).collect(),
        triangles: block.known(2).map(|(i, bytes)| (i, Triangle::read(bytes))).collect(),
        frames: pieces(3),
        repairs: Vec::new(),
        loss: 0,
    };
    let sections = [Section::Skins, Section::St, Section::Triangles, Section::Frames];
    for (index, (section, list)) in sections.into_iter().zip(lists).enumerate() {
        let lost = block.lost(index);
        let count = usize::try_from(lost.end.checked_sub(lost.start)?).ok()?;
        if count > 0 {
            plan.loss = plan.loss.checked_add(count)?;
            let offset = usize::try_from(list.record(lost.start)).ok()?.min(content.len());
            let found = format!("missing or extra bytes, the first is number {}", lost.start);
            let (location, done) = (Location::Section(section), format!("dropped {count}"));
            plan.repairs.push(Repair::new(location, offset, done, found, ""));
        }
    }
    Some(plan)
}
