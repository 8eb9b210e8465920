//! Findings about the offsets and sizes of headers and lists.

use alloc::vec::Vec;

use super::Findings;
use crate::code::Code;
use crate::extent::{Extent, LONG_FRAME_BYTES};
use crate::location::{List, Location, SurfacePart};
use crate::raw::{Header, HeaderField, SurfaceField, SurfaceHeader};
use crate::view::{Md3, Surface};

struct TakenRange {
    start: u64,
    end: u64,
    /// Index of the surface that the header or list belongs to; `None` for the file's header, the frames and the tags.
    surface: Option<usize>,
    list: Option<List>,
}

pub(super) fn check(parts: &Md3<'_>, findings: &mut Findings) {
    let mut ranges =
        Vec::from([TakenRange { start: 0, end: Header::BYTES as u64, surface: None, list: None }]);
    let header = &parts.header;
    let tops = [
        (header.frames(), HeaderField::OfsFrames, header.ofs_frames),
        (header.tags(), HeaderField::OfsTags, header.ofs_tags),
    ];
    for (extent, field, offset) in tops {
        let place = (Location::Header(field), field.offset());
        add_range(parts, extent, (None, 0), offset, place, &mut ranges, findings);
    }
    for (index, surface) in parts.surfaces.iter().enumerate() {
        let start = surface.offset as u64;
        let end = start.saturating_add(SurfaceHeader::BYTES as u64);
        ranges.push(TakenRange { start, end, surface: Some(index), list: None });
        for list in List::OF_SURFACE {
            let (field, offset) = surface.header.list_offset(list);
            let place = surface.field_place(index, field);
            let extent = surface.header.list(list, start);
            add_range(parts, extent, (Some(index), surface.offset), offset, place, &mut ranges, findings);
        }
        check_surface_end(parts, index, surface, findings);
    }
    if parts.frame_stride == LONG_FRAME_BYTES {
        let found = format_args!("frames of {LONG_FRAME_BYTES} bytes");
        let field = HeaderField::OfsFrames;
        let expected = List::Frames.record_bytes();
        findings.add(Code::LongFrames, Location::Header(field), field.offset(), found, expected);
    }
    check_end(parts, &ranges, findings);
    ranges.sort_by_key(|range| range.start);
    check_neighbors(parts, &ranges, findings);
}

fn add_range(
    parts: &Md3<'_>,
    extent: Extent,
    (surface, base): (Option<usize>, usize),
    offset: i32,
    (location, field_offset): (Location, usize),
    ranges: &mut Vec<TakenRange>,
    findings: &mut Findings,
) {
    let Extent { list, start, count } = extent;
    let length = parts.file.len() as u64;
    if count > 0 {
        let end = match list {
            List::Frames => start + (parts.frame_stride as u64) * count,
            _ => extent.end(),
        };
        ranges.push(TakenRange { start, end, surface, list: Some(list) });
    } else if offset < 0 || start > length {
        let expected = format_args!("0..={}", length.saturating_sub(base as u64));
        findings.add(Code::EmptyOffset, location, field_offset, format_args!("{offset}"), expected);
    }
}

fn check_surface_end(parts: &Md3<'_>, index: usize, surface: &Surface<'_>, findings: &mut Findings) {
    let lists = List::OF_SURFACE.map(|list| surface.header.list(list, surface.offset as u64));
    let ends = lists.iter().filter(|extent| extent.count > 0).map(Extent::end);
    let least =
        ends.max().unwrap_or(0).saturating_sub(surface.offset as u64).max(SurfaceHeader::BYTES as u64);
    let most = (parts.file.len() - surface.offset) as u64;
    let field = SurfaceField::OfsEnd;
    let found = surface.header.ofs_end;
    if !u64::try_from(found).is_ok_and(|found| (least..=most).contains(&found)) {
        let (location, offset) = surface.field_place(index, field);
        let expected = format_args!("{least}..={most}");
        findings.add(Code::SurfaceEndOff, location, offset, format_args!("{found}"), expected);
    }
}

fn check_end(parts: &Md3<'_>, ranges: &[TakenRange], findings: &mut Findings) {
    let field = HeaderField::OfsEnd;
    let announced = i64::from(parts.header.ofs_end);
    let end = ranges.iter().map(|range| range.end).max().unwrap_or(0);
    let mut add = |code, expected: core::fmt::Arguments<'_>| {
        findings.add(code, Location::Header(field), field.offset(), format_args!("{announced}"), expected);
    };
    if !u64::try_from(announced).is_ok_and(|announced| announced >= end) {
        add(Code::EndTooEarly, format_args!("at least {end}"));
    } else if usize::try_from(announced).is_ok_and(|announced| announced > parts.file.len()) {
        add(Code::EndOutside, format_args!("at most {}", parts.file.len()));
    }
}

/// Reports gaps and overlaps of `ranges`, which are sorted and inside the file.
fn check_neighbors(parts: &Md3<'_>, ranges: &[TakenRange], findings: &mut Findings) {
    let location = |range: &TakenRange| match (range.surface, range.list) {
        (Some(index), _) => parts.surfaces[index].location(index, SurfacePart::Whole),
        (None, Some(List::Frames)) => Location::Header(HeaderField::OfsFrames),
        (None, Some(_)) => Location::Header(HeaderField::OfsTags),
        (None, None) => Location::File,
    };
    let name = |range: &TakenRange| range.list.map_or("header", List::name);
    let byte = |byte: u64| usize::try_from(byte).unwrap_or(usize::MAX);
    let mut end = 0;
    let mut before: Option<&TakenRange> = None;
    for range in ranges {
        if range.start < end {
            let found = format_args!("{} at byte {}, inside the previous list", name(range), range.start);
            let expected = format_args!("byte {end} or later");
            findings.add(Code::Overlap, location(range), byte(range.start), found, expected);
        } else if range.start > end {
            let gap = range.start - end;
            let is_shaders = gap.is_multiple_of(List::Shaders.record_bytes() as u64)
                && before.is_some_and(|before| before.surface.is_some());
            let code = if is_shaders { Code::ShadersLeftOut } else { Code::Gap };
            let found = format_args!("{gap} unused bytes before the {}", name(range));
            findings.add(code, location(range), byte(end), found, "");
        }
        if range.end >= end {
            before = Some(range);
        }
        end = end.max(range.end);
    }
    let length = parts.file.len() as u64;
    if end < length {
        let found = format_args!("{} extra bytes at the end", length - end);
        findings.add(Code::Trailing, Location::File, byte(end), found, "");
    }
}
