//! Reading of the surfaces of a damaged file.

use alloc::vec::Vec;
use core::ops::Range;

use md2_common::salvage::{Block, RecordList};

use super::mend::{has_overlap, is_tiled, mend};
use super::{Parts, Repair, SurfaceParts, sense};
use crate::extent::unsigned;
use crate::grammar;
use crate::location::{List, Location, SurfacePart};
use crate::raw::{Record, Records, St, SurfaceField, SurfaceHeader, Triangle};

const FIELDS: [SurfaceField; 9] = [
    SurfaceField::NumFrames,
    SurfaceField::NumShaders,
    SurfaceField::NumVerts,
    SurfaceField::NumTriangles,
    SurfaceField::OfsTriangles,
    SurfaceField::OfsShaders,
    SurfaceField::OfsSt,
    SurfaceField::OfsXyzNormal,
    SurfaceField::OfsEnd,
];

fn lists(header: &SurfaceHeader, start: u64) -> Vec<RecordList> {
    let list = |list: List| {
        let extent = header.list(list, start);
        let (bytes, count) = match list {
            List::Vertices => (
                (list.record_bytes() as u64).saturating_mul(unsigned(header.num_verts)),
                unsigned(header.num_frames),
            ),
            _ => (list.record_bytes() as u64, extent.count),
        };
        RecordList { start: extent.start, bytes, count }
    };
    List::OF_SURFACE.map(list).into()
}

pub(super) fn overlaps(header: &SurfaceHeader, start: u64) -> bool {
    has_overlap(&lists(header, start), start.saturating_add(SurfaceHeader::BYTES as u64))
}

/// Whether the lists fill the surface from the end of its header to its `ofs_end`, without gaps.
pub(super) fn is_whole(header: &SurfaceHeader, start: u64) -> bool {
    let end = start.saturating_add(unsigned(header.ofs_end));
    is_tiled(&lists(header, start), start.saturating_add(SurfaceHeader::BYTES as u64), end)
}

/// Reads the surface at the bytes `range` of the file. Adds the surface to `parts` if the offsets of its lists can be determined.
pub(super) fn read<'a>(file: &'a [u8], parts: &mut Parts<'a>, index: usize, range: Range<usize>) {
    let Some(Ok((_, found))) = file.get(range.start..).map(grammar::surface_header) else { return };
    let (start, end) = (range.start as u64, range.end as u64);
    let (first, frames) = (start.saturating_add(SurfaceHeader::BYTES as u64), parts.header.num_frames);
    let declared = |header: &SurfaceHeader| start.saturating_add(unsigned(header.ofs_end));
    let location = |part| Location::Surface { surface: index, name: found.name, part };
    let has_counts = |header: &SurfaceHeader| {
        let counts = [header.num_verts, header.num_triangles, header.num_shaders];
        header.num_frames == frames && counts.iter().all(|count| *count >= 0)
    };
    let mut header = found;
    if !is_whole(&found, start) || found.num_frames != frames {
        let fields = FIELDS.map(|field| (field, field.name()));
        let fits = |header: &SurfaceHeader| has_counts(header) && declared(header) == end;
        let with = |field, value| found.with_integer(field, value);
        if let Some((field, mended)) =
            mend(&fields, (start, first, end), with, |header| lists(header, start), fits)
        {
            header = mended;
            let [found, used] = [found, mended].map(|header| header.integer(field).unwrap_or(0));
            let offset = range.start.saturating_add(field.offset());
            let location = location(SurfacePart::Header(field));
            parts.repairs.push(Repair::read_as(location, offset, found, used));
        }
    }
    let vertices = u32::try_from(header.num_verts).unwrap_or(0);
    // Whole vertices may be missing or extra.
    let is_aligned = declared(&header).abs_diff(end).is_multiple_of(List::Vertices.record_bytes() as u64);
    let is_only = parts.header.num_surfaces == 1;
    let block =
        Block::new(file, lists(&header, start), (declared(&header), end), |list, bytes, i| match list {
            0 => Triangle::read(bytes).indices.iter().all(|&index| index < vertices),
            1 => bytes
                .split(|&byte| byte == 0)
                .next()
                .is_some_and(|name| !name.is_empty() && sense::is_text(name)),
            2 => sense::is_st(&St::read(bytes)),
            _ => parts.has_vertices(bytes, i, is_aligned, is_only),
        });
    let whole = location(SurfacePart::Whole);
    let Some(block) = block.filter(|_| has_counts(&header) && !overlaps(&header, start)) else {
        let found = "its lists cannot be found";
        parts.repairs.push(Repair::new(whole, range.start, "dropped", found, ""));
        return;
    };
    if let Some(found) = block.torn() {
        parts.repairs.push(Repair::new(
            whole,
            range.start,
            "dropped the records that may be damaged",
            found,
            "",
        ));
    }
    parts.surfaces.push(SurfaceParts {
        index,
        start: range.start,
        header,
        triangles: block.records(0),
        shaders: block.records(1),
        st: block.records(2),
        vertices: block.records(3),
    });
}

impl Parts<'_> {
    /// Whether the vertices of a frame are inside the bounds of the frame. If whole vertices may be missing or extra (`is_aligned`),
    /// the bounds must also be the bounding box of the vertices. This test requires that the model has only this surface (`is_only`).
    fn has_vertices(&self, vertices: &[u8], frame: u64, is_aligned: bool, is_only: bool) -> bool {
        let bounds = usize::try_from(frame).ok().and_then(|frame| *self.frames.get(frame)?);
        let (Some(bounds), vertices) = (bounds, Records::new(vertices)) else { return false };
        sense::is_frame(&bounds)
            && !sense::is_outside(vertices, &bounds, 0.0, vertices.len())
            && (!is_aligned || is_only && sense::has_bounds(vertices, &bounds))
    }
}
