//! Findings about the offsets and sizes of the sections.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::Findings;
use crate::code::Code;
use crate::lenient::Lenient;
use crate::location::Location;
use crate::raw::{Header, HeaderField};
use crate::section::{Extent, Section, extents_by_offset};

struct TakenRange {
    /// The section that occupies the bytes; `None` for the header.
    section: Option<Section>,
    bytes: Range<usize>,
}

pub(super) fn check(parts: &Lenient<'_>, findings: &mut Findings) {
    let mut all_inside = true;
    for section in Section::ALL {
        let extent = parts.extent(section);
        let bytes = extent.start()..extent.record(extent.count);
        let starts_before = parts.header.get(section.offset_field()) < 0;
        let is_inside = !starts_before && bytes.end <= parts.file.len();
        if !is_inside || parts.header.get(section.count_field()) < 0 {
            check_extent(section, bytes.end, parts, findings);
        }
        all_inside &= is_inside || extent.count == 0;
    }
    if !all_inside {
        // Gaps and trailing bytes would only be consequences of this fault.
        return;
    }
    let mut taken = Vec::from([TakenRange { section: None, bytes: 0..Header::BYTES }]);
    taken.extend(extents_by_offset(&parts.header).map(|(section, extent)| TakenRange {
        section: Some(section),
        bytes: extent.start()..extent.record(extent.count),
    }));
    check_end(&taken, parts, findings);
    check_padding(parts, findings);
    if !taken.is_sorted_by_key(|part| part.section) {
        let offsets = Section::ALL.map(|section| parts.header.get(section.offset_field()));
        let (offset, found) = (HeaderField::OfsSkins.offset(), format_args!("sections at {offsets:?}"));
        findings.add(Code::Order, Location::File, offset, found, "ascending offsets");
    }
    check_neighbors(&taken, parts.file.len(), findings);
}

fn check_extent(section: Section, end: usize, parts: &Lenient<'_>, findings: &mut Findings) {
    let (count, offset) = (section.count_field(), section.offset_field());
    let (found_count, found_offset) = (parts.header.get(count), parts.header.get(offset));
    let length = parts.file.len();
    let mut add = |code, field: HeaderField, found, expected: fmt::Arguments<'_>| {
        findings.add(code, Location::Header(field), field.offset(), found, expected);
    };
    let is_gl = section == Section::GlCommands;
    match found_count {
        1.. if found_offset < 0 => {
            let code = if is_gl { Code::GlOutside } else { Code::NegativeOffset };
            add(code, offset, format_args!("{found_offset}"), format_args!("0 or more"));
        }
        1.. => {
            let code = if is_gl { Code::GlOutside } else { Code::SectionOutside };
            let found = format_args!("the {section} end at byte {end}");
            add(code, offset, found, format_args!("at most {length}"));
        }
        0 => add(Code::EmptyOffset, offset, format_args!("{found_offset}"), format_args!("0..={length}")),
        _ if is_gl => add(Code::GlOutside, count, format_args!("{found_count}"), format_args!("0 or more")),
        // `header` reports negative counts.
        _ => {}
    }
}

/// Reduces the record counts of sections that extend beyond the end of the file, so that they end where the next section
/// starts.
pub(super) fn without_foreign_records(parts: Lenient<'_>) -> Lenient<'_> {
    let mut header = parts.header;
    for section in Section::ALL {
        let extent = parts.extent(section);
        // The content of the commands determines their end, without the count.
        if section == Section::GlCommands || extent.record(extent.count) <= parts.file.len() {
            continue;
        }
        let starts = extents_by_offset(&parts.header).map(|(_, extent)| extent.start());
        let next = starts.filter(|&start| start > extent.start()).min();
        if let Some(room) = next.and_then(|next| (next - extent.start()).checked_div(extent.stride)) {
            header.set(section.count_field(), i32::try_from(room.min(extent.count)).unwrap_or(i32::MAX));
        }
    }
    Lenient::with_header(parts.file, header)
}

fn check_end(taken: &[TakenRange], parts: &Lenient<'_>, findings: &mut Findings) {
    let field = HeaderField::OfsEnd;
    let announced = parts.header.ofs_end;
    let end = usize::try_from(announced);
    let sections_end = taken.iter().map(|part| part.bytes.end).max().unwrap_or(0);
    let mut add = |code, expected: fmt::Arguments<'_>| {
        findings.add(code, Location::Header(field), field.offset(), format_args!("{announced}"), expected);
    };
    if end.is_ok_and(|end| end >= sections_end) {
        if end.is_ok_and(|end| end > parts.file.len()) {
            add(Code::EndOutside, format_args!("at most {}", parts.file.len()));
        }
    } else {
        add(Code::EndTooEarly, format_args!("at least {sections_end}"));
    }
}

fn check_padding(parts: &Lenient<'_>, findings: &mut Findings) {
    let Extent { stride, record_bytes: needed, count, .. } = parts.extent(Section::Frames);
    if stride > needed && count > 0 {
        let field = HeaderField::FrameSize;
        let (location, found) = (Location::Header(field), format_args!("{stride}"));
        findings.add(Code::FramePadding, location, field.offset(), found, needed);
    }
}

/// Reports gaps and overlaps between the byte ranges in `taken` (sorted, inside the file), and extra bytes after the last range.
fn check_neighbors(taken: &[TakenRange], length: usize, findings: &mut Findings) {
    let mut end = 0;
    for TakenRange { section, bytes: Range { start, end: part_end } } in taken {
        let location = section.map_or(Location::File, Location::Section);
        if *start < end {
            let found = format_args!("starts at byte {start}, inside the previous section");
            findings.add(Code::Overlap, location, *start, found, format_args!("byte {end} or later"));
        } else if *start > end {
            let found = format_args!("{} unused bytes before it", start - end);
            findings.add(Code::Gap, location, end, found, "");
        }
        end = end.max(*part_end);
    }
    if end < length {
        let found = format_args!("{} extra bytes at the end", length - end);
        findings.add(Code::Trailing, Location::File, end, found, "");
    }
}
