//! Reading of the header, the frames and the tags of a damaged file.

use alloc::vec::Vec;
use core::ops::Range;

use md2_common::salvage::{Block, RecordList};

use super::mend::{has_overlap, is_tiled, mend};
use super::{Parts, Repair, sense};
use crate::extent::unsigned;
use crate::grammar;
use crate::location::{List, Location};
use crate::raw::{Frame, Header, HeaderField, Record, Records, VERSION};

const FIELDS: [HeaderField; 5] = [
    HeaderField::NumFrames,
    HeaderField::NumTags,
    HeaderField::OfsFrames,
    HeaderField::OfsTags,
    HeaderField::OfsSurfaces,
];

fn lists(header: &Header, stride: usize) -> Vec<RecordList> {
    let (frames, tags) = (header.frames(), unsigned(header.num_tags));
    let tag_bytes = tags.saturating_mul(List::Tags.record_bytes() as u64);
    let frame_list = RecordList { start: frames.start, bytes: stride as u64, count: frames.count };
    Vec::from([frame_list, RecordList { start: header.tags().start, bytes: tag_bytes, count: frames.count }])
}

/// Whether the byte ranges of the header, the frames and the tags are separate, and none contains the start of the first surface.
pub(super) fn is_sound(header: &Header, first_surface: Option<usize>) -> bool {
    let mut all = lists(header, List::Frames.record_bytes());
    all.extend(first_surface.map(|start| RecordList { start: start as u64, bytes: 1, count: 1 }));
    !has_overlap(&all, Header::BYTES as u64)
}

/// Reads the frames and the tags. `None` if their offsets cannot be determined.
pub(super) fn read<'a>(file: &'a [u8], found: Header, surfaces: &[Range<usize>]) -> Option<Parts<'a>> {
    let start = Header::BYTES as u64;
    let end = surfaces.first().map_or(file.len(), |surface| surface.start) as u64;
    let stride = found.frame_stride(file.len());
    let is_whole = |header: &Header| {
        unsigned(header.ofs_surfaces) == end && is_tiled(&lists(header, stride), start, end)
    };
    let has_surfaces = !surfaces.is_empty();
    let frames = usual_frames(file, surfaces);
    let of_first = surfaces.first().and_then(|surface| num_frames(file, surface.start));
    let fits = |header: &Header| {
        let has_frames =
            header.num_frames > 0 && [of_first, Some(found.num_frames)].contains(&Some(header.num_frames));
        has_frames
            && header.num_tags >= 0
            && frames.is_none_or(|count| header.num_frames == count)
            && (!has_surfaces || unsigned(header.ofs_surfaces) == end)
    };
    let mut header = found;
    let mut repairs = Vec::new();
    if !is_whole(&found) || !fits(&found) {
        let fields = FIELDS.map(|field| (field, field.name()));
        let with = |field, value| found.with_integer(field, value);
        if let Some((field, mended)) =
            mend(&fields, (0, start, end), with, |header| lists(header, stride), fits)
        {
            header = mended;
            repairs.extend(mended_field(field, &found, &header));
        }
    }
    // The file may end inside the tags, or bytes may be missing there. Therefore the offset of the surfaces confirms
    // the numbers.
    let declared = if has_surfaces { unsigned(header.ofs_surfaces) } else { end };
    if header.num_frames <= 0 || header.num_tags < 0 || has_overlap(&lists(&header, stride), start) {
        return None;
    }
    let block = Block::new(file, lists(&header, stride), (declared, end), |list, bytes, _| match list {
        0 => sense::is_frame(&Frame::read(bytes)),
        _ => Records::new(bytes).iter().all(|tag| sense::is_certain_tag(&tag)),
    })?;
    repairs.extend(block.torn().map(|found| {
        let (field, done) = (HeaderField::OfsSurfaces, "dropped the records that may be damaged");
        Repair::new(Location::Header(field), field.offset(), done, found, "")
    }));
    let frames = block.records(0).into_iter().map(|bytes| bytes.map(Frame::read)).collect();
    let tags = if header.num_tags > 0 { block.records(1) } else { Vec::new() };
    for (field, used) in
        [(HeaderField::Version, VERSION), (HeaderField::NumSurfaces, i32::try_from(surfaces.len()).ok()?)]
    {
        header = header.with_integer(field, used);
        repairs.extend(mended_field(field, &found, &header));
    }
    Some(Parts { header, frames, tags, surfaces: Vec::new(), repairs })
}

fn mended_field(field: HeaderField, found: &Header, used: &Header) -> Option<Repair> {
    let [found, used] = [found, used].map(|header| header.integer(field).unwrap_or(0));
    (found != used).then(|| Repair::read_as(Location::Header(field), field.offset(), found, used))
}

/// Returns the number of frames in the headers of more than half of the surfaces. `None` if their headers differ too
/// much, or if there is only one surface.
fn usual_frames(file: &[u8], surfaces: &[Range<usize>]) -> Option<i32> {
    let mut counts: Vec<i32> =
        surfaces.iter().filter_map(|surface| num_frames(file, surface.start)).collect();
    counts.sort_unstable();
    let middle = counts.get(counts.len() / 2).copied()?;
    let usual = counts.iter().filter(|&&count| count == middle).count();
    // With a single surface, it is unknown whether the number in the surface or in the file header is wrong.
    (counts.len() > 1 && usual > counts.len() / 2).then_some(middle)
}

fn num_frames(file: &[u8], surface: usize) -> Option<i32> {
    Some(grammar::surface_header(file.get(surface..)?).ok()?.1.num_frames)
}
