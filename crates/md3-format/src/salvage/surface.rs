//! Reading of the surfaces of a damaged file.

use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use md2_common::salvage::{Block, RecordList};
use zerocopy::FromBytes;

use super::mend::{has_overlap, is_tiled, mend};
use super::{Parts, Repair, SurfaceParts, sense};
use crate::layout::unsigned;
use crate::location::{List, SurfacePart};
use crate::raw::{St, SurfaceField, SurfaceHeader, Triangle, Vertex};

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

/// Returns the lists in the order of [`List::OF_SURFACE`].
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

/// Whether the lists fill the surface without gaps.
pub(super) fn is_whole(header: &SurfaceHeader, start: u64) -> bool {
    let end = start.saturating_add(unsigned(header.ofs_end));
    is_tiled(&lists(header, start), start.saturating_add(SurfaceHeader::BYTES as u64), end)
}

/// Reads the surface in a range of the file, and adds it to `parts` if its lists can be found.
pub(super) fn read<'a>(file: &'a [u8], parts: &mut Parts<'a>, index: usize, range: Range<usize>) {
    let Some((_, found)) = file.get(range.start..).and_then(|bytes| SurfaceHeader::nom(bytes).ok()) else {
        return;
    };
    let (start, end) = (range.start as u64, range.end as u64);
    let (first, frames) = (start.saturating_add(SurfaceHeader::BYTES as u64), parts.header.num_frames);
    let declared = |header: &SurfaceHeader| start.saturating_add(unsigned(header.ofs_end));
    let mut surface = SurfaceParts {
        index,
        start: range.start,
        header: found,
        triangles: Vec::new(),
        shaders: Vec::new(),
        st: Vec::new(),
        vertices: Vec::new(),
    };
    let with = |field, value| {
        let mut header = found;
        header.set_integer(field, value);
        header
    };
    let has_frames = |header: &SurfaceHeader| header.num_frames == frames;
    if !is_whole(&found, start) || !has_frames(&found) {
        let fields = FIELDS.map(|field| (field, field.name()));
        let fits = |header: &SurfaceHeader| {
            let counts = [header.num_verts, header.num_triangles, header.num_shaders];
            has_frames(header) && declared(header) == end && counts.iter().all(|count| *count >= 0)
        };
        if let Some((field, mended)) =
            mend(&fields, (start, first, end), with, |header| lists(header, start), fits)
        {
            surface.header = mended;
            let [found, used] = [found, mended].map(|header| header.integer(field).unwrap_or(0));
            let offset = range.start.saturating_add(field.offset());
            let location = surface.location(SurfacePart::Header(field));
            let texts = (format!("read as {used}"), format!("{found}"), format!("{used}"));
            parts.repairs.push(Repair::new(location, offset, texts.0, texts.1, texts.2));
        }
    }
    let header = surface.header;
    let is_usable = has_frames(&header)
        && header.num_verts >= 0
        && header.num_triangles >= 0
        && header.num_shaders >= 0
        && !overlaps(&header, start);
    let vertices = u32::try_from(header.num_verts).unwrap_or(0);
    // Whole vertices may be missing or extra.
    let is_aligned = declared(&header).abs_diff(end).is_multiple_of(List::Vertices.record_bytes() as u64);
    let is_only = parts.header.num_surfaces == 1;
    let block =
        Block::new(file, lists(&header, start), (declared(&header), end), |list, bytes, i| match list {
            0 => Triangle::read_from_bytes(bytes)
                .is_ok_and(|triangle| triangle.indices().iter().all(|&index| index < vertices)),
            1 => bytes
                .split(|&byte| byte == 0)
                .next()
                .is_some_and(|name| !name.is_empty() && sense::is_text(name)),
            2 => St::read_from_bytes(bytes).is_ok_and(|st| sense::is_st(&st)),
            _ => parts.has_vertices(bytes, i, is_aligned, is_only),
        });
    let Some(block) = block.filter(|_| is_usable) else {
        let found = "its lists cannot be found";
        let location = surface.location(SurfacePart::Whole);
        parts.repairs.push(Repair::new(location, range.start, "dropped", found, ""));
        return;
    };
    if let Some(found) = block.torn() {
        let location = surface.location(SurfacePart::Whole);
        parts.repairs.push(Repair::new(location, range.start, "dropped the records at one place", found, ""));
    }
    surface.triangles = block.records(0);
    surface.shaders = block.records(1);
    surface.st = block.records(2);
    surface.vertices = block.records(3);
    parts.surfaces.push(surface);
}

impl Parts<'_> {
    /// Whether the vertices of a frame are inside its bounds. If other whole vertices could be in their place, the
    /// bounds must be exact.
    fn has_vertices(&self, vertices: &[u8], frame: u64, is_aligned: bool, is_only: bool) -> bool {
        let bounds = usize::try_from(frame).ok().and_then(|frame| *self.frames.get(frame)?);
        let (Some(bounds), Ok(vertices)) = (bounds, <[Vertex]>::ref_from_bytes(vertices)) else {
            return false;
        };
        sense::is_frame(bounds)
            && !sense::is_outside(vertices, bounds, 0.0, vertices.len())
            && (!is_aligned || is_only && sense::has_bounds(vertices, bounds))
    }
}
